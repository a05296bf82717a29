import { requireItem } from '../../fields/require-entry.ts';
import type { EntryResult } from '../../contract/bulk.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { isObject } from '../../descriptor/json-object.ts';
import { toSeenProblems } from '../../descriptor/permissions/seen-problems.ts';
import { isRecordId } from '../../descriptor/rules/record-check.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import { retryConflicts } from '../../store/connection/errors.ts';
import { newId } from '../../store/records/sql/new-id.ts';
import { beginWhole, finishWhole } from '../../store/records/query/whole-record.ts';
import type { StoredRecord, WriteOutcome } from '../../store/store.ts';
import type { ParsedEntry } from './entries/parse-entries.ts';
import { planEntry, type Planning, readDerived } from './entries/plan-entry.ts';
import { writeEach } from './entries/write-each.ts';
import { abortWith, untilAborted } from '../../services/abort.ts';
import { answerJson, type Reply } from '../http/answer/answer.ts';
import type { UserCall } from '../http/call.ts';
import { queryContext, type SaveAnswer } from '../../services/acting.ts';
import { asChangeSet } from '../../services/change-set.ts';
import { isRefusal, type Refusal, refuse } from '../../services/refusal.ts';
import { toEtag } from '../../contract/to-etag.ts';
import type { ChildEntries, WholeBody } from './read-children.ts';
import { refuseWrite, toVisibleRecord } from '../../services/refuse-write.ts';

/** A record that is written together with records of its child lists. */
export type Whole = WholeBody & {
  call: UserCall;
  resource: Resource;
  /** The `_id` of the record; `chooseId` gives a new one its own. */
  id: string;
  /** Whether the record itself is new. */
  operation: 'create' | 'update';
  /** Checks and writes the record itself. */
  write: (call: UserCall, own: unknown) => Promise<WriteOutcome | Refusal>;
};

/** Gives a new record its `_id` already in the body, because its children refer to it. */
export function chooseId(own: unknown): { own: unknown; id: string } {
  const given = isObject(own) ? own['_id'] : undefined;
  if (isRecordId(given)) return { own, id: given };
  const id = newId();
  const isOpen = given === undefined || given === null || given === '';
  return { own: isObject(own) && isOpen ? { ...own, _id: id } : own, id };
}

/**
 * Writes the record and its children in one transaction: all of them, or none. Checks of the record that count its
 * children are judged at the end. The children belong to the change set of the record, so undo takes back all of it.
 */
export async function writeWhole(whole: Whole, keep?: SaveAnswer): Promise<string | Refusal> {
  const { resource, id, children } = whole;
  const call = await asChangeSet(whole.call, { way: 'api', resource: resource.name });
  return await untilAborted<string | Refusal>(() =>
    retryConflicts(() =>
      call.services.store.transaction(async (store, sql) => {
        const inner = { ...call, services: { ...call.services, store } };
        const before = await beginWhole(sql, resource, { id, userId: call.user._id });
        const written: Record<string, readonly StoredRecord[]> = {};
        const first = await findGuarded(whole, inner);
        for (const list of first) written[list.child.name] = await writeList(whole, inner, list);
        const rest = children.filter((list) => !first.includes(list));
        const record = await writeOwn({ ...whole, children: rest }, inner);
        for (const list of rest) written[list.child.name] = await writeList(whole, inner, list);
        const broken = await finishWhole(sql, call.descriptor, resource, {
          id,
          write: whole.operation,
          before,
        });
        if (broken.length > 0) abortWith(refuse(toSeenProblems(call, resource, broken)));
        const row = await store.get(resource, id);
        const now = row ? (JSON.parse(row.json) as StoredRecord) : record;
        const text = JSON.stringify({ ...toVisibleRecord(call, resource, now), ...written });
        await keep?.(sql, text);
        return text;
      }),
    ),
  );
}

/** The response of a record that was written with its children. */
export function answerWhole(
  call: UserCall,
  resource: Resource,
  written: string | Refusal,
  status: 200 | 201,
): Reply {
  if (typeof written !== 'string') return written;
  const { _id, _version } = JSON.parse(written) as StoredRecord;
  return answerJson(call, status, written, {
    ETag: toEtag(_version),
    ...(status === 201 ? { Location: `${resource.root}/${_id}` } : {}),
  });
}

/**
 * The lists that are written before the record, so that checks which name their writes see it as it was: the save that
 * signs an order may change its lines. Lists with mistakes come after it, because the user learns of all at once.
 */
async function findGuarded(whole: Whole, call: UserCall): Promise<readonly ChildEntries[]> {
  if (whole.operation === 'create') return [];
  const lists = whole.children.filter(({ child }) => child.storedChecks.some(({ on }) => on));
  const problems = await Promise.all(lists.map((list) => checkList(whole, call, list)));
  return problems.flat().length > 0 ? [] : lists;
}

async function writeOwn(whole: Whole, call: UserCall): Promise<StoredRecord> {
  const outcome = await whole.write(call, whole.own);
  if (isRefusal(outcome)) {
    if (outcome.status !== 422) return abortWith(outcome);
    // The user learns of all mistakes at once.
    const further = await Promise.all(whole.children.map((list) => checkList(whole, call, list)));
    return abortWith(refuse([...outcome.refused, ...further.flat()], { status: 422 }));
  }
  if ('failure' in outcome) return abortWith(refuseWrite(call, whole.resource, outcome));
  return outcome.record;
}

/** Writes the entries of one list, deletions first, so that their unique values are free. */
async function writeList(
  whole: Whole,
  call: UserCall,
  list: ChildEntries,
): Promise<readonly StoredRecord[]> {
  const planning = planningOf(call, list);
  const currentById = await findCurrent(whole, call, list);
  const strangers = list.entries.flatMap((entry, index) =>
    isStranger(whole, list, entry, currentById) ? [problem('S001', pathOf(list, index, ''))] : [],
  );
  if (strangers.length > 0) return abortWith(refuse(strangers));
  const records = new Map<number, StoredRecord>();
  for (const isDeletion of [true, false]) {
    const indices = [...list.entries.keys()].filter(
      (index) => (requireItem(list.entries, index).action === 'delete') === isDeletion,
    );
    if (indices.length === 0) continue;
    const entries = indices.map((index) => linked(whole, list, requireItem(list.entries, index)));
    const results = await writeEach(planning, call.services.store, entries);
    const failed = results.flatMap((result, at) =>
      result.status === 'failed' ? [{ ...result, index: requireItem(indices, at) }] : [],
    );
    if (failed.length > 0) return abortWith(refuseEntries(list, failed));
    results.forEach((result, at) => {
      if ('record' in result && result.record) records.set(requireItem(indices, at), result.record);
    });
  }
  return [...records].sort(([one], [other]) => one - other).map(([, record]) => record);
}

type Failed = Extract<EntryResult, { status: 'failed' }>;

function refuseEntries(list: ChildEntries, failed: readonly Failed[]): Refusal {
  const problems = failed.flatMap(({ index, problems: reasons }) =>
    reasons.map((each) => ({ ...each, path: pathOf(list, index, each.path) })),
  );
  const stale = failed.flatMap(({ index, current }) =>
    current ? [{ path: pathOf(list, index, ''), current }] : [],
  );
  // The first problem decides on the status.
  problems.sort((one, other) => Number(other.code === 'S003') - Number(one.code === 'S003'));
  return refuse(problems, stale.length > 0 ? { extra: { stale } } : {});
}

/** The problems of the entries of a list by themselves. It writes nothing. */
async function checkList(whole: Whole, call: UserCall, list: ChildEntries): Promise<Problem[]> {
  const planning = planningOf(call, list);
  const currentById = await findCurrent(whole, call, list);
  const entries = list.entries.map((given) => linked(whole, list, given));
  const derived = await readDerived(planning, entries);
  return entries.flatMap((entry, index) => {
    if (entry.action === 'delete') return [];
    const current = entry.action === 'update' ? currentById.get(entry.id) : undefined;
    const planned = planEntry(planning, entry, index, { current, derived: derived.get(entry) });
    if (!('result' in planned) || planned.result.status !== 'failed') return [];
    return planned.result.problems.map((each) => ({
      ...each,
      path: pathOf(list, index, each.path),
    }));
  });
}

/** The records of the list that entries name, if they belong to this parent. */
async function findCurrent(
  { id }: Whole,
  call: UserCall,
  { child, link, entries }: ChildEntries,
): Promise<ReadonlyMap<string, StoredRecord>> {
  const ids = entries.flatMap((entry) => (entry.action === 'create' ? [] : [entry.id]));
  const records = ids.length > 0 ? await call.services.store.findMany(child, '_id', ids) : [];
  const own = records.filter((record) => record[link] === id);
  return new Map(own.map((record) => [record._id, record]));
}

/** Whether an entry is about a record that is not, or would not be, one of this parent. */
function isStranger(
  { id }: Whole,
  { link }: ChildEntries,
  entry: ParsedEntry,
  currentById: ReadonlyMap<string, StoredRecord>,
): boolean {
  if (entry.action !== 'create' && !currentById.has(entry.id)) return true;
  const given = entry.action === 'delete' ? undefined : entry.data[link];
  return given !== undefined && given !== id;
}

/** The entry with the reference to the parent, if it is a new record. */
function linked({ id }: Whole, { link }: ChildEntries, entry: ParsedEntry): ParsedEntry {
  if (entry.action === 'delete') return entry;
  const { [link]: _, ...data } = entry.data;
  return { ...entry, data: entry.action === 'create' ? { ...data, [link]: id } : data };
}

function planningOf(call: UserCall, { child }: ChildEntries): Planning {
  return { call, resource: child, context: queryContext(call, child) };
}

function pathOf({ child }: ChildEntries, index: number, path: string): string {
  return [child.name, String(index), path].filter((part) => part !== '').join('.');
}
