import { useState } from 'react';
import type { RaRecord } from 'react-admin';
import { useChildren } from '../../../record/children/use-children.ts';
import type { Panel } from '../row-tops.ts';

export type Expanded = {
  /** Have records of this resource lists of their own? */
  isPossible: boolean;
  /** Of the rows that are opened, where they are and how high what stands below them is. */
  panels: readonly (Panel & { record: RaRecord })[];
  isOpen(record: RaRecord): boolean;
  /** Opens or closes what stands below a row; without `to` the one that it is not. */
  toggle(record: RaRecord, to?: boolean): void;
  measure(id: RaRecord['id'], height: number): void;
};

/** Until it is known how high it is. */
const GUESS = 132;

/**
 * The rows whose child lists are opened, by their records: in another order they are opened where
 * they are then.
 */
export function useExpanded(rows: readonly RaRecord[]): Expanded {
  const isPossible = useChildren().length > 0;
  const [heights, setHeights] = useState<ReadonlyMap<RaRecord['id'], number>>(new Map());
  const panels =
    heights.size === 0
      ? []
      : rows.flatMap((record, row) => {
          const height = heights.get(record.id);
          return height === undefined ? [] : [{ record, row, height }];
        });
  return {
    isPossible,
    panels,
    isOpen: ({ id }) => heights.has(id),
    toggle({ id }, to) {
      const isToOpen = to ?? !heights.has(id);
      if (!isPossible || isToOpen === heights.has(id)) return;
      const next = new Map(heights);
      if (isToOpen) next.set(id, GUESS);
      else next.delete(id);
      setHeights(next);
    },
    measure: (id, height) =>
      setHeights((now) =>
        height === 0 || !now.has(id) || now.get(id) === height ? now : new Map(now).set(id, height),
      ),
  };
}
