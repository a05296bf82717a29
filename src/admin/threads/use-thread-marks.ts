import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ThreadMarks } from '../../contract/people/threads.ts';
import { threadsKey } from '../client/events/threads-key.ts';
import { call } from '../client/http.ts';
import { loadTexts, useTexts } from '../messages/texts.ts';
import { markText, threadTexts, type Mark } from './thread-texts.ts';

type SaidMarks = { marks: ThreadMarks['data']; textOf: (mark: Mark) => string };

/** The marks of records in one request, with the texts that say them; undefined until both are there. */
export function useThreadMarks(
  resource: string,
  records: readonly string[],
): SaidMarks | undefined {
  const texts = useTexts('threads');
  const { data } = useQuery({
    queryKey: [threadsKey(resource), 'marks', records],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ resource, records: records.join(',') });
      const [{ json }] = await Promise.all([
        call<ThreadMarks>(`/api/threads/marks?${query}`, { signal }),
        loadTexts(threadTexts),
      ]);
      return json.data;
    },
    enabled: records.length > 0,
    placeholderData: keepPreviousData,
  });
  return data && { marks: data, textOf: (mark) => markText(texts, mark) };
}
