import type { Resource } from '../../descriptor/descriptor.ts';
import { checkRecord } from '../../descriptor/rules/record-check.ts';
import type { Actor, StoredRecord } from '../../store/store.ts';
import { answerJson, type Reply } from '../http/answer/answer.ts';
import type { UserCall } from '../http/call.ts';
import { actorOf, queryContext } from '../../services/acting.ts';
import { bodyFingerprint, isRepeatable, onlyOnce } from '../http/only-once.ts';
import { hasDerivedDefaults } from '../../descriptor/rules/derived-defaults.ts';
import { findDerived, type Derived } from '../../services/records/find-derived.ts';
import { checkNewId } from '../../services/reserved-ids.ts';
import { isRefusal, type Refusal, refuse } from '../../services/refusal.ts';
import { toEtag } from '../../contract/to-etag.ts';
import { readChildren, type WholeBody } from './read-children.ts';
import { answerWhole, chooseId, type Whole, writeWhole } from './write-whole.ts';
import { answerWrite } from './write-answer.ts';
import { toVisibleRecord, refuseWrite } from '../../services/refuse-write.ts';

export async function createRecord(call: UserCall, resource: Resource): Promise<Reply> {
  const body = await call.readJson();
  if (isRefusal(body)) return body;
  const read = readChildren(call, resource, body.value);
  if (isRefusal(read)) return read;
  if (read.children.length > 0) return await createWhole(call, resource, read, body.value);

  const derived = hasDerivedDefaults(resource) && (await findDerived(call, resource, read.own));
  const checked = check(call, resource, read.own, derived || {});
  if (isRefusal(checked)) return checked;
  const by = actorOf(call);
  if (isRepeatable(call)) return await createOnce(call, resource, { ...checked, by }, body.value);
  const outcome = await call.services.store.create(resource, checked.values, by, checked.id);
  return answerWrite(call, resource, outcome, 201);
}

function check(
  call: UserCall,
  resource: Resource,
  body: unknown,
  derived: Derived,
): { values: Record<string, unknown>; id?: string } | Refusal {
  const checked = checkRecord({ ...queryContext(call, resource), mode: 'create', body, derived });
  if ('problems' in checked) return refuse(checked.problems, { status: 422 });
  const unusable = checkNewId(checked.id, resource, call.services);
  return unusable.length > 0 ? refuse(unusable, { status: 422 }) : checked;
}

/** Creates the record together with records of its child lists. */
async function createWhole(
  call: UserCall,
  resource: Resource,
  read: WholeBody,
  body: unknown,
): Promise<Reply> {
  const write: Whole['write'] = async (inner, own) => {
    const checked = check(inner, resource, own, await findDerived(inner, resource, own));
    if (isRefusal(checked)) return checked;
    return await inner.services.store.create(resource, checked.values, actorOf(inner), checked.id);
  };
  const { children } = read;
  const { own, id } = chooseId(read.own);
  const whole: Whole = { call, resource, children, own, id, operation: 'create', write };
  const written = await onlyOnce(call, bodyFingerprint(call, body), (keep) =>
    writeWhole(whole, keep),
  );
  return answerWhole(call, resource, written, 201);
}

/** Writes the record together with the response that is stored for repeated requests. */
async function createOnce(
  call: UserCall,
  resource: Resource,
  { values, by, id }: { values: Record<string, unknown>; by: Actor; id?: string },
  body: unknown,
): Promise<Reply> {
  const seen = (record: StoredRecord) => JSON.stringify(toVisibleRecord(call, resource, record));
  const answer = await onlyOnce(call, bodyFingerprint(call, body), async (keep) => {
    const outcome = await call.services.store.transaction(async (store, sql) => {
      const result = await store.create(resource, values, by, id);
      if ('record' in result) await keep(sql, seen(result.record));
      return result;
    });
    return 'failure' in outcome ? refuseWrite(call, resource, outcome) : seen(outcome.record);
  });
  if (typeof answer !== 'string') return answer;
  const { _id, _version } = JSON.parse(answer) as { _id: string; _version: number };
  const headers = { ETag: toEtag(_version), Location: `${resource.root}/${_id}` };
  return answerJson(call, 201, answer, headers);
}
