import type { Descriptor } from '../../../descriptor/descriptor.ts';
import type { Field } from '../../../fields/field.ts';
import { quoteName } from '../../connection/sql.ts';
import { sqlTypes } from '../../sql-types.ts';
import type { QueryRunner } from '../../store.ts';
import { checkField } from '../../../descriptor/field-check.ts';

/** Which values to convert, and between which declarations. */
export type Conversion = {
  /** By the names they have now. */
  table: string;
  column: string;
  before: Field | undefined;
  after: Field;
  /** Which resources there are to refer to. */
  descriptor: Descriptor;
  /** The names of now in a statement that has those of then. */
  inNames?: (sql: string) => string;
};

/** What did not convert: how many, and some of them. */
type Lost = { count: number; sample: { _id: string; value: unknown }[] };

export const MOST_SAMPLES = 5;
const BATCH = 5_000;

/** Converts without writing, to know what would be lost. */
export async function examineConversion(sql: QueryRunner, conversion: Conversion): Promise<Lost> {
  const lost: Lost = { count: 0, sample: [] };
  for await (const batch of convertAll(sql, conversion, '')) note(lost, batch);
  return lost;
}

/** Converts into another column of the same table; `since` narrows it to what was written after that. */
export async function convertValues(
  sql: QueryRunner,
  conversion: Conversion,
  into: string,
  since?: string,
): Promise<Lost> {
  const lost: Lost = { count: 0, sample: [] };
  const { sql: type, many = false } = conversion.after.kind.column(conversion.after.settings);
  const { name, toParam } = sqlTypes[type];
  const value = many
    ? `(select coalesce(array_agg(m::${name} order by n), '{}') from jsonb_array_elements_text(v) with ordinality as members(m, n))`
    : 'v';
  const update =
    `update ${quoteName(conversion.table)} t set ${quoteName(into)} = ${value} ` +
    `from unnest($1::text[], $2::${many ? 'jsonb' : name}[]) as converted(id, v) where t._id = id`;
  const condition = since === undefined ? '' : ` and "updatedAt" >= '${since}'::timestamptz`;
  for await (const batch of convertAll(sql, conversion, condition)) {
    note(lost, batch);
    const done = batch.filter(({ converted }) => converted !== undefined);
    const values = done.map(({ converted }) =>
      many ? JSON.stringify(converted) : toParam(converted),
    );
    if (done.length > 0) await sql.query(update, [done.map(({ _id }) => _id), values]);
  }
  return lost;
}

type Converted = { _id: string; value: unknown; converted: unknown };

async function* convertAll(
  sql: QueryRunner,
  conversion: Conversion,
  condition: string,
): AsyncGenerator<Converted[]> {
  const { table, before, after } = conversion;
  const convert = createConverter(before, after);
  const column = quoteName(conversion.column);
  const many = before !== undefined && before.kind.column(before.settings).many === true;
  const read =
    `select _id, ${column} as value from ${quoteName(table)} ` +
    `where ${many ? `${column} <> '{}'` : `${column} is not null`} and _id > $1${condition} order by _id limit ${BATCH}`;
  let last = '';
  for (;;) {
    const rows = await sql.rows<{ _id: string; value: unknown }>(read, [last]);
    if (rows.length === 0) return;
    last = rows.at(-1)!._id;
    const batch = rows.map(({ _id, value }) => ({ _id, value, converted: convert(value) }));
    yield await resolveReferences(sql, conversion, batch);
  }
}

/** What a text refers to: a record's `_id`, or what files call it. */
async function resolveReferences(
  sql: QueryRunner,
  { after, descriptor, inNames = (text) => text }: Conversion,
  batch: Converted[],
): Promise<Converted[]> {
  const target = descriptor.resources.get(after.kind.relation?.(after.settings).to ?? '');
  if (!target) return batch;
  const names = batch.flatMap(({ value }) =>
    typeof value === 'object' ? [] : [String(value as string | number)],
  );
  const key = quoteName(target.importKey);
  const rows = await sql.rows<{ _id: string; key: string }>(
    inNames(
      `select _id, ${key}::text as key from ${quoteName(target.name)} where _id = any($1::text[]) or ${key}::text = any($1::text[])`,
    ),
    [names],
  );
  const ids = new Map(rows.flatMap(({ _id, key: name }) => [[name, _id] as const]));
  const known = new Set(rows.map(({ _id }) => _id));
  return batch.map((one) => {
    const name = String(one.value);
    return { ...one, converted: known.has(name) ? name : ids.get(name) };
  });
}

function note(lost: Lost, batch: readonly Converted[]): void {
  for (const { _id, value, converted } of batch) {
    if (converted !== undefined) continue;
    lost.count += 1;
    if (lost.sample.length < MOST_SAMPLES) lost.sample.push({ _id, value });
  }
}

/** The value in its new form, or undefined where there is none. */
type Converter = (value: unknown) => unknown;

/**
 * From one type to another as a file would carry it: written as the old type writes it, read and
 * checked as the new one does. `before` is absent where nobody noted what the field was.
 */
export function createConverter(before: Field | undefined, after: Field): Converter {
  // That it is required is another question than whether it can be read.
  const target = { ...after, required: false };
  const { kind, settings } = after;
  const renamed = new Map<unknown, unknown>(
    (kind.renamed?.(settings) ?? []).map(({ from, to }) => [from, to]),
  );
  const rename = (value: unknown): unknown => renamed.get(value) ?? value;
  return (value) => {
    const read = kind.text.read(write(before, value), settings);
    const checked = checkField(target, Array.isArray(read) ? read.map(rename) : rename(read));
    if ('problems' in checked) return undefined;
    return isNothing(checked.value) ? undefined : checked.value;
  };
}

function write(field: Field | undefined, value: unknown): string {
  if (field) return field.kind.text.write(value, field.settings);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function isNothing(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}
