import { visuallyHidden } from '../visually-hidden.ts';

/** A line that nobody has heard by then is not left for those who read on to the end of the page. */
const STAYS = 7_000;

let region: HTMLElement | undefined;

/**
 * Says a text aloud when the screen reader pauses. The same text is not said twice in a row. Pages that
 * draw a text as well use `Status`.
 */
export function announce(text: string): void {
  const { lastElementChild } = openAnnouncer();
  if (text === '' || lastElementChild?.textContent === text) return;
  const line = document.createElement('div');
  line.textContent = text;
  openAnnouncer().append(line);
  setTimeout(() => line.remove(), STAYS);
}

/**
 * The one region of the page that is read aloud. The frames call this when they are drawn: most screen readers
 * pass over a region that comes together with its first text. It is not part of a frame, so that it is the same
 * element before and after the sign-in.
 */
export function openAnnouncer(): HTMLElement {
  if (region?.isConnected) return region;
  const opened = document.createElement('div');
  opened.id = 'announcer';
  opened.setAttribute('role', 'status');
  // A status is read as a whole; here each line is a message of its own.
  opened.setAttribute('aria-atomic', 'false');
  Object.assign(opened.style, visuallyHidden);
  // A dialog of MUI hides all that lies beside it in the body, and a region inside the dialog would come and go with it.
  new MutationObserver(() => opened.removeAttribute('aria-hidden')).observe(opened, {
    attributeFilter: ['aria-hidden'],
  });
  document.body.append(opened);
  region = opened;
  return opened;
}
