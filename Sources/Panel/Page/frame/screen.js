// The screen: it stays awake while the page is shown, and fills the display if asked.

/** Why the screen may sleep; empty if it stays awake. */
export let sleeps = () => "";

/** Asks that the screen stays awake, again each time the page is shown.
 * @param {() => string} secure how to get https */
export function stayAwake(secure) {
  const ask = async () => {
    if (document.hidden) return;
    sleeps = () => "";
    if (!isSecureContext) sleeps = () => `The screen may sleep: browsers keep it awake only for https. ${secure()} gives that.`;
    else if (!("wakeLock" in navigator)) sleeps = () => "The screen may sleep: this browser cannot keep it awake.";
    else {
      try {
        await /** @type {any} */ (navigator).wakeLock.request("screen");
      } catch (error) {
        sleeps = () => `The screen may sleep: ${error.message}`;
      }
    }
    dispatchEvent(new Event("awake"));
  };
  document.addEventListener("visibilitychange", ask);
  // Some browsers give it only after a touch.
  addEventListener("pointerdown", ask, { once: true });
  ask();
}

/** Why the page cannot fill the display; empty if it can.
 * @param {string} secure how to get https */
export function fullScreenRefusal(secure) {
  if (document.fullscreenEnabled) return "";
  return isSecureContext ? "This browser has no full screen; add the page to the home screen." : `This browser gives no full screen here. ${secure}`;
}

/** Begins or ends full screen.
 * @param {Element} [element] the page, or a picture of it */
export async function toggleFullScreen(element = document.documentElement) {
  try {
    if (document.fullscreenElement) await document.exitFullscreen(); else await element.requestFullscreen({ navigationUI: "hide" });
  } catch (error) {
    dispatchEvent(new CustomEvent("notice", { detail: { text: `No full screen: ${error.message}` } }));
  }
}
