import { showFailure } from './overlay.ts';
import { isLockPath } from './return-path.ts';
import { isLocked, lock, onLock } from '../../client/account/lock.ts';
import { hidePage } from './hide-page.ts';

let stop = (): void => undefined;

/**
 * Covers the page while the screen is locked, for as long as the page lives. Style sheets
 * hide the page and make it unreachable; removing it would lose what the user typed.
 */
export function watchLock(overlay: HTMLElement): void {
  if (isLockPath(location.pathname)) {
    history.replaceState(null, '', '/dashboard');
    lock();
  }
  // The server puts the installation's name here; pages change the title later.
  const product = document.title;
  let clear: (() => void) | undefined;

  async function drawOrClearLock(): Promise<void> {
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
      // Another tab may have unlocked it meanwhile.
      if (clear === cover) clear = uncover;
      else uncover();
    } catch (cause) {
      showFailure(overlay, cause);
    }
  }

  // One lock per document is enough, however often its page opens.
  stop();
  stop = onLock(() => void drawOrClearLock());
  void drawOrClearLock();
}
