import { z } from 'zod';
import { Distinct, DistinctList, DistinctUndone } from '../../contract/duplicates.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { textIn } from '../../fields/problems/localized-text.ts';
import { problem } from '../../fields/problems/problem.ts';
import { newId } from '../../store/records/sql/new-id.ts';
import {
  findDistinct,
  hasRoomForDistinct,
  listDistinct,
  MAX_PAIRS,
  removeDistinct,
  saveDistinct,
} from '../../store/system/past/distinct-pairs.ts';
import { answer, type Reply } from '../http/answer/answer.ts';
import type { UserCall } from '../http/call.ts';
import { parseBody } from '../http/json-body.ts';
import { json, jsonBody } from '../http/operation/schemas.ts';
import { isRefusal, refuse, refuseAs } from '../../services/refusal.ts';
import { onceRoute, type Right, type Route, route, withArgument } from '../http/route.ts';

/** As many as a group shows. */
const MOST_RECORDS = 20;
const MAX_DISTINCT_GROUPS = 50;

const id = z.string().min(1).max(64);

const body = z.strictObject({
  records: z
    .array(id)
    .min(2)
    .max(MOST_RECORDS)
    .describe('The `_id`s of the records; no two of them are the same thing.'),
});

const SOME_IDS = ['0199c1a0-0000-7000-8000-000000000001', '0199c1a0-0000-7000-8000-000000000002'];

/** The routes to remember that records are not the same, which the search for duplicates then leaves out. */
export function distinctRoutes(resource: Resource): Route[] {
  const { root, name, label } = resource;
  const called = textIn(label, 'en');
  const needs: Right = { may: 'update', of: resource, and: [{ may: 'read', of: resource }] };
  return [
    onceRoute(`POST ${root}/distinct`, withArgument(decide, resource), needs, () => ({
      operationId: `${name}.distinct`,
      summary: `Remember that records of ${called} are not the same`,
      description:
        'No two of these records are found as duplicates of each other again. Changes no record, and can be undone.',
      requestBody: jsonBody(body, { records: SOME_IDS }),
      responses: { 200: json('The decision', Distinct) },
      problems: [404],
    })),
    route(`GET ${root}/distinct`, withArgument(readDecisions, resource), needs, () => ({
      operationId: `${name}.distinctList`,
      summary: `List the latest 50 decisions that records of ${called} are not the same`,
      responses: { 200: json('The decisions, newest first', DistinctList) },
    })),
    onceRoute(`POST ${root}/distinct/:id/undo`, withArgument(undo, resource), needs, () => ({
      operationId: `${name}.undoDistinct`,
      summary: `Undo such a decision about ${called}`,
      responses: { 200: json('The records, which are found again', DistinctUndone) },
    })),
  ];
}

async function decide(call: UserCall, resource: Resource): Promise<Reply> {
  const read = await parseBody(call, body);
  if (isRefusal(read)) return read;
  const records = [...new Set(read.value.records)];
  if (records.length < 2)
    return refuse(problem('V002', 'records.1', { expected: 'a different record' }), {
      status: 422,
    });
  const seen = await findSeen(call, resource, records);
  const missing = records.find((each) => !seen.has(each));
  if (missing !== undefined) return refuseAs('S001', { extra: { _id: missing } });
  if (!(await hasRoomForDistinct(call.services.database, resource.name)))
    return refuse(problem('V016', 'records', { max: MAX_PAIRS }), { status: 422 });
  const decision = newId();
  const by = call.user._id;
  const pairs = await saveDistinct(call.services.database, {
    id: decision,
    resource: resource.name,
    by,
    records,
  });
  // Everything was known already, so there is nothing to undo.
  return answer(call, 200, Distinct, { id: pairs > 0 ? decision : null, pairs });
}

/** The decisions about records that the caller may see. */
async function readDecisions(call: UserCall, resource: Resource): Promise<Response> {
  // Some may be about records that the caller does not see.
  const all = await listDistinct(
    call.services.database.primaryOrReplica,
    resource.name,
    10 * MAX_DISTINCT_GROUPS,
  );
  const seen = await findSeen(
    call,
    resource,
    all.flatMap(({ records }) => records),
  );
  // A deleted record takes its decisions along, until somebody restores it.
  const data = all.filter(({ records }) => records.every((each) => seen.has(each)));
  return answer(call, 200, DistinctList, { data: data.slice(0, MAX_DISTINCT_GROUPS) });
}

async function undo(call: UserCall, resource: Resource): Promise<Reply> {
  const decision = call.params['id'] ?? '';
  const records = await findDistinct(call.services.database, resource.name, decision);
  const seen = await findSeen(call, resource, records);
  if (records.length === 0 || !records.every((each) => seen.has(each))) return refuseAs('S001');
  await removeDistinct(call.services.database, resource.name, decision);
  return answer(call, 200, DistinctUndone, { records });
}

async function findSeen(
  { services }: UserCall,
  resource: Resource,
  ids: readonly string[],
): Promise<Set<string>> {
  const records = await services.store.findMany(resource, '_id', [...new Set(ids)], []);
  return new Set(records.map(({ _id }) => _id));
}
