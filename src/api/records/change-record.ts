import type { Resource } from '../../descriptor/descriptor.ts';
import { isObject, type JsonObject } from '../../descriptor/json-object.ts';
import { checkRecord, isRecordId } from '../../descriptor/rules/record-check.ts';
import { rulesReadAny } from '../../descriptor/rules/check-rules.ts';
import type { Version, WriteOutcome } from '../../store/store.ts';
import type { UserCall } from '../http/call.ts';
import { actorOf, queryContext } from '../../services/acting.ts';
import { findDerived } from '../../services/records/find-derived.ts';
import type { Reply } from '../http/answer/answer.ts';
import { isRefusal, type Refusal, refuse, refuseAs } from '../../services/refusal.ts';
import { answerWrite, readCurrent, retryWhileStale } from './write-answer.ts';
import { parseIfMatch } from '../http/answer/etag.ts';
import { readChildren } from './read-children.ts';
import { answerWhole, type Whole, writeWhole } from './write-whole.ts';
import { problem } from '../../fields/problems/problem.ts';

/** Changes the given fields (RFC 7396), in one statement unless it has to read an object or check a rule. */
export async function patchRecord(call: UserCall, resource: Resource): Promise<Reply> {
  const { id } = call.params;
  if (!isRecordId(id)) return refuseAs('S001');
  const match = parseIfMatch(call.request);
  if (isRefusal(match)) return match;
  const body = await call.readJson();
  if (isRefusal(body)) return body;
  const read = readChildren(call, resource, body.value);
  if (isRefusal(read)) return read;

  const { expected } = match;
  const whole = { call, resource, id, operation: 'update', ...read } as const;
  return await changeWhole(whole, (inner, own) => {
    const patch: Patch = { call: inner, resource, id, body: own };
    if (!needsCurrent(resource, own)) return writePatch(patch, expected);
    // The record must not change between check and write, even if the client accepts any version.
    return retryWhileStale(expected === '*', async () => {
      const existing = await readCurrent(inner, resource, id, expected);
      if (isRefusal(existing)) return existing;
      return await writePatch({ ...patch, current: existing.current }, existing.current._version);
    });
  });
}

/** Writes a change of the record, and with it the entries of its child lists, if there are any. */
async function changeWhole(whole: Omit<Whole, 'write'>, write: Whole['write']): Promise<Reply> {
  const { call, resource, own, children } = whole;
  if (children.length > 0)
    return answerWhole(call, resource, await writeWhole({ ...whole, write }), 200);
  const outcome = await write(call, own);
  return isRefusal(outcome) ? outcome : answerWrite(call, resource, outcome);
}

type Patch = {
  call: UserCall;
  resource: Resource;
  id: string;
  body: unknown;
  current?: Record<string, unknown>;
};

function needsCurrent(resource: Resource, body: unknown): boolean {
  if (!isObject(body)) return false;
  return Object.values(body).some(isObject) || rulesReadAny(resource, Object.keys(body));
}

async function writePatch(patch: Patch, expected: Version): Promise<WriteOutcome | Refusal> {
  const { call, resource, id, body, current } = patch;
  const change = { mode: 'patch', body, ...(current ? { current } : {}) } as const;
  const checked = checkRecord({ ...queryContext(call, resource), ...change });
  if ('problems' in checked) return refuse(checked.problems, { status: 422 });
  const { store } = call.services;
  return await store.update(resource, id, expected, checked.values, actorOf(call));
}

/** Replaces the whole record. Fields that the caller may not write stay unchanged. */
export async function replaceRecord(call: UserCall, resource: Resource): Promise<Reply> {
  const given = await call.readJson();
  if (isRefusal(given)) return given;
  const read = readChildren(call, resource, given.value);
  if (isRefusal(read)) return read;
  const body = read.own;
  if (!isObject(body)) return refuse(problem('V002', '', { expected: 'object' }));
  const id = body['_id'];
  if (id === undefined || id === null) return refuse(problem('V001', '_id'));
  if (!isRecordId(id)) return refuse(problem('V002', '_id', { expected: 'newId' }));
  const based = expectedOf(call, body);
  if (isRefusal(based)) return based;

  const { expected } = based;
  const whole = { call, resource, id, operation: 'update', ...read } as const;
  return await changeWhole(whole, (inner) =>
    retryWhileStale(expected === '*', async () => {
      const existing = await readCurrent(inner, resource, id, expected);
      if (isRefusal(existing)) return existing;
      const { current } = existing;
      const values = expected === '*' ? withoutStamps(body) : body;
      const derived = await findDerived(inner, resource, values);
      const asked = { mode: 'replace', body: values, current, derived } as const;
      const checked = checkRecord({ ...queryContext(inner, resource), ...asked });
      if ('problems' in checked) return refuse(checked.problems, { status: 422 });
      const { store } = inner.services;
      return await store.update(resource, id, current._version, checked.values, actorOf(inner));
    }),
  );
}

/** The version from `If-Match`, else from `_version` in the body; both must agree. */
function expectedOf(call: UserCall, body: JsonObject): { expected: Version } | Refusal {
  const version = body['_version'];
  const hasVersion = version !== undefined && version !== null;
  if (hasVersion && !(Number.isSafeInteger(version) && Number(version) > 0))
    return refuse(problem('V002', '_version', { expected: 'a whole number from 1' }));
  if (!call.request.headers.has('If-Match'))
    return hasVersion ? { expected: Number(version) } : refuseAs('S002');
  const match = parseIfMatch(call.request);
  if (isRefusal(match) || match.expected === '*' || !hasVersion) return match;
  return match.expected === version ? match : refuse(problem('V010', '_version'));
}

/** A client that overwrites any version sends outdated stamps back, which is no mistake. */
function withoutStamps(body: JsonObject): JsonObject {
  const { updatedAt: _, updatedBy: __, ...rest } = body;
  return rest;
}

export async function removeRecord(call: UserCall, resource: Resource): Promise<Reply> {
  const { id } = call.params;
  if (!isRecordId(id)) return refuseAs('S001');
  const match = parseIfMatch(call.request);
  if (isRefusal(match)) return match;
  const by = actorOf(call);
  const outcome = await call.services.store.remove(resource, id, match.expected, by);
  return answerWrite(call, resource, outcome);
}
