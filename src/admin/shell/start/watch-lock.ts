import { showFailure } from './overlay.ts';
import { isLockPath } from './return-path.ts';
import { isLocked, lock, onLock } from '../../client/lock.ts';
import { openAnnouncer } from '../../kit/status/announcer.ts';

let stop = (): void => undefined;

/**
 * Puts the lock before the page whenever it is locked, for as long as the page lives. The page stays
 * as it is, out of sight and reach by the style sheet: taken away, it would lose what was typed.
 */
export function watchLock(overlay: HTMLElement): void {
  if (isLockPath(location.pathname)) {
    history.replaceState(null, '', '/dashboard');
    lock();
  }
  // The server's name of the installation; pages write theirs into it later.
  const product = document.title;
  let clear: (() => void) | undefined;

  async function look(): Promise<void> {
    if (!isLocked()) {
      clear?.();
      clear = undefined;
    } else if (clear === undefined) {
      clear = hidePage();
      await drawOver(clear);
    }
  }

  async function drawOver(cover: () => void): Promise<void> {
    try {
      const { drawLock } = await import('../lock/draw-lock.tsx');
      if (clear !== cover) return;
      const takeAway = await drawLock(product);
      const uncover = (): void => {
        takeAway();
        cover();
      };
      // It may have been unlocked in another tab meanwhile.
      if (clear === cover) clear = uncover;
      else uncover();
    } catch (cause) {
      showFailure(overlay, cause);
    }
  }

  // One lock is enough for a document, however often its page is opened.
  stop();
  stop = onLock(() => void look());
  void look();
}

/** Answers how to show it again, with the focus where it was. */
function hidePage(): () => void {
  const { activeElement, documentElement: html } = document;
  html.dataset['locked'] = '';
  // What was said of the page before is not left to be read beside the lock.
  openAnnouncer().replaceChildren();
  return () => {
    delete html.dataset['locked'];
    if (activeElement instanceof HTMLElement) activeElement.focus();
  };
}
