import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { RaRecord } from 'react-admin';
import type { ThreadMarks } from '../../../../contract/people/threads.ts';
import { THREADS } from '../../../../descriptor/filter/filter.ts';
import { useLanguage } from '../../../messages/language.ts';
import { loadTexts, useTexts } from '../../../messages/texts.ts';
import { markText, sumMarks, threadTexts, type Mark } from '../../../threads/thread-texts.ts';
import type { CommentMark, RecordComments } from '../grid-store.ts';

/** How many threads a list says that a record has; null: none. */
type Counted = { [THREADS]?: readonly Omit<ThreadMarks['data'][number], 'record'>[] | null };

/** The comments of the records of a list, by `_id`; undefined until they are known with their texts. */
export function useComments(
  rows: readonly (RaRecord & Counted)[],
): ReadonlyMap<string, RecordComments> | undefined {
  const texts = useTexts('threads');
  const hasTexts = useThreadTexts(rows.some((row) => row[THREADS]));
  return useMemo(() => {
    if (!hasTexts) return undefined;
    const toMark = (mark: Mark): CommentMark => ({
      text: markText(texts, mark),
      count: mark.threads,
      isOpen: mark.open > 0,
    });
    const comments = new Map<string, RecordComments>();
    for (const { id, [THREADS]: marks } of rows) {
      if (!marks) continue;
      const cells = marks.flatMap((mark) =>
        mark.field === null ? [] : [[mark.field, toMark(mark)] as const],
      );
      comments.set(String(id), {
        whole: toMark(sumMarks(marks)),
        cells: Object.fromEntries(cells),
      });
    }
    return comments;
  }, [rows, texts, hasTexts]);
}

/** Loads the texts where they are needed; whether they are there, or not needed. */
function useThreadTexts(areNeeded: boolean): boolean {
  const language = useLanguage();
  const { isSuccess } = useQuery({
    queryKey: ['texts of threads', language],
    queryFn: async () => {
      await loadTexts(threadTexts);
      return true;
    },
    enabled: areNeeded,
    staleTime: Infinity,
  });
  return !areNeeded || isSuccess;
}
