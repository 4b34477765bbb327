// Contrast of texts and of controls with what is behind them: for the test, which runs it in each place and theme.
() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const known = new Map();
  /** A colour of CSS as red, green, blue and how much of it is seen, 0–1. */
  const colour = (css) => {
    if (!known.has(css)) {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = css;
      canvas.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
      known.set(css, [r, g, b, a / 255]);
    }
    return known.get(css);
  };
  const over = ([r, g, b, a], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a), 1];
  const light = (rgb) => {
    const [r, g, b] = rgb.map((value) => { const one = value / 255; return one <= 0.03928 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4; });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (one, other) => { const [high, low] = [light(one), light(other)].sort((a, b) => b - a); return (high + 0.05) / (low + 0.05); };
  /** What is behind an element. */
  const ground = (element) => {
    const behind = [];
    for (let one = element; one; one = one.parentElement) {
      const found = colour(getComputedStyle(one).backgroundColor);
      behind.push(found);
      if (found[3] === 1) break;
    }
    return behind.reduceRight((sum, one) => over(one, sum), [0, 0, 0, 1]);
  };
  const wrong = [];
  const seen = (e) => e.getClientRects().length > 0 && getComputedStyle(e).visibility !== "hidden" && !e.closest("[disabled], [aria-disabled=true], .dimmed, .keys, [data-surface], .mrow.none");
  const tell = (e, what, found, least) => { if (found < least - 0.005) wrong.push(`${what} ${e.className?.baseVal ?? e.className} “${(e.textContent ?? "").trim().slice(0, 24)}”: ${found.toFixed(2)}, needs ${least}`); };
  for (const e of document.querySelectorAll("#app *")) {
    if (!seen(e)) continue;
    const style = getComputedStyle(e);
    const hasText = [...e.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== "");
    // Texts over traces are not counted.
    if (hasText && !e.closest(".cap, .unseen, svg, option") && Number(style.opacity) === 1) tell(e, "text", ratio(over(colour(style.color), ground(e)), ground(e)), 4.5);
    const lines = { ".k .track": "stroke", ".k .hand": "stroke", ".k .arc": "stroke", ".trace": "stroke", ".glyph path": "stroke", ".roll path": "stroke" };
    for (const [selector, property] of Object.entries(lines)) {
      if (e.matches(selector) && style.display !== "none") tell(e, selector, ratio(over(colour(style[property]), ground(e.closest("svg").parentElement)), ground(e.closest("svg").parentElement)), 3);
    }
    if (e.matches(".switch i, .field, .dev > i.no, .tick i")) tell(e, "border", ratio(over(colour(style.borderTopColor), ground(e.parentElement)), ground(e.parentElement)), 3);
    if (e.matches(".fader u, .vfader u, .bar2 u, .ends u, .fader s, .vfader s, .bar2 s, .live") && e.offsetWidth > 0 && style.backgroundImage === "none") tell(e, "handle", ratio(over(colour(style.backgroundColor), ground(e.parentElement)), ground(e.parentElement)), 3);
  }
  return [...new Set(wrong)];
}
