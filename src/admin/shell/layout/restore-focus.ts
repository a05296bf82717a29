import { isLocked } from '../../client/account/lock.ts';

const TABBABLE = [
  'a[href]',
  'button:not(:disabled)',
  'input:not(:disabled, [type="hidden"])',
  'select:not(:disabled)',
  'textarea:not(:disabled)',
  '[tabindex="0"]',
].join();

/**
 * Keeps the focus of a user whose focused element is removed (WCAG 2.2, 2.4.3): it moves to
 * what takes its place, else to the heading above, never to the body. What was disabled while its
 * work ran, such as a button, takes the focus back. Code that sets the focus itself comes first. Returns a
 * function that stops it.
 */
export function restoreLostFocus(): () => void {
  let last: Element | null = null;
  const enter = ({ target }: FocusEvent): void => {
    last = target instanceof Element && target !== document.body ? target : null;
  };
  // A click on nothing focusable leaves no focus, and that is no loss. A removed element is gone by
  // now; a button disabled by its own click, such as one that deletes, still waits for what follows.
  const leave = ({ target, relatedTarget }: FocusEvent): void => {
    if (relatedTarget !== null || target !== last) return;
    setTimeout(() => {
      if (last?.isConnected && last === target && !last.matches(':disabled') && isLost())
        last = null;
    });
  };
  const changes = new MutationObserver((records) => {
    if (last === null || !isLost()) return;
    const gone = last;
    if (gone.isConnected) {
      const isEnabled = records.some(({ target }) => target === gone) && !gone.matches(':disabled');
      if (!isEnabled) return;
      setTimeout(() => {
        if (last === gone && isLost() && !isLocked()) focus(gone);
      });
      return;
    }
    const place = records.findLast(
      ({ target, removedNodes }) =>
        target.isConnected && [...removedNodes].some((node) => node.contains(gone)),
    );
    setTimeout(() => {
      if (last !== gone || !isLost() || isLocked()) return;
      const near = place && inPlaceOf(place);
      focus(near ?? activeCell() ?? document.querySelector('main'));
      // Only nearby: elsewhere, as on another page, the focus must not scroll the page.
      near?.scrollIntoView({ block: 'nearest' });
    });
  });
  document.addEventListener('focusin', enter);
  document.addEventListener('focusout', leave);
  changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  return () => {
    document.removeEventListener('focusin', enter);
    document.removeEventListener('focusout', leave);
    changes.disconnect();
  };
}

function isLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** What follows the removed element, else what precedes it, else the part of the page it was in. */
function inPlaceOf(record: MutationRecord): Element | undefined {
  const { target } = record;
  // For example a dialog over the page.
  if (target === document.body || !(target instanceof Element)) return undefined;
  if (target.closest('[role="grid"], .g-grid')) return undefined;
  for (const way of ['nextSibling', 'previousSibling'] as const)
    for (let node = record[way]; node?.isConnected; node = node[way]) {
      const focusable = firstTabbable(node);
      if (focusable) return focusable;
    }
  const part = target.closest('[role="dialog"], section, form, aside, header');
  return part ? (part.querySelector('h1, h2, h3') ?? firstTabbable(part) ?? part) : undefined;
}

function firstTabbable(node: Node): Element | undefined {
  if (!(node instanceof Element)) return undefined;
  return [node, ...node.querySelectorAll(TABBABLE)].find(
    (each) =>
      each.matches(TABBABLE) &&
      each.getAttribute('tabindex') !== '-1' &&
      each.closest('[aria-hidden="true"], [inert]') === null &&
      each.checkVisibility(),
  );
}

/** The active cell of the list, where users continue after a dialog about its rows. */
function activeCell(): Element | null {
  return document.querySelector('main .g-grid [data-row][tabindex="0"]');
}

function focus(element: Element | null): void {
  if (!(element instanceof HTMLElement)) return;
  if (!element.matches(TABBABLE) && !element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
