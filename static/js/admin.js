// The admin's pages (django-unfold) without eval: Alpine's build for strict policies reaches no globals and knows no
// arrow functions, so what unfold's templates expect of them is given to it here.

const kept = (name, otherwise) => localStorage.getItem(name) ?? otherwise;

document.addEventListener("alpine:init", () => {
  const { Alpine } = window;
  Alpine.data("theme", (chosen) => ({
    ...window.theme(chosen),
    window: { location: { pathname: location.pathname, search: location.search } },
    localStorage: { setItem: (name, value) => localStorage.setItem(name, value) },
  }));
  Alpine.data("searchForm", () => window.searchForm());
  Alpine.data("page", () => ({
    activeTab: document.body.dataset.tab,
    sidebarMobileOpen: false,
    sidebarDesktopOpen: kept("sidebarDesktopOpen", "1") === "1",
  }));
  const { body } = document;
  body.dataset.tab = /activeTab: '([^']*)'/.exec(body.getAttribute("x-data"))?.[1] ?? "";
  body.setAttribute("x-data", "page()");
  body.removeAttribute("x-init");
});
