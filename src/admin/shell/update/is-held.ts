import { isInProgress } from '../../client/progress.ts';

/** Searching and filtering begin nothing that could be lost: the address keeps what counts of them. */
const PASSING = 'input[type="search"], [data-passing], .g-filter-row, main aside';

/** Where something was last typed or chosen. */
let touchedAt: string | undefined;

/** Remembers on which page somebody has begun something; going to another page, they have left it. */
export function watchInput(): void {
  const touch = (): void => {
    // An option is chosen in a list of its own; what it is for still has the focus.
    if (!document.activeElement?.closest(PASSING)) touchedAt = location.pathname;
  };
  document.addEventListener(
    'input',
    ({ target }) => {
      if (!(target instanceof Element && target.closest(PASSING))) touch();
    },
    true,
  );
  // A choice from a list of our own is no input to the browser.
  const choose = ({ target }: Event): void => {
    if (target instanceof Element && target.closest('[role=option]')) touch();
  };
  document.addEventListener('click', choose, true);
}

/**
 * Whether loading the page anew could cost somebody what they have begun: a form asks to stay, something
 * was typed on this page, a dialog or a cell is open, or a file is on its way. Rather once too often.
 */
export function isHeld(): boolean {
  return (
    isInProgress() ||
    touchedAt === location.pathname ||
    document.querySelector('[role=dialog], .g-editor') !== null ||
    // Asks as the browser does when a tab is closed, so that whoever holds a tab also holds this.
    !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  );
}
