import { openAnnouncer } from '../../kit/status/announcer.ts';

/** Hides the page behind what is drawn over it. Returns a function that shows it again and restores the focus. */
export function hidePage(): () => void {
  const { activeElement, documentElement: html } = document;
  html.dataset['locked'] = '';
  // Earlier announcements must not be readable beside it.
  openAnnouncer().replaceChildren();
  return () => {
    delete html.dataset['locked'];
    if (activeElement instanceof HTMLElement) activeElement.focus();
  };
}
