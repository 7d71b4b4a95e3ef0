/** The code of a key that an input method took, also where `isComposing` is over already (Safari). */
const TAKEN = 229;

/**
 * Keeps the keys by which somebody composes a sign (Japanese, Chinese, Korean, dead keys) from the app: Escape ends the
 * composition, not the dialog around it, and Enter chooses a word. Source: https://www.w3.org/TR/uievents/#keys-IME
 */
export function leaveComposingAlone(): void {
  const handle = (event: KeyboardEvent) => {
    // The only sign of it in Safari.
    if (event.isComposing || event.keyCode === TAKEN) event.stopImmediatePropagation();
  };
  addEventListener('keydown', handle, true);
}
