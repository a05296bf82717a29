import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Job, JobRow } from '../../../contract/jobs.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { CommentsButton } from '../../kit/beside/comments-button.tsx';
import { openThreads, writeThread } from '../../kit/beside/open-threads.ts';
import { useResource } from '../../kit/use-resource.ts';
import { useTexts } from '../../messages/texts.ts';
import { useRowMarks } from '../../threads/use-thread-marks.ts';

/** What opens the comments of the rows of an import; undefined where the user sees none. */
export function useRowComments(job: Job) {
  const { resource, may } = useResource();
  const isOffered = job.kind === 'import' && may('comment') && may('read');
  const marks = useRowMarks(resource.name, isOffered ? job.id : undefined);
  const { outcomes } = useTexts('files');
  useLinked(job);
  if (!isOffered) return undefined;
  return (row: JobRow) => ({
    count: marks?.find(({ record }) => record === String(row.row))?.threads ?? 0,
    open: () =>
      writeThread({
        resource: resource.name,
        job: job.id,
        row: row.row,
        title: `${job.file.name} · ${outcomes.row} ${row.row}`,
      }),
  });
}

export type RowComments = ReturnType<NonNullable<ReturnType<typeof useRowComments>>>;

/** Opens the comments of a row, and says how many there are. */
export function RowCommentsButton({
  row,
  comments,
}: {
  row: JobRow;
  comments: RowComments | undefined;
}) {
  const texts = useTexts('import-rows');
  if (!comments) return null;
  const { count, open } = comments;
  const text = count === 0 ? texts.comment : fillTemplate(texts.comments, { count });
  const label = fillTemplate(texts.commentsOf, { row: row.row, comments: text });
  return <CommentsButton text={text} aria-label={label} onClick={open} />;
}

/** An address with `?thread=`, such as those of the inbox, opens the comments of the import at this one. */
function useLinked({ id: job, resource, file }: Job): void {
  const [query] = useSearchParams();
  const thread = query.get('thread');
  useEffect(() => {
    if (thread !== null) openThreads.set({ resource, job, title: file.name, thread, opener: null });
  }, [resource, job, file.name, thread]);
}
