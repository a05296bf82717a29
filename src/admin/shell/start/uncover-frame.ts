import { hideOverlay } from './overlay.ts';

/** Shows what is drawn by now. The page follows its frame, so that of the last visit stays until then. */
export function uncoverFrame(overlay: HTMLElement, root: HTMLElement): void {
  const isWaiting = (): boolean => root.querySelector('[data-until-page]') !== null;
  if (!isWaiting() || !overlay.querySelector('.last-page > *')) return hideOverlay(overlay);
  overlay.dataset['drawn'] = '';
  const changes = new MutationObserver(() => {
    if (isWaiting()) return;
    changes.disconnect();
    hideOverlay(overlay);
  });
  changes.observe(root, { childList: true, subtree: true });
}
