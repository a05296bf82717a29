import { readableFields } from '../../descriptor/access.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { isRecordId } from '../../descriptor/rules/record-check.ts';
import { findMerged } from '../../store/system/past/merges.ts';
import { type Filter, oneRecordPaging } from '../../descriptor/filter/filter.ts';
import { AS_OF } from '../../descriptor/filter/past-query.ts';
import { returnMemory } from '../../store/memory/free-memory.ts';
import { findUnknown } from '../http/query-reader.ts';
import { readListQuery } from './read-list-query.ts';
import { answerEmpty, answerJson, type Reply } from '../http/answer/answer.ts';
import type { UserCall } from '../http/call.ts';
import { isRefusal, refuseAs, refuseQuery } from '../../services/refusal.ts';
import { matchesEtag } from '../http/answer/etag.ts';
import { toEtag } from '../../contract/to-etag.ts';

export async function getRecord(call: UserCall, resource: Resource): Promise<Reply> {
  const { descriptor, role, services, params, request } = call;
  const { id } = params;
  const unknown = findUnknown(call.query, [AS_OF]);
  if (unknown.length > 0) return refuseQuery(unknown);
  if (!isRecordId(id)) return refuseAs('S001');
  if (call.query.has(AS_OF)) return await getPastRecord(call, resource, id);
  const row = await services.store.get(resource, id, readableFields(descriptor, role, resource));
  if (!row) return (await leadOn(call, resource, id)) ?? refuseAs('S001');

  const etag = toEtag(row.version);
  if (matchesEtag(request.headers.get('If-None-Match'), etag))
    return answerEmpty(call, 304, { ETag: etag });
  return answerJson(call, 200, row.json, { ETag: etag });
}

/** The record as it was at a moment; it has no ETag, because nobody can change it. */
async function getPastRecord(call: UserCall, resource: Resource, id: string): Promise<Reply> {
  const list = await readListQuery(call, resource, call.query);
  if (isRefusal(list)) return list;
  const { query, readable } = list;
  const filter: Filter = { path: '_id', operator: 'eq', operands: [id] };
  const one = { ...query, ...oneRecordPaging, filter };
  const { json, count } = await call.services.store.list(resource, one, readable);
  const record = json.subarray(1, -1).toString();
  returnMemory(json);
  return count === 0 ? refuseAs('S001') : answerJson(call, 200, record, {});
}

/** Redirects from a merged record to the kept one, if the caller may see that. */
async function leadOn(
  call: UserCall,
  resource: Resource,
  id: string,
): Promise<Response | undefined> {
  const { services } = call;
  if (resource.duplicates.length === 0) return undefined;
  const kept = await findMerged(services.database.primaryOrReplica, resource.name, id);
  if (kept === undefined || !(await services.store.get(resource, kept, []))) return undefined;
  return answerEmpty(call, 308, { Location: `${resource.root}/${kept}` });
}
