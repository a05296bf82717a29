import type { Descriptor } from '../../../descriptor/descriptor.ts';
import { compareDecimals, withoutExponent } from '../../../fields/decimal-digits.ts';
import type { Field } from '../../../fields/field.ts';
import { quoteName } from '../../connection/sql.ts';
import { sqlTypes } from '../../sql-types.ts';
import type { QueryRunner } from '../../store.ts';
import { addToFinding, newFinding, readInBatches } from './sample-rows.ts';
import { checkField } from '../../../descriptor/field-check.ts';

/** Which values to convert, and between which declarations. */
export type Conversion = {
  /** Their current names in the database. */
  table: string;
  column: string;
  before: Field | undefined;
  after: Field;
  /** The resources that references can point to. */
  descriptor: Descriptor;
  /** Replaces the new names in a statement by the current ones. */
  inNames?: (sql: string) => string;
};

const BATCH = 5_000;

/** Converts without writing, to find out what would be lost. */
export async function examineConversion(sql: QueryRunner, conversion: Conversion) {
  const lost = newFinding();
  for await (const batch of convertAll(sql, conversion, ''))
    for (const { _id, value, converted } of batch)
      if (converted === undefined) addToFinding(lost, _id, value);
  return lost;
}

/** Converts into another column of the same table; `since` limits it to records written after that. */
export async function convertValues(
  sql: QueryRunner,
  conversion: Conversion,
  into: string,
  since?: string,
): Promise<void> {
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
    const done = batch.filter(({ converted }) => converted !== undefined);
    const values = done.map(({ converted }) =>
      many ? JSON.stringify(converted) : toParam(converted),
    );
    if (done.length > 0) await sql.query(update, [done.map(({ _id }) => _id), values]);
  }
}

/** The value of a column in the JSON form of its field, so that the driver does not read it in its own way. */
export function toValue({ kind, settings }: Field, column: string): string {
  const { sql, many = false } = kind.column(settings);
  return many ? column : sqlTypes[sql].toJson(column);
}

type Stored = { _id: string; value: unknown };
type Converted = Stored & { converted: unknown };

async function* convertAll(sql: QueryRunner, conversion: Conversion, condition: string) {
  const { table, before, after } = conversion;
  const convert = createConverter(before, after);
  const column = quoteName(conversion.column);
  const many = before !== undefined && before.kind.column(before.settings).many === true;
  const read =
    `select _id, ${before ? toValue(before, column) : column} as value from ${quoteName(table)} ` +
    `where ${many ? `${column} <> '{}'` : `${column} is not null`} and _id > $1${condition} order by _id limit ${BATCH}`;
  for await (const rows of readInBatches<Stored>(sql, read)) {
    const batch = rows.map(({ _id, value }) => ({ _id, value, converted: convert(value) }));
    yield await resolveReferences(sql, conversion, batch);
  }
}

/** Finds the record that a text refers to, by its `_id` or its name in files. */
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
  const ids = new Map(rows.map(({ _id, key: name }) => [name, _id]));
  const known = new Set(rows.map(({ _id }) => _id));
  return batch.map((one) => {
    const name = String(one.value);
    return { ...one, converted: known.has(name) ? name : ids.get(name) };
  });
}

/**
 * Converts a value between types as a file would carry it: written as the old type writes it, read and checked as the
 * new one does. `before` is absent when nobody recorded the former field. Undefined where a value has no new form.
 */
export function createConverter(before: Field | undefined, after: Field) {
  // Whether a value is required is a separate question from whether it can be read.
  const target = { ...after, required: false };
  const rename = choiceRenaming(after);
  return (value: unknown): unknown => {
    const read = after.kind.text.read(write(before, value), after.settings);
    const checked = checkField(target, rename(read));
    if ('problems' in checked) return undefined;
    if (isNothing(checked.value) || losesDigits(value, checked.value)) return undefined;
    return checked.value;
  };
}

/** A number keeps about 15 digits of a decimal number. */
function losesDigits(value: unknown, converted: unknown): boolean {
  if (typeof converted !== 'number' || typeof value !== 'string') return false;
  const [before, after] = [value, String(converted)].map(withoutExponent) as [string, string];
  return Math.abs(compareDecimals(before, after)) === 1;
}

/** Replaces choices, alone or in a list, by their current names. */
export function choiceRenaming({ kind, settings }: Field): (value: unknown) => unknown {
  const renamed = new Map<unknown, unknown>(
    (kind.renamed?.(settings) ?? []).map(({ from, to }) => [from, to]),
  );
  const rename = (value: unknown): unknown => renamed.get(value) ?? value;
  return (value) => (Array.isArray(value) ? value.map(rename) : rename(value));
}

function write(field: Field | undefined, value: unknown): string {
  if (field) return field.kind.text.write(value, field.settings);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function isNothing(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}
