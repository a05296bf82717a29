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

/** Makes the page unreachable behind a dialog that is drawn over it, but keeps it in sight. Returns how to undo it. */
export function blockPage(): () => void {
  const { activeElement, body } = document;
  openAnnouncer().replaceChildren();
  const blocked = [...body.children].filter(
    (element) => !element.hasAttribute('inert') && element !== openAnnouncer(),
  );
  for (const element of blocked) element.setAttribute('inert', '');
  return () => {
    for (const element of blocked) element.removeAttribute('inert');
    if (activeElement instanceof HTMLElement) activeElement.focus();
  };
}
