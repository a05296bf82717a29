/** Milliseconds without a touch after which the page works for nobody. */
const AWAY_AFTER_MS = 60_000;

let touched = Date.now();

const touch = (): void => {
  touched = Date.now();
};
for (const name of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'])
  window.addEventListener(name, touch, { capture: true, passive: true });

/**
 * The header of requests that the page makes on its own, because nobody has used mouse, keyboard or screen for a while:
 * they do not keep the session open.
 */
export function backgroundHeader(): Readonly<Record<string, string>> {
  return Date.now() - touched > AWAY_AFTER_MS ? { Background: '1' } : {};
}
