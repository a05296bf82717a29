import { useQuery } from '@tanstack/react-query';
import type { ThreadMarks } from '../../contract/people/threads.ts';
import { threadsKey } from '../client/events/threads-key.ts';
import { call } from '../client/http.ts';
import { loadTexts } from '../messages/texts.ts';
import { threadTexts } from './thread-texts.ts';

type Marks = ThreadMarks['data'];

/** The marks of a record, when the texts that say them are there too; undefined until then. */
export function useRecordMarks(resource: string, record: string): Marks | undefined {
  return useQuery({
    queryKey: [threadsKey(resource), 'marks', record],
    queryFn: async ({ signal }) => {
      const query = { resource, records: record };
      const [marks] = await Promise.all([readMarks(query, signal), loadTexts(threadTexts)]);
      return marks;
    },
  }).data;
}

/** The marks of the rows of an import; undefined until they are there, and without a job. */
export function useRowMarks(resource: string, job: string | undefined): Marks | undefined {
  return useQuery({
    queryKey: [threadsKey(resource), 'marks', 'job', job],
    queryFn: ({ signal }) => readMarks({ resource, job: job ?? '' }, signal),
    enabled: job !== undefined,
  }).data;
}

async function readMarks(query: Record<string, string>, signal: AbortSignal): Promise<Marks> {
  const path = `/api/threads/marks?${new URLSearchParams(query)}`;
  return (await call<ThreadMarks>(path, { signal })).json.data;
}
