import { FormReceipt } from '../../contract/public-form.ts';
import { toJson } from '../../contract/answer-of.ts';
import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import { resolveFilter } from '../../descriptor/filter/declared-filter.ts';
import { evaluateFilter } from '../../descriptor/filter/evaluate-filter.ts';
import { publicRole } from '../../descriptor/permissions/as-public.ts';
import { copyDefaults } from '../../descriptor/rules/copied-defaults.ts';
import { checkRecord } from '../../descriptor/rules/record-check.ts';
import type { PublicForm } from '../../descriptor/settings/public-settings.ts';
import type { SqlType } from '../../fields/type/field-type.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import { requireEntry } from '../../fields/require-entry.ts';
import { createSemaphore } from '../../files/create-semaphore.ts';
import { isObject, type JsonObject } from '../../descriptor/json-object.ts';
import { momentOf, type SaveAnswer } from '../../services/acting.ts';
import { abortWith, untilAborted } from '../../services/abort.ts';
import { isRefusal, refuse, refuseAs, type Refusal } from '../../services/refusal.ts';
import { refuseWrite } from '../../services/refuse-write.ts';
import { retryConflicts } from '../../store/connection/errors.ts';
import type { Actor, QueryRunner, Store } from '../../store/store.ts';
import { type Counter, networkOf, returnLimit, spendLimits } from '../accounts/limits.ts';
import { answerJson, type Reply } from '../http/answer/answer.ts';
import { statusOf } from '../http/answer/problem-response.ts';
import type { Call } from '../http/call.ts';
import { bodyFingerprint, onlyOnce } from '../http/only-once.ts';

/** A form that is open to everybody. `seen` and `narrowed` are as its visitors see them (`toFormDescriptor`). */
export type OpenForm = {
  form: PublicForm;
  seen: Descriptor;
  narrowed: Resource;
  /** With the columns of the database. */
  resource: Resource;
};

/** At most so many entries are judged at a time, one form after the other, so that no form keeps others waiting. */
const enter = createSemaphore(4);

/** Creates a record from the entry of a visitor without an account. An entry that is sent again is not counted. */
export async function submitForm(call: Call, open: OpenForm, announce: () => void): Promise<Reply> {
  const read = await call.readJson();
  if (isRefusal(read)) return read;
  const done = await inTurn(call, open, () =>
    onlyOnce(call, bodyFingerprint(call, read.value), (keep) =>
      within(call, countOf(call, open), async () => {
        const entry = await checkEntry(call, open, read.value);
        if (isRefusal(entry)) return entry;
        return within(call, countOf(call, open, 'all'), () => createEntry(call, open, entry, keep));
      }),
    ),
  );
  if (typeof done !== 'string') return done;
  announce();
  return answerJson(call, 201, done);
}

type Answer = string | Refusal;

/** Mistakes, entries that the form does not accept, and those that another limit refuses. */
const uncounted = [422, 409, 429];

/** Does the work within a limit, of which it only counts if it was not in vain. */
async function within(call: Call, counter: Counter, work: () => Promise<Answer>): Promise<Answer> {
  const tooMany = await spendLimits(call, counter);
  if (tooMany) return tooMany;
  const answer = await work();
  if (typeof answer !== 'string' && uncounted.includes(statusOf(answer)))
    await returnLimit(call, counter);
  return answer;
}

/** Counting is a part of the turn: entries that are refused wait for a database as well. */
async function inTurn<T>(call: Call, open: OpenForm, work: () => Promise<T>): Promise<T> {
  const leave = await enter({ owner: open.resource.name, signal: call.request.signal });
  try {
    return await work();
  } finally {
    leave();
  }
}

/** From all networks together a form accepts so many times as much as from one. */
const NETWORKS = 20;

/** The limit of a form, for the network of the caller or for all. */
function countOf(call: Call, { form, resource }: OpenForm, of?: 'all'): Counter {
  const { most, seconds } = form.rate;
  return {
    limit: of ? 'formOfAll' : 'form',
    key: ['form', resource.name, of ?? networkOf(call)].join(' '),
    allowance: { free: of ? most * NETWORKS : most, forget: seconds },
  };
}

/** The values of an entry that obeys the rules of its record. */
async function checkEntry(
  call: Call,
  { seen, narrowed }: OpenForm,
  body: unknown,
): Promise<Record<string, unknown> | Refusal> {
  if (isObject(body) && Object.hasOwn(body, '_id'))
    return refuse(problem('V009', '_id'), { status: 422 });
  const given = isObject(body) ? readWritten(narrowed, body) : body;
  const { descriptor, services } = call;
  const moment = momentOf(call);
  const as = { descriptor: seen, role: publicRole, resource: narrowed, moment };
  const copies = await copyDefaults(
    {
      ...as,
      find: ({ name }, ids, field) =>
        services.store.findMany(requireEntry(descriptor.resources, name), '_id', ids, [field]),
    },
    narrowed,
    isObject(given) ? [given] : [],
  );
  const checked = checkRecord({ ...as, mode: 'create', body: given, copies: copies[0] ?? {} });
  if ('problems' in checked) return refuse(checked.problems, { status: 422 });
  return checked.values;
}

/** The body with values in place of texts in the written form of files, as people enter amounts, times and lists. */
function readWritten({ fields }: Resource, body: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const field = fields.get(name);
      const { sql, many } = field?.kind.column(field.settings) ?? { sql: 'text' };
      const isWritten = many || !asText.has(sql);
      if (!field || typeof value !== 'string' || !isWritten) return [name, value];
      return [name, field.kind.text.read(value, field.settings)];
    }),
  );
}

const asText: ReadonlySet<SqlType> = new Set(['text', 'date', 'time', 'time(0)', 'timestamptz']);

/**
 * Writes the record if the form accepts it. Entries follow each other, also those of two forms that may count the same
 * records, so that two of them do not both get the last place.
 */
async function createEntry(
  call: Call,
  open: OpenForm,
  values: Record<string, unknown>,
  keep: SaveAnswer,
): Promise<Answer> {
  const { resource, seen, narrowed } = open;
  const { address, requestId, services } = call;
  const by: Actor = { userId: null, way: 'public', address, requestId };
  return await untilAborted<Answer>(() =>
    retryConflicts(() =>
      services.store.transaction(async (store, sql) => {
        const unknown = await findUnknown(call, open, values, store);
        if (unknown.length > 0) abortWith(refuse(unknown, { status: 422 }));
        if (!(await isAccepted(call, open, values, { store, sql }))) abortWith(refuseAs('S050'));
        const outcome = await store.create(resource, values, by);
        if ('failure' in outcome)
          return abortWith(refuseWrite({ descriptor: seen, role: publicRole }, narrowed, outcome));
        const receipt = toJson(FormReceipt, { state: 'created' });
        await keep(sql, receipt);
        return receipt;
      }),
    ),
  );
}

/**
 * References to records that are not there for visitors. They come before the condition, which would otherwise tell
 * hidden records from missing ones.
 */
async function findUnknown(
  { descriptor }: Call,
  { form, resource }: OpenForm,
  values: Record<string, unknown>,
  store: Store,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const name of form.fields) {
    const { kind, settings } = requireEntry(resource.fields, name);
    const target = descriptor.resources.get(kind.relation?.(settings).to ?? '');
    if (!target) continue;
    const ids = [values[name] ?? []].flat() as string[];
    const found = await store.findMany(target, '_id', ids, []);
    const seen = new Set(found.map(({ _id }) => _id));
    ids.forEach((id, at) => {
      const path = Array.isArray(values[name]) ? `${name}.${at}` : name;
      if (!seen.has(id)) problems.push(problem('V014', path, { value: id }));
    });
  }
  return problems;
}

/** Whether the condition of the form holds for an entry, before it is a record. */
async function isAccepted(
  call: Call,
  { form: { when }, resource }: OpenForm,
  values: Record<string, unknown>,
  { store, sql }: { store: Store; sql: QueryRunner },
): Promise<boolean> {
  if (!when) return true;
  await sql.query(`select pg_advisory_xact_lock(hashtextextended('backoffice forms', 0))`);
  const filter = await store.settle(resource, resolveFilter(when, momentOf(call)), [values]);
  return evaluateFilter(filter, values);
}
