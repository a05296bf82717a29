import type { ThreadMarks } from '../../contract/people/threads.ts';
import { fillTemplate } from '../../fields/problems/fill-template.ts';
import type { Namespaces } from '../messages/namespaces.ts';

/** The files of the texts, which load with the first thing that needs them. */
export const threadTexts = import.meta.glob('/src/admin/messages/*/record/threads.ts');

export type Mark = Pick<ThreadMarks['data'][number], 'threads' | 'open' | 'unread'>;

/** A mark in words: `2 comments, 1 open query, unread`. */
export function markText(texts: Namespaces['threads'], { threads, open, unread }: Mark): string {
  const parts = [
    fillTemplate(texts.comments, { count: threads }),
    ...(open > 0 ? [fillTemplate(texts.openQueries, { count: open })] : []),
    ...(unread ? [texts.unread] : []),
  ];
  return parts.join(', ');
}

/** The marks of all fields of a record together. */
export function sumMarks(marks: readonly Mark[]): Mark {
  return {
    threads: marks.reduce((sum, { threads }) => sum + threads, 0),
    open: marks.reduce((sum, { open }) => sum + open, 0),
    unread: marks.some(({ unread }) => unread),
  };
}
