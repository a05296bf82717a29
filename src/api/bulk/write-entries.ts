import { BulkAnswer, type EntryResult } from '../../contract/bulk.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { retryConflicts } from '../../store/connection/errors.ts';
import type { Store } from '../../store/store.ts';
import type { UserCall } from '../http/call.ts';
import { queryContext, type SaveAnswer } from '../../services/acting.ts';
import { toJson } from '../../contract/answer-of.ts';
import { answerJson } from '../http/answer/answer.ts';
import type { ParsedEntries } from '../records/entries/parse-entries.ts';
import { markNotDone, type Planning, toEntriesSummary } from '../records/entries/plan-entry.ts';
import { writeEach } from '../records/entries/write-each.ts';
import { abortWith, untilAborted } from '../../services/abort.ts';

/**
 * Writes records with values of their own: first creations and changes together, then removals. The results
 * are in the order of the request. With `keep` all of it is one transaction together with the stored
 * response, so that a server that dies leaves nothing that a repeated call would write again.
 */
export async function writeEntries(
  call: UserCall,
  resource: Resource,
  { entries, atomic }: ParsedEntries,
  keep?: SaveAnswer,
): Promise<Response> {
  const planning: Planning = { call, resource, context: queryContext(call, resource) };
  const { store } = call.services;
  const text =
    atomic || keep
      ? await writeTogether(planning, store, { entries, atomic }, keep)
      : toText(await writeEach(planning, store, entries));
  return answerJson(call, 200, text);
}

function toText(results: readonly EntryResult[]): string {
  return toJson(BulkAnswer, toEntriesSummary(results));
}

async function writeTogether(
  planning: Planning,
  store: Store,
  { entries, atomic }: ParsedEntries,
  keep: SaveAnswer | undefined,
): Promise<string> {
  const writeAll = () =>
    store.transaction(async (inside, sql) => {
      const results = await writeEach(planning, inside, entries);
      const isLacking = atomic && results.some(({ status }) => status === 'failed');
      if (isLacking) abortWith(toText(markNotDone(results)));
      const text = toText(results);
      await keep?.(sql, text);
      return text;
    });
  return await untilAborted(() => retryConflicts(writeAll));
}
