// Mails on the page of sent mails: each frame as high as the mail in it, so that nobody scrolls within a page.

for (const frame of document.querySelectorAll(".mail-frame")) {
  const fit = () => {
    const root = frame.contentDocument?.documentElement;
    if (!root?.querySelector("body *")) return;
    frame.style.blockSize = `${root.querySelector("body").scrollHeight + 2}px`; // and its own edge
  };
  frame.addEventListener("load", () => {
    fit();
    new ResizeObserver(fit).observe(frame.contentDocument.body);
  });
  fit(); // what came before this script
}
