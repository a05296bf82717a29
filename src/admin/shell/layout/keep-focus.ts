import { isLocked } from '../../client/lock.ts';

const TABBABLE = [
  'a[href]',
  'button:not(:disabled)',
  'input:not(:disabled, [type="hidden"])',
  'select:not(:disabled)',
  'textarea:not(:disabled)',
  '[tabindex="0"]',
].join();

/**
 * Who acts on something that goes keeps the focus (WCAG 2.2, 2.4.3): when the element that has it is
 * removed, it goes to what stands in its place, else to the heading above, and never to the body.
 * Whoever gives the focus to something of their own is asked first. Answers how to end it.
 */
export function keepFocus(): () => void {
  let last: Element | null = null;
  const enter = ({ target }: FocusEvent): void => {
    last = target instanceof Element && target !== document.body ? target : null;
  };
  // A click beside everything leaves nothing focused, and nothing was lost. What was removed is so by now;
  // a button that was disabled by its own click, as one that deletes, still waits for what follows.
  const leave = ({ target, relatedTarget }: FocusEvent): void => {
    if (relatedTarget !== null || target !== last) return;
    setTimeout(() => {
      if (last?.isConnected && last === target && !last.matches(':disabled') && isLost())
        last = null;
    });
  };
  const changes = new MutationObserver((records) => {
    if (last === null || last.isConnected || !isLost()) return;
    const gone = last;
    const place = records.findLast(
      ({ target, removedNodes }) =>
        target.isConnected && [...removedNodes].some((node) => node.contains(gone)),
    );
    setTimeout(() => {
      if (last !== gone || !isLost() || isLocked()) return;
      const near = place && inPlaceOf(place);
      focus(near ?? activeCell() ?? document.querySelector('main'));
      // Far from what went, as on another page, the focus must not take the scroll with it.
      near?.scrollIntoView({ block: 'nearest' });
    });
  });
  document.addEventListener('focusin', enter);
  document.addEventListener('focusout', leave);
  changes.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener('focusin', enter);
    document.removeEventListener('focusout', leave);
    changes.disconnect();
  };
}

function isLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** What follows what was removed, else what comes before it, else the part of the page it was in. */
function inPlaceOf(record: MutationRecord): Element | undefined {
  const { target } = record;
  // What was open over the page, such as a dialog.
  if (target === document.body || !(target instanceof Element)) return undefined;
  if (target.closest('[role="grid"]')) return undefined;
  for (const way of ['nextSibling', 'previousSibling'] as const)
    for (let node = record[way]; node?.isConnected; node = node[way]) {
      const found = firstTabbable(node);
      if (found) return found;
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

/** Of the list: where it goes on for who came from a dialog about its rows. */
function activeCell(): Element | null {
  return document.querySelector('main [role="grid"] [data-row][tabindex="0"]');
}

function focus(element: Element | null): void {
  if (!(element instanceof HTMLElement)) return;
  if (!element.matches(TABBABLE) && !element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
