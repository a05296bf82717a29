import { useLayoutEffect, useRef, useState } from 'react';
import type { PageMatch } from './use-search.ts';

type PageMarksProps = {
  /** Of the page, from 0. */
  number: number;
  matches: readonly PageMatch[];
  active: PageMatch | undefined;
  /** The elements with the text, in its order. */
  pieces: readonly HTMLElement[];
};

type Mark = { match: PageMatch; left: number; top: number; width: number; height: number };

/** Marks what a search has found on a page. They lie below the text, which stays as it is. */
export function PageMarks({ number, matches, active, pieces }: PageMarksProps) {
  const layer = useRef<HTMLDivElement>(null);
  const [marks, setMarks] = useState<readonly Mark[]>([]);
  useLayoutEffect(() => {
    const page = layer.current!.getBoundingClientRect();
    const own = matches.filter(({ page: at }) => at === number);
    setMarks(own.flatMap((match) => marksOf(match, pieces, page)));
  }, [number, matches, pieces]);
  useLayoutEffect(() => {
    const at = marks.findIndex(({ match }) => match === active);
    layer.current!.children[at]?.scrollIntoView({ block: 'start', inline: 'nearest' });
  }, [active, marks]);
  return (
    <div ref={layer} className="pdf-marks" aria-hidden>
      {marks.map(({ match, ...place }, at) => (
        <div
          key={at}
          data-active={match === active || undefined}
          style={Object.fromEntries(
            Object.entries(place).map(([side, part]) => [side, `${part}%`]),
          )}
        />
      ))}
    </div>
  );
}

/** In percent of the page, so that they fit at any size. */
function marksOf(match: PageMatch, pieces: readonly HTMLElement[], page: DOMRect): Mark[] {
  const [start, end] = [pieces[match.from.item]?.firstChild, pieces[match.to.item]?.firstChild];
  if (!start || !end || page.width === 0) return [];
  const range = document.createRange();
  range.setStart(start, Math.min(match.from.at, lengthOf(start)));
  range.setEnd(end, Math.min(match.to.at, lengthOf(end)));
  return [...range.getClientRects()].map(({ left, top, width, height }) => ({
    match,
    left: ((left - page.left) / page.width) * 100,
    top: ((top - page.top) / page.height) * 100,
    width: (width / page.width) * 100,
    height: (height / page.height) * 100,
  }));
}

function lengthOf(node: Node): number {
  return node.textContent?.length ?? 0;
}
