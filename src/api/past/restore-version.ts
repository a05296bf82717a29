import { headOf } from '../../fields/text/head-of-path.ts';
import { requireEntry } from '../../fields/require-entry.ts';
import { z } from 'zod';
import { mayWrite, readableFields } from '../../descriptor/access.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { emptyOf } from '../../descriptor/field-check.ts';
import { isSameJson, type JsonObject } from '../../descriptor/json-object.ts';
import { partnersOf } from '../../descriptor/partners-of.ts';
import { toSeenProblems } from '../../descriptor/permissions/seen-problems.ts';
import { checkRecord, isRecordId } from '../../descriptor/rules/record-check.ts';
import { suggestHint } from '../../descriptor/suggest.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import type { Actor, Store, StoredRecord, WriteOutcome } from '../../store/store.ts';
import { beginReturn } from '../../store/schema/writer.ts';
import { isInTrash } from '../../store/system/past/record-history.ts';
import { abortWith, untilAborted } from '../../services/abort.ts';
import type { UserCall } from '../http/call.ts';
import { actorOf, queryContext } from '../../services/acting.ts';
import type { Reply } from '../http/answer/answer.ts';
import { parseBody } from '../http/json-body.ts';
import { isRefusal, type Refusal, refuse, refuseAs } from '../../services/refusal.ts';
import { parseIfMatch } from '../http/answer/etag.ts';
import { answerWrite, readCurrent, retryWhileStale } from '../records/write-answer.ts';
import { MAX_VERSION, type Past, readPast } from './read-version.ts';
import { pastFields } from './to-version.ts';
import { findSubject } from './visible-versions.ts';
import { isDerived } from '../../fields/type/is-derived.ts';

export const restoreBody = z.strictObject({
  version: z.int().min(1).max(MAX_VERSION).describe('The version to restore.'),
  fields: z
    .array(z.string())
    .min(1)
    .max(1000)
    .optional()
    .describe('Restores only these fields; without it, all that differ.'),
});

/**
 * Restores a version of a record, or some fields of it, by an ordinary update. If any field cannot have its earlier
 * value today, it lists all of them and changes nothing.
 */
export async function restoreVersion(call: UserCall, resource: Resource): Promise<Reply> {
  const { id } = call.params;
  if (!isRecordId(id)) return refuseAs('S001');
  const match = parseIfMatch(call.request);
  if (isRefusal(match)) return match;
  const body = await parseBody(call, restoreBody);
  if (isRefusal(body)) return body;
  const { version, fields } = body.value;
  const unknown = checkNames(call, resource, fields ?? []);
  if (unknown.length > 0) return refuse(unknown, { status: 422 });

  return await retryWhileStale(match.expected === '*', async () => {
    const existing = await readCurrent(call, resource, id, match.expected);
    if (isRefusal(existing)) return await refuseDeleted(call, resource, id, existing);
    const { current } = existing;
    const past = await readPast(call, resource, { id, version, current });
    if (isRefusal(past)) return past;
    const names = fields ? withPartners(call, resource, fields) : restorable(call, resource);
    const erased = names.filter((name) => past.erased.includes(name));
    const values = Object.fromEntries(
      names
        // A record keeps its number, and has none before the field was declared.
        .filter((name) => !erased.includes(name) && !resource.fields.get(name)?.numbering)
        .map(
          (name) =>
            [name, past.state[name] ?? emptyOf(requireEntry(resource.fields, name))] as const,
        )
        .filter(([name, value]) => !isSameJson(value, current[name])),
    );
    const problems = erased.map((name) => problem('S018', name));
    const restored = isWhole(resource, { ...current, ...values }, past) ? 'whole' : 'values';
    return await write({ call, resource, id, current, values, restored }, problems);
  });
}

/** What has a past, except for values that the code of the installation computes again. */
function restorable(call: UserCall, resource: Resource): string[] {
  return pastFields(call, resource).filter((name) => !isDerived(resource.fields.get(name)));
}

/** Half of `<0.5` would be another value: what is written together is restored together. */
function withPartners(call: UserCall, resource: Resource, names: readonly string[]): string[] {
  const past = restorable(call, resource);
  const isPossible = (name: string) =>
    past.includes(name) && mayWrite(call.descriptor, call.role, resource, name);
  const partners = names.flatMap((name) => partnersOf(resource, name)).filter(isPossible);
  return [...new Set([...names, ...partners])];
}

/** Whether a record is again as it was in a version, also in the fields that the caller may not read. */
function isWhole({ fields }: Resource, record: JsonObject, { state, erased }: Past): boolean {
  const stored = [...fields.values()].filter((field) => !isDerived(field) && !field.numbering);
  return stored.every((field) => {
    const empty = emptyOf(field);
    const isSame = isSameJson(record[field.name] ?? empty, state[field.name] ?? empty);
    return isSame && !erased.includes(field.name);
  });
}

/** A field that the caller may not read counts as unknown, as does one that was dropped since. */
function checkNames(call: UserCall, resource: Resource, names: readonly string[]): Problem[] {
  const { descriptor, role } = call;
  const readable = readableFields(descriptor, role, resource);
  const past = restorable(call, resource);
  return names.flatMap((name, at) => {
    if (past.includes(name)) return [];
    const path = `fields.${at}`;
    if (readable.includes(name)) return [problem('V010', path)];
    return [problem('V009', path, {}, at < 20 ? suggestHint(name, past) : undefined)];
  });
}

/** Says of a deleted record that it is in the trash, to those who may see how it last was. */
async function refuseDeleted(
  call: UserCall,
  resource: Resource,
  id: string,
  refusal: Refusal,
): Promise<Refusal> {
  if (refusal.refused[0].code !== 'S001') return refusal;
  const subject = await findSubject(call, resource, id);
  const isThere = subject && 'deleted' in subject;
  return isThere && (await isInTrash(call.services.database, resource.name, id))
    ? refuseAs('S020')
    : refusal;
}

type Restore = {
  call: UserCall;
  resource: Resource;
  id: string;
  current: StoredRecord;
  values: JsonObject;
  restored: 'values' | 'whole';
};

async function write(restore: Restore, problems: readonly Problem[]): Promise<Reply> {
  const { call, resource, id, current } = restore;
  const checked = check(restore, restore.values);
  if ('values' in checked && problems.length === 0) {
    const expected = current._version;
    const update = (store: Store) =>
      store.update(resource, id, expected, checked.values, actor(call));
    const { store } = call.services;
    const outcome =
      restore.restored === 'whole' && resource.states.size > 0
        ? await store.transaction(async (inside, sql) => {
            await beginReturn(sql, resource, [id]);
            return await update(inside);
          })
        : await update(store);
    if (!isConflict(outcome)) return answerWrite(call, resource, outcome);
  }
  const conflicts = await untilAborted<Problem[]>(() =>
    call.services.store.transaction(async (store) =>
      abortWith(await findConflicts(store, restore, problems)),
    ),
  );
  return refuse(toSeenProblems(call, resource, conflicts), { status: 409 });
}

function actor(call: UserCall): Actor {
  return { ...actorOf(call), way: 'restore' };
}

function check({ call, resource, current, restored }: Restore, values: JsonObject) {
  return checkRecord({
    ...queryContext(call, resource),
    mode: 'patch',
    wholeObjects: true,
    past: restored,
    body: values,
    current,
  });
}

type Conflict = { failure: 'invalid' | 'duplicate'; problems: Problem[] };

function isConflict(outcome: WriteOutcome): outcome is Conflict {
  return 'failure' in outcome && (outcome.failure === 'invalid' || outcome.failure === 'duplicate');
}

/**
 * All that stands against the earlier values. The checks and the database each name only some of it, so it tries
 * again without the fields that are known to fail, in a transaction that is rolled back.
 */
async function findConflicts(
  store: Store,
  restore: Restore,
  knownProblems: readonly Problem[],
): Promise<Problem[]> {
  const { call, resource, id, current } = restore;
  const problems = [...knownProblems];
  let values = restore.values;
  for (let first = true; Object.keys(values).length > 0; first = false) {
    const checked = check(restore, values);
    if ('problems' in checked) {
      // Without a field that failed, a rule about two fields may be broken; that is no news.
      if (!first) break;
      problems.push(...checked.problems.map((each) => asPast(each, values)));
    }
    const outcome: WriteOutcome | undefined =
      'values' in checked
        ? await store.update(resource, id, current._version, checked.values, actor(call))
        : undefined;
    if (outcome && !isConflict(outcome)) break;
    if (outcome) problems.push(...outcome.problems);
    const failed = new Set(problems.map(({ path }) => headOf(path)));
    const rest = Object.entries(values).filter(([name]) => !failed.has(name));
    if (rest.length === Object.keys(values).length) break;
    values = Object.fromEntries(rest);
  }
  return problems;
}

/** Says in terms of the past why a value does not fit: the field has another type today, or was not there yet. */
function asPast(reason: Problem, values: JsonObject): Problem {
  const name = headOf(reason.path);
  if (reason.code === 'V002') return problem('S024', name);
  if (reason.code === 'V001' && values[reason.path] === null) return problem('S025', name);
  return reason;
}
