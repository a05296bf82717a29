import { textsOf } from '../../messages/texts.ts';

/*
 * Without React: it is there before React is, and must be able to say that React
 * could not be loaded. Its markup and looks are in index.html and page.css.
 */

export function showLoading(overlay: HTMLElement): void {
  const text = overlay.querySelector('.overlay-text');
  if (text !== null) text.textContent = textsOf('start').loading;
}

export function hideOverlay(overlay: HTMLElement): void {
  overlay.hidden = true;
}

/** Says what went wrong. A page that could not load its parts is best tried again from the start. */
export function showFailure(overlay: HTMLElement, cause: unknown): void {
  const texts = textsOf('start');
  console.error(cause);
  const title = document.createElement('h1');
  title.textContent = texts.failed;
  const reason = document.createElement('p');
  const isLost = !isHttpError(cause) || cause.status === 0;
  reason.textContent = !isLost
    ? cause.message
    : navigator.onLine
      ? texts.unreachable
      : texts.offline;
  const retry = document.createElement('button');
  retry.type = 'button';
  retry.textContent = texts.retry;
  retry.addEventListener('click', () => location.reload());
  overlay.dataset['failed'] = '';
  overlay.setAttribute('role', 'alert');
  overlay.replaceChildren(title, reason, retry);
  overlay.hidden = false;
  retry.focus();
  if (isLost) void comeBack();
}

/** How often the server is asked whether it can be reached again. */
const AGAIN = 5_000;

/** Loads the page as soon as the server answers after it did not: a part that is missing would be so again. */
async function comeBack(): Promise<void> {
  let wasLost = !navigator.onLine;
  for (;;) {
    const answers = await fetch('/readyz', { cache: 'no-store' }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (answers && wasLost) return location.reload();
    if (answers) return;
    wasLost = true;
    await new Promise<void>((resolve) => {
      setTimeout(resolve, AGAIN);
      window.addEventListener('online', () => resolve(), { once: true });
    });
  }
}

function isHttpError(cause: unknown): cause is Error & { status: number } {
  return cause instanceof Error && 'status' in cause;
}
