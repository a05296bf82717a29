import { useLayoutEffect, useState, type RefObject } from 'react';
import { HEAD } from '../list/grid/density.ts';

/** Room above and below a name. */
const AIR = 8;

/** As high as the longest name needs on its lines, at whatever size and spacing the reader has texts. */
export function useHeadHeight(row: RefObject<HTMLElement | null>, drawn: unknown): number {
  const [height, setHeight] = useState(HEAD);
  useLayoutEffect(() => {
    const names = [...(row.current?.querySelectorAll<HTMLElement>('.g-name') ?? [])];
    const look = (): void =>
      setHeight(Math.max(HEAD, ...names.map(({ offsetHeight }) => offsetHeight + AIR)));
    const sizes = new ResizeObserver(look);
    for (const name of names) sizes.observe(name);
    return () => sizes.disconnect();
  }, [row, drawn]); // oxlint-disable-line react-hooks/exhaustive-deps, react/exhaustive-effect-dependencies
  return height;
}
