// The theme, dark or light, before anything is drawn. This is no module: modules run after the first paint.
{
  const system = matchMedia("(prefers-color-scheme: light)");
  const kept = () => { try { return localStorage.getItem("theme") ?? "system"; } catch { return "system"; } };
  let chosen = kept();

  const show = () => {
    const name = chosen === "dark" || chosen === "light" ? chosen : system.matches ? "light" : "dark";
    document.documentElement.dataset.theme = name;
    document.querySelector("meta[name=theme-color]")?.setAttribute("content", name === "light" ? "#f3f3f0" : "#111314");
  };
  system.addEventListener("change", show);
  /** @type {any} */ (globalThis).theme = {
    get chosen() { return chosen; },
    /** @param {"dark" | "light" | "system"} name */
    choose(name) {
      chosen = name;
      try { localStorage.setItem("theme", name); } catch { /* private window: for this visit */ }
      show();
    },
  };
  show();
}
