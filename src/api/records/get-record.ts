import { readableFields } from '../../descriptor/access.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { isRecordId } from '../../descriptor/rules/record-check.ts';
import { findMerged } from '../../store/records/merges.ts';
import { answerEmpty, answerJson } from '../http/answer.ts';
import type { UserCall } from '../http/call.ts';
import { refuseAs, type Reply } from '../http/refusal.ts';
import { matchesEtag, toEtag } from './etag.ts';

export async function getRecord(call: UserCall, resource: Resource): Promise<Reply> {
  const { descriptor, role, parts, params, request } = call;
  const { id } = params;
  if (!isRecordId(id)) return refuseAs('S001');
  const found = await parts.store.get(resource, id, readableFields(descriptor, role, resource));
  if (!found) return (await leadOn(call, resource, id)) ?? refuseAs('S001');

  const etag = toEtag(found.version);
  if (matchesEtag(request.headers.get('If-None-Match'), etag))
    return answerEmpty(call, 304, { ETag: etag });
  return answerJson(call, 200, found.json, { ETag: etag });
}

/** Redirects from a merged record to the kept one, if the caller may see that. */
async function leadOn(
  call: UserCall,
  resource: Resource,
  id: string,
): Promise<Response | undefined> {
  const { parts } = call;
  if (resource.duplicates.length === 0) return undefined;
  const kept = await findMerged(parts.database, resource.name, id);
  if (kept === undefined || !(await parts.store.get(resource, kept, []))) return undefined;
  return answerEmpty(call, 308, { Location: `${resource.root}/${kept}` });
}
