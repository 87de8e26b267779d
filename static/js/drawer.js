// The rules beside the board, fetched when first asked for, in the reader's language. On a wide screen they stand in
// the side column while play goes on; on a phone they lie over the table until they are closed.

import { make } from "./dom.js";

const WIDE = matchMedia("(min-width: 900px)");
const ELSEWHERE = "#board, input, textarea, dialog:modal"; // what has a use of its own for Escape

/** The drawer `dialog`, opened and closed by `button`; it keeps its place in the text. */
export class Drawer {
  #dialog;
  #button;
  #text;
  #loaded = null;

  constructor(dialog, button) {
    this.#dialog = dialog;
    this.#button = button;
    this.#text = dialog.querySelector("[data-part=text]");
    button.addEventListener("click", () => (dialog.open ? dialog.close() : this.#open()));
    dialog.querySelector("[data-part=close]").addEventListener("click", () => dialog.close());
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close()); // the ground around it
    dialog.addEventListener("close", () => this.#changed());
    document.addEventListener("keydown", (event) => this.#pressed(event));
    WIDE.addEventListener("change", () => this.#refit());
  }

  #open() {
    if (WIDE.matches) this.#dialog.show();
    else this.#dialog.showModal();
    this.#changed();
    this.#dialog.scrollIntoView({ block: "nearest" });
    this.#loaded ??= this.#load().catch((error) => this.#failed(error));
  }

  #changed() {
    this.#button.setAttribute("aria-expanded", String(this.#dialog.open));
    document.body.classList.toggle("reading", this.#dialog.open);
    if (!this.#dialog.open && document.activeElement === document.body) this.#button.focus();
  }

  /** Of a modal dialog the browser takes Escape itself. */
  #pressed(event) {
    if (event.key !== "Escape" || event.defaultPrevented || !this.#dialog.open) return;
    if (!event.target.closest?.(ELSEWHERE)) this.#dialog.close();
  }

  /** The screen was turned or the window dragged. */
  #refit() {
    if (!this.#dialog.open) return;
    this.#dialog.close();
    this.#open();
  }

  async #load() {
    const address = this.#dialog.dataset.address;
    this.#text.setAttribute("aria-busy", "true");
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    this.#show(page.querySelector("article"));
  }

  #show(article) {
    for (const extra of article.querySelectorAll("h1, .row")) extra.remove();
    for (const level of [4, 3, 2]) article.querySelectorAll(`h${level}`).forEach(demote);
    this.#text.replaceChildren(contents(article), ...article.childNodes);
    this.#text.removeAttribute("aria-busy");
  }

  #failed(error) {
    console.error(error);
    this.#loaded = null; // the next opening tries again
    this.#text.removeAttribute("aria-busy");
    this.#text.replaceChildren(make("p", { text: gettext("The rules could not be loaded. Please try again.") }));
  }
}

/** One level down: the drawer has a heading of its own above. */
function demote(heading) {
  const lower = `h${Number(heading.tagName[1]) + 1}`;
  heading.replaceWith(make(lower, { tabindex: -1 }, ...heading.childNodes));
}

function contents(article) {
  const headings = [...article.querySelectorAll("h3")];
  const jump = (heading) => () => {
    heading.scrollIntoView({ block: "start" });
    heading.focus({ preventScroll: true });
  };
  const links = headings.map((heading) =>
    make("li", {}, make("button", { type: "button", class: "jump", text: heading.textContent, onclick: jump(heading) })),
  );
  const words = gettext("Contents");
  const list = make("details", {}, make("summary", { text: words }), make("ul", {}, ...links));
  return make("nav", { "aria-label": words }, list);
}
