import { textsOf } from '../../messages/texts.ts';

/*
 * Works without React, because it appears before React and must be able to report that React
 * failed to load. Its markup and styles are in index.html and page.css.
 */

/** Milliseconds after which a start is slow. */
const SLOW_START_MS = 1_000;

/** A start that takes only a moment shows no spinner, whose frames would take the time of the start. */
export function showLoading(overlay: HTMLElement): void {
  const text = overlay.querySelector('.overlay-text');
  if (text !== null) text.textContent = textsOf('start').loading;
  overlay.dataset['still'] = '';
  setTimeout(() => delete overlay.dataset['still'], SLOW_START_MS);
}

export function hideOverlay(overlay: HTMLElement): void {
  overlay.hidden = true;
}

/** Shows what went wrong. The button reloads the page, because that is the best chance to load missing parts. */
export function showFailure(overlay: HTMLElement, cause: unknown): void {
  const texts = textsOf('start');
  console.error(cause);
  const title = document.createElement('h1');
  title.textContent = texts.failed;
  const reason = document.createElement('p');
  const isLost = !isHttpError(cause) || cause.status === 0;
  const lost = navigator.onLine ? texts.unreachable : texts.offline;
  reason.textContent = isLost ? lost : cause.message;
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

/** Milliseconds between attempts to reach the server. */
const RETRY_INTERVAL_MS = 5_000;

/** Reloads the page once the server is back after an outage: a part that is missing would stay missing otherwise. */
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
      setTimeout(resolve, RETRY_INTERVAL_MS);
      window.addEventListener('online', () => resolve(), { once: true });
    });
  }
}

function isHttpError(cause: unknown): cause is Error & { status: number } {
  return cause instanceof Error && 'status' in cause;
}
