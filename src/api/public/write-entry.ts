import { FormReceipt } from '../../contract/public-form.ts';
import { toJson } from '../../contract/answer-of.ts';
import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import { resolveFilter } from '../../descriptor/filter/declared-filter.ts';
import { evaluateFilter } from '../../descriptor/filter/evaluate-filter.ts';
import { publicRole } from '../../descriptor/permissions/as-public.ts';
import { deriveDefaults, hasDerivedDefaults } from '../../descriptor/rules/derived-defaults.ts';
import { checkRecord } from '../../descriptor/rules/record-check.ts';
import type { PublicForm } from '../../descriptor/settings/public-settings.ts';
import type { SqlType } from '../../fields/type/field-type.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import { requireEntry } from '../../fields/require-entry.ts';
import { createSemaphore } from '../../files/create-semaphore.ts';
import { isObject } from '../../descriptor/json-object.ts';
import { momentOf } from '../../services/acting.ts';
import { abortWith, untilAborted } from '../../services/abort.ts';
import { isRefusal, refuse, refuseAs, type Refusal } from '../../services/refusal.ts';
import { refuseWrite } from '../../services/refuse-write.ts';
import { retryConflicts } from '../../store/connection/errors.ts';
import type { Actor, QueryRunner, Store } from '../../store/store.ts';
import type { Call } from '../http/call.ts';

/** A form that is open to everybody. `seen` and `narrowed` are as its visitors see them (`toFormDescriptor`). */
export type OpenForm = {
  form: PublicForm;
  seen: Descriptor;
  narrowed: Resource;
  /** With the columns of the database. */
  resource: Resource;
};

/** The fields of a form that take files. */
export function fileFieldsOf({ form, resource }: OpenForm): readonly string[] {
  return form.fields.filter((name) => requireEntry(resource.fields, name).kind.files);
}

/** An input that only bots find. An entry that has it is dropped, and answered as if it was stored. */
export const TRAP = '_website';

/** The checked values of an entry. */
export type Values = Record<string, unknown>;

/** The receipt of an entry, or why there is none. */
export type Answer = string | Refusal;

export function receiptOf(state: FormReceipt['state']): string {
  return toJson(FormReceipt, { state });
}

/** At most so many entries are judged at a time, one form after the other, so that no form keeps others waiting. */
const enter = createSemaphore(4);

/** Counting is a part of the turn: entries that are refused wait for a database as well. */
export async function inTurn<T>(
  call: Call,
  { resource }: OpenForm,
  work: () => Promise<T>,
): Promise<T> {
  const leave = await enter({ owner: resource.name, signal: call.request.signal });
  try {
    return await work();
  } finally {
    leave();
  }
}

/** The values of an entry that obeys the rules of its record. */
export async function checkEntry(
  call: Call,
  { seen, narrowed }: OpenForm,
  body: unknown,
): Promise<Values | Refusal> {
  if (isObject(body) && Object.hasOwn(body, '_id'))
    return refuse(problem('V009', '_id'), { status: 422 });
  const given = readWritten(narrowed, body);
  const { descriptor, services } = call;
  const moment = momentOf(call);
  const as = { descriptor: seen, role: publicRole, resource: narrowed, moment };
  const derived = await deriveDefaults(
    {
      ...as,
      find: ({ name }, ids, field) =>
        services.store.findMany(requireEntry(descriptor.resources, name), '_id', ids, [field]),
      calculate: (calculation, rows) => services.store.calculate(calculation, rows),
    },
    narrowed,
    isObject(given) ? [given] : [],
  );
  const checked = checkRecord({ ...as, mode: 'create', body: given, derived: derived[0] ?? {} });
  if ('problems' in checked) return refuse(checked.problems, { status: 422 });
  return checked.values;
}

/** The body with values in place of texts in the written form of files, as people enter amounts, times and lists. */
export function readWritten({ fields }: Resource, body: unknown): unknown {
  if (!isObject(body)) return body;
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
 * records, so that two of them do not both get the last place, or a default that says so. `finish` is a part of the
 * same transaction.
 */
export async function createEntry(
  call: Call,
  open: OpenForm,
  body: unknown,
  finish: (sql: QueryRunner, receipt: string) => Promise<void>,
): Promise<Answer> {
  const { resource, seen, narrowed } = open;
  const { address, requestId, services } = call;
  const by: Actor = { userId: null, way: 'public', address, requestId };
  return await untilAborted<Answer>(() =>
    retryConflicts(() =>
      services.store.transaction(async (store, sql) => {
        if (open.form.when || hasDerivedDefaults(narrowed)) await sql.query(IN_ORDER);
        const values = await checkEntry({ ...call, services: { ...services, store } }, open, body);
        if (isRefusal(values)) return abortWith(values);
        const unknown = await findUnknown(call, open, values, store);
        if (unknown.length > 0) abortWith(refuse(unknown, { status: 422 }));
        if (!(await isAccepted(call, open, values, store))) abortWith(refuseAs('S050'));
        const outcome = await store.create(resource, values, by);
        if ('failure' in outcome)
          return abortWith(refuseWrite({ descriptor: seen, role: publicRole }, narrowed, outcome));
        const receipt = receiptOf('created');
        await finish(sql, receipt);
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
  values: Values,
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

const IN_ORDER = `select pg_advisory_xact_lock(hashtextextended('backoffice forms', 0))`;

/** Whether the condition of the form holds for an entry, before it is a record. */
async function isAccepted(
  call: Call,
  { form: { when }, resource }: OpenForm,
  values: Values,
  store: Store,
): Promise<boolean> {
  if (!when) return true;
  const filter = await store.settle(resource, resolveFilter(when, momentOf(call)), [values]);
  return evaluateFilter(filter, values);
}
