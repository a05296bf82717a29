import { visuallyHidden } from '../visually-hidden.ts';

/** Milliseconds. An older line is removed, so that screen readers do not reach it at the end of the page. */
const LINE_LIFETIME_MS = 7_000;

let region: HTMLElement | undefined;

/**
 * Reads a text aloud when the screen reader pauses; the same text is not read twice in a
 * row. For text that is also visible, use `Status`.
 */
export function announce(text: string): void {
  const { lastElementChild } = openAnnouncer();
  if (text === '' || lastElementChild?.textContent === text) return;
  const line = document.createElement('div');
  line.textContent = text;
  openAnnouncer().append(line);
  setTimeout(() => line.remove(), LINE_LIFETIME_MS);
}

/**
 * The only live region of the page. The frames call this when they are rendered, because
 * most screen readers ignore a region that appears together with its first text. It belongs
 * to no frame, so that the same element stays in place before and after the sign-in.
 */
export function openAnnouncer(): HTMLElement {
  if (region?.isConnected) return region;
  const opened = document.createElement('div');
  opened.id = 'announcer';
  opened.setAttribute('role', 'status');
  // By default a status is read as a whole; here each line is a message of its own.
  opened.setAttribute('aria-atomic', 'false');
  Object.assign(opened.style, visuallyHidden);
  // An MUI dialog hides its siblings in the body, and a region inside the dialog would come and go with it.
  new MutationObserver(() => opened.removeAttribute('aria-hidden')).observe(opened, {
    attributeFilter: ['aria-hidden'],
  });
  document.body.append(opened);
  region = opened;
  return opened;
}
