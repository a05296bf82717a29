import { isInProgress } from '../../client/progress.ts';

/** Searches and filters, which lose nothing on a reload: the address keeps them. */
const PASSING_INPUTS = 'input[type="search"], [data-passing], .g-filter-row, main aside';

/** The page on which the user last typed or chose something. */
let touchedAt: string | undefined;

/** Records on which page the user started something; going to another page ends it. */
export function watchInput(): void {
  const touch = (): void => {
    // The options are in a separate list; the focus is still in the input.
    if (!document.activeElement?.closest(PASSING_INPUTS)) touchedAt = location.pathname;
  };
  document.addEventListener(
    'input',
    ({ target }) => {
      if (!(target instanceof Element && target.closest(PASSING_INPUTS))) touch();
    },
    true,
  );
  // Choosing an option in our own lists sends no input event.
  const choose = ({ target }: Event): void => {
    if (target instanceof Element && target.closest('[role=option]')) touch();
  };
  document.addEventListener('click', choose, true);
}

/**
 * Whether reloading the page could lose something the user has started: a form with unsaved changes,
 * input on this page, an open dialog or cell, or a running upload or download. When in doubt, it returns true.
 */
export function hasUnfinishedWork(): boolean {
  return (
    isInProgress() ||
    touchedAt === location.pathname ||
    document.querySelector('[role=dialog], .g-editor') !== null ||
    // Asks as the browser does when a tab closes, so that the same forms hold back both.
    !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  );
}
