import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ThreadMarks } from '../../contract/people/threads.ts';
import { threadsKey } from '../client/events/threads-key.ts';
import { call } from '../client/http.ts';
import { loadTexts, useTexts } from '../messages/texts.ts';
import { markText, threadTexts, type Mark } from './thread-texts.ts';

type SaidMarks = { marks: ThreadMarks['data']; textOf: (mark: Mark) => string };

/** So many records are asked about at once: the address of a request has a limit. A page of a list has fewer. */
const MAX_RECORDS = 200;

/** The marks of records, with the texts that say them; undefined until both are there. */
export function useThreadMarks(
  resource: string,
  records: readonly string[],
): SaidMarks | undefined {
  const texts = useTexts('threads');
  const groups = Array.from({ length: Math.ceil(records.length / MAX_RECORDS) }, (_, at) =>
    records.slice(at * MAX_RECORDS, (at + 1) * MAX_RECORDS),
  );
  const marks = useQueries({
    queries: groups.map((group) => ({
      queryKey: [threadsKey(resource), 'marks', group],
      queryFn: ({ signal }: { signal: AbortSignal }) => readMarks(resource, group, signal),
      placeholderData: keepPreviousData,
    })),
    combine: combineMarks,
  });
  return useMemo(
    () => marks && { marks, textOf: (mark: Mark) => markText(texts, mark) },
    [marks, texts],
  );
}

/** The marks of the rows of an import; undefined until they are there, and without a job. */
export function useRowMarks(resource: string, job: string | undefined) {
  return useQuery({
    queryKey: [threadsKey(resource), 'marks', 'job', job],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ resource, job: job ?? '' });
      return (await call<ThreadMarks>(`/api/threads/marks?${query}`, { signal })).json.data;
    },
    enabled: job !== undefined,
  }).data;
}

type Marks = ThreadMarks['data'];

function combineMarks(results: readonly { data: Marks | undefined }[]): Marks | undefined {
  const found = results.flatMap(({ data }) => (data ? [data] : []));
  return found.length === 0 ? undefined : found.flat();
}

async function readMarks(
  resource: string,
  records: readonly string[],
  signal: AbortSignal,
): Promise<Marks> {
  const query = new URLSearchParams({ resource, records: records.join(',') });
  const [{ json }] = await Promise.all([
    call<ThreadMarks>(`/api/threads/marks?${query}`, { signal }),
    loadTexts(threadTexts),
  ]);
  return json.data;
}
