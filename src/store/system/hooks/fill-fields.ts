import { requireItem } from '../../../fields/require-entry.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { isSameJson } from '../../../descriptor/json-object.ts';
import { quoteName } from '../../connection/sql.ts';
import { joinTable } from '../../schema/place.ts';
import type { QueryRunner, Store } from '../../store.ts';
import type { ScheduledTask } from '../scheduled/run-due-tasks.ts';
import { computeValues, nameOfField, toWhole, type FieldCode } from './field-code.ts';
import { runHook } from './run-hook.ts';

/** The records of one transaction: few enough that nobody waits long for one of them. */
const BATCH = 500;
/** Milliseconds after which the task ends. A minute later, any server continues after the last batch. */
const LIMIT = 20_000;

/**
 * Tasks that compute fields of existing records when their code is new: the field was not computed so before, or the
 * code has another version.
 */
export function fillFields(codes: readonly FieldCode[]): ScheduledTask[] {
  return codes.map((code) => ({
    name: `computed field ${nameOfField(code)}`,
    everyMinutes: 1,
    run: async ({ database, store, descriptor }) => {
      const resource = descriptor.resources.get(code.resource);
      if (!resource?.fields.get(code.field)?.computedInCode) return 0;
      await database.query(begin, toPlace(code));
      const end = Date.now() + LIMIT;
      const refused: string[] = [];
      let count = 0;
      while (Date.now() < end) {
        const batch = await store.for('job').transaction(fillBatch(code, resource));
        if (!batch) break;
        count += batch.count;
        refused.push(...batch.refused);
      }
      if (refused.length > 0)
        throw new Error(`${refused.length} records could not be computed, such as ${refused[0]}`);
      return count;
    },
  }));
}

type Filled = { count: number; refused: string[] };

/** Computes the records of the next batch; undefined after the last, and while another server computes one. */
function fillBatch(code: FieldCode, resource: Resource) {
  return async (store: Store, sql: QueryRunner): Promise<Filled | undefined> => {
    const [open] = await sql.rows<{ done_to: string }>(next, [code.resource, code.field]);
    if (!open) return undefined;
    const ids = await sql.rows<{ _id: string }>(
      `select _id from ${quoteName(resource.name)} where _id > $1 order by _id limit ${BATCH}`,
      [open.done_to],
    );
    const filled = await fillRecords(
      { code, resource, store, sql },
      ids.map(({ _id }) => _id),
    );
    const place = [code.resource, code.field, ids.at(-1)?._id ?? open.done_to, ids.length < BATCH];
    await sql.query(advance, place);
    return filled;
  };
}

type Filling = { code: FieldCode; resource: Resource; store: Store; sql: QueryRunner };

async function fillRecords(
  { code, resource, store, sql }: Filling,
  ids: readonly string[],
): Promise<Filled> {
  const records = await store.findMany(resource, '_id', ids);
  const whole = records.map((before) => toWhole(resource, { id: before._id, before, values: {} }));
  const values = await runHook(nameOfField(code), () =>
    computeValues(code, { resource, records: whole, sql }),
  );
  const writes = records
    .map((record, at) => ({
      id: record._id,
      expected: record._version,
      values: { [code.field]: values[at] },
      isThere: isSameJson(values[at], requireItem(whole, at)[code.field]),
    }))
    .filter(({ isThere }) => !isThere);
  const outcomes = await store.writeMany(resource, writes, { userId: null, way: 'system' });
  const refused = outcomes.flatMap((outcome, at) =>
    'problems' in outcome
      ? outcome.problems.map(
          ({ path, message }) => `${requireItem(writes, at).id} ${path} ${message}`,
        )
      : [],
  );
  return { count: writes.length - refused.length, refused };
}

function toPlace({ resource, field, version = '1' }: FieldCode): string[] {
  return [resource, field, version, quoteName(resource), quoteName(joinTable(resource, field))];
}

/**
 * Begins when the version is new, or the column: one that was dropped and added again is empty. A reference to many
 * records has a table instead.
 */
const begin = `insert into backoffice.computed_fields as c (resource, field, version, place)
  select $1, $2::text, $3, coalesce(
    (select a.attrelid || '.' || a.attnum from pg_attribute a
      where a.attrelid = to_regclass($4::text) and a.attname = $2::text and not a.attisdropped),
    to_regclass($5::text)::oid::text, '')
  on conflict (resource, field) do update
    set version = excluded.version, place = excluded.place, done_to = '', is_done = false
    where (c.version, c.place) is distinct from (excluded.version, excluded.place)`;

const next = `select done_to from backoffice.computed_fields
  where resource = $1 and field = $2 and not is_done for update skip locked`;

const advance = `update backoffice.computed_fields set done_to = $3, is_done = $4
  where resource = $1 and field = $2`;
