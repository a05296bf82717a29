import { startTexts } from '../messages/start-texts.ts';

/*
 * Without React: it is there before React is, and must be able to say that React
 * could not be loaded. Its markup and looks are in index.html and page.css.
 */

export function showLoading(overlay: HTMLElement): void {
  const text = overlay.querySelector('.overlay-text');
  if (text !== null) text.textContent = startTexts().loading;
}

export function hideOverlay(overlay: HTMLElement): void {
  overlay.hidden = true;
}

/** Says what went wrong. A page that could not load its parts is best tried again from the start. */
export function showFailure(overlay: HTMLElement, cause: unknown): void {
  const texts = startTexts();
  console.error(cause);
  const title = document.createElement('h1');
  title.textContent = texts.failed;
  const reason = document.createElement('p');
  reason.textContent = isHttpError(cause) ? cause.message : texts.unreachable;
  const retry = document.createElement('button');
  retry.type = 'button';
  retry.textContent = texts.retry;
  retry.addEventListener('click', () => location.reload());
  overlay.dataset['failed'] = '';
  overlay.setAttribute('role', 'alert');
  overlay.replaceChildren(title, reason, retry);
  overlay.hidden = false;
  retry.focus();
}

function isHttpError(cause: unknown): cause is Error {
  return cause instanceof Error && 'status' in cause;
}
