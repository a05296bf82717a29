import { requireLast } from '../../fields/require-entry.ts';
import { FilePages, type FoundText } from '../../contract/files.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { problem } from '../../fields/problems/problem.ts';
import { parseTextQuery, termsToFind } from '../../fields/text/text-query.ts';
import { toSnippet } from '../../files/text-snippet.ts';
import { yieldToEventLoop } from '../../files/yield-to-event-loop.ts';
import { findPages, isTextRead } from '../../store/system/files/find-pages.ts';
import { answer, type Reply } from '../http/answer/answer.ts';
import type { UserCall } from '../http/call.ts';
import { createQueryReader } from '../http/query-reader.ts';
import { refuse, refuseQuery } from '../../services/refusal.ts';
import { findRecordFile } from './get-file.ts';

const MAX_PAGES = 100;

/** The pages of a file of a record that have the words of a search. */
export async function searchPages(call: UserCall, resource: Resource): Promise<Reply> {
  const { services, params } = call;
  const file = await findRecordFile(call, resource, params['id'], params['file']);
  if (!file) return refuse(problem('S001', 'file'));
  const reader = createQueryReader(call.query);
  const query = parseTextQuery(reader.text('q') ?? '');
  const after = Number(reader.cursor(/^\d{1,6}$/) ?? 0);
  const problems = reader.problems();
  if (!query) problems.unshift(problem('Q004', 'q', { expected: 'searchWords' }));
  if (!query || problems.length > 0) return refuseQuery(problems);
  const pages = await findPages(services.database.primaryOrReplica, query, file.sha256, {
    after,
    most: MAX_PAGES + 1,
  });
  const data: FoundText[] = [];
  for (const { page, text } of pages.slice(0, MAX_PAGES)) {
    await yieldToEventLoop();
    const { text: snippet, marks } = toSnippet(text, termsToFind(query));
    data.push({ page, snippet, marks });
  }
  const next = pages.length > MAX_PAGES ? String(requireLast(data).page) : null;
  const isRead = await isTextRead(services.database.primaryOrReplica, file.sha256);
  return answer(call, 200, FilePages, { data, next, isRead });
}
