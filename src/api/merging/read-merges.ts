import type { Resource } from '../../descriptor/descriptor.ts';
import { listMerges, type MergeSummary } from '../../store/records/duplicates/merges.ts';
import { answerJson } from '../http/answer.ts';
import type { UserCall } from '../http/call.ts';

const MOST = 50;

/** The latest merges of a resource, which can be taken back; no values of any record. */
export async function readMerges(call: UserCall, resource: Resource): Promise<Response> {
  const merges = await listMerges(call.parts.database, resource.name, MOST);
  const data = call.restriction ? await amongTheirs(call, resource, merges) : merges;
  return answerJson(call, 200, JSON.stringify({ data }));
}

/** Those whose record that stays is there for the caller. */
async function amongTheirs(
  { parts }: UserCall,
  resource: Resource,
  merges: readonly MergeSummary[],
): Promise<MergeSummary[]> {
  const ids = merges.map(({ kept }) => kept);
  const seen = await parts.store.findMany(resource, '_id', ids, []);
  const theirs = new Set(seen.map(({ _id }) => _id));
  return merges.filter(({ kept }) => theirs.has(kept));
}
