import { useMemo } from 'react';
import type { RaRecord } from 'react-admin';
import { useResource } from '../../../kit/use-resource.ts';
import { sumMarks, type Mark } from '../../../threads/thread-texts.ts';
import { useThreadMarks } from '../../../threads/use-thread-marks.ts';
import type { CommentMark, RecordComments } from '../grid-store.ts';

/** The comments of the records of a list, by `_id`; undefined until they are known. */
export function useComments(
  rows: readonly RaRecord[],
): ReadonlyMap<string, RecordComments> | undefined {
  const { resource } = useResource();
  const ids = rows.map(({ id }) => String(id)).join(',');
  const records = useMemo(() => (ids === '' ? [] : ids.split(',')), [ids]);
  const found = useThreadMarks(resource.name, records);
  return useMemo(() => {
    if (!found) return undefined;
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
    return comments;
  }, [found]);
}
