import { useEffect, useMemo } from 'react';
import type { RaRecord } from 'react-admin';
import { useResource } from '../../../kit/use-resource.ts';
import { sumMarks, type Mark } from '../../../threads/thread-texts.ts';
import { useThreadMarks } from '../../../threads/use-thread-marks.ts';
import { useGrid } from '../grid-context.tsx';
import type { CommentMark, RecordComments } from '../grid-store.ts';

/** Gives the rows and cells of a grid the marks of their comments. It draws nothing itself. */
export function GridComments({ rows }: { rows: readonly RaRecord[] }) {
  const { resource } = useResource();
  const { store } = useGrid();
  const ids = rows.map(({ id }) => String(id)).join(',');
  const records = useMemo(() => (ids === '' ? [] : ids.split(',')), [ids]);
  const found = useThreadMarks(resource.name, records);
  useEffect(() => {
    if (!found) return;
    const toMark = (mark: Mark): CommentMark => ({
      text: found.textOf(mark),
      count: mark.threads,
      isOpen: mark.open > 0,
    });
    const comments = new Map<string, RecordComments>();
    for (const [id, marks] of Map.groupBy(found.marks, ({ record }) => record)) {
      const cells = marks.flatMap((mark) =>
        mark.field === null ? [] : [[mark.field, toMark(mark)] as const],
      );
      comments.set(id, { whole: toMark(sumMarks(marks)), cells: Object.fromEntries(cells) });
    }
    store.set({ comments });
  }, [found, store]);
  return null;
}
