import type { Resource } from '../../descriptor/descriptor.ts';
import { listMerges } from '../../store/merging/merges.ts';
import { answerJson } from '../answer.ts';
import type { UserCall } from '../call.ts';

const MOST = 50;

/** The latest merges of a resource, which can be taken back; no values of any record. */
export async function readMerges(call: UserCall, resource: Resource): Promise<Response> {
  const data = await listMerges(call.parts.database, resource.name, MOST);
  return answerJson(call, 200, JSON.stringify({ data }));
}
