type Look = () => void;

const looks = new Map<Element, Look>();

/**
 * One observer for all: it tells of everything new in a frame together, when the page has its layout, so that
 * looking at sizes costs nothing. Asked for while cells are drawn, each of them would need a layout of its own.
 */
let observer: ResizeObserver | undefined;

function observe(): ResizeObserver {
  return (observer ??= new ResizeObserver((entries) => {
    for (const look of new Set(entries.map(({ target }) => looks.get(target)))) look?.();
  }));
}

/** Calls `look` once the elements have their sizes, before they are painted, and whenever one has another. Answers how to end it. */
export function onSizes(elements: readonly Element[], look: Look): () => void {
  for (const element of elements) {
    looks.set(element, look);
    observe().observe(element);
  }
  return () => {
    for (const element of elements) {
      looks.delete(element);
      observe().unobserve(element);
    }
  };
}
