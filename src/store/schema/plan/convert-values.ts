import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import { compareDecimals, withoutExponent } from '../../../fields/text/decimal-digits.ts';
import type { Field } from '../../../fields/type/field.ts';
import { isKey } from '../../../descriptor/title.ts';
import { keySql } from '../key-sql.ts';
import { quoteName } from '../../connection/sql.ts';
import { sqlTypes } from '../../sql-types.ts';
import type { QueryRunner } from '../../store.ts';
import { addToFinding, newFinding, readInBatches } from './sample-rows.ts';
import { checkField } from '../../../descriptor/field-check.ts';
import { isObject } from '../../../descriptor/json-object.ts';
import { asObject } from '../../../descriptor/read/draft.ts';
import { renameChoices } from '../../../descriptor/names/renamed-choices.ts';

/** Which values to convert, and between which declarations. */
export type Conversion = {
  /** Their current names in the database. */
  table: string;
  column: string;
  before: Field | undefined;
  after: Field;
  /** The resources that references can point to. */
  descriptor: Descriptor;
  /** The resource that the values referred to before; undefined for other values, or if it is unknown. */
  from?: Resource | undefined;
  /** Replaces the new names in a statement by the current ones. */
  inNames?: (sql: string) => string;
};

const BATCH = 5_000;

/** Whether a value, or one of the parts of an object, has no new form. */
function losesValue({ before, after }: Conversion, value: unknown, converted: unknown): boolean {
  if (converted === undefined) return true;
  return changedParts(before, after).some(
    ([name]) => isFilled(value, name) && !isFilled(converted, name),
  );
}

function isFilled(value: unknown, part: string): boolean {
  return isObject(value) && value[part] !== null && value[part] !== undefined;
}

/** The parts of an object whose type has another form in JSON, with their fields before and after. */
export function changedParts(
  before: Field | undefined,
  after: Field,
): readonly (readonly [name: string, before: Field, after: Field])[] {
  const former = before?.kind.parts?.(before.settings);
  const parts = after.kind.parts?.(after.settings);
  const form = ({ kind, settings }: Field): string => JSON.stringify(kind.column(settings));
  return [...(parts ?? [])].flatMap(([name, part]) => {
    const was = former?.get(name);
    return was && form(was) !== form(part) ? [[name, was, part] as const] : [];
  });
}

/** Converts without writing, to find out what would be lost. */
export async function examineConversion(sql: QueryRunner, conversion: Conversion) {
  const lost = newFinding();
  for await (const batch of convertAll(sql, conversion, ''))
    for (const { _id, value, converted } of batch)
      if (losesValue(conversion, value, converted)) addToFinding(lost, _id, value);
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
/** With the names in files of the record that a reference points to. */
type Named = Converted & { names: readonly string[] };

async function* convertAll(sql: QueryRunner, conversion: Conversion, condition: string) {
  const { table, before, after } = conversion;
  const convert = createConverter(before, after);
  const column = quoteName(conversion.column);
  const many = before !== undefined && before.kind.column(before.settings).many === true;
  const read =
    `select _id, ${before ? toValue(before, column) : column} as value from ${quoteName(table)} ` +
    `where ${many ? `${column} <> '{}'` : `${column} is not null`} and _id > $1${condition} order by _id limit ${BATCH}`;
  for await (const rows of readInBatches<Stored>(sql, read)) {
    const names = await namesOfTargets(sql, conversion, rows);
    const batch = rows.map(({ _id, value }) => {
      const named = names.get(value) ?? [];
      return { _id, value, names: named, converted: convert(named[0] ?? value) };
    });
    yield await resolveReferences(sql, conversion, batch);
  }
}

/** The names of the records that references point to, by `_id`: the import key, and the title if it is one field. */
async function namesOfTargets(
  sql: QueryRunner,
  { from, descriptor, inNames = (text) => text }: Conversion,
  rows: readonly Stored[],
): Promise<ReadonlyMap<unknown, readonly string[]>> {
  if (!from) return new Map();
  const columns = nameColumns(descriptor, from);
  const records = await sql.rows<{ _id: string; names: (string | null)[] }>(
    inNames(
      `select _id, array[${columns.join(', ')}]::text[] as names from ${quoteName(from.name)} k where _id = any($1::text[])`,
    ),
    [rows.map(({ value }) => value)],
  );
  return new Map(
    records.map(({ _id, names }) => [_id, names.filter((name): name is string => name !== null)]),
  );
}

/** What names a record in files, for a `select` from its table with the alias `k`. */
function nameColumns({ resources }: Descriptor, resource: Resource): string[] {
  const { importKey, titleParts, fields } = resource;
  const [group, ...groups] = titleParts;
  const [part, ...parts] = groups.length === 0 ? (group ?? []) : [];
  const isOne = part !== undefined && 'field' in part && parts.length === 0;
  const title = isOne && fields.has(part.field) ? part.field : undefined;
  return [
    ...(importKey.includes('_id') ? [] : [keySql(resources, resource, 'k')]),
    ...(title === undefined || isKey(resource, title) ? [] : [`k.${quoteName(title)}::text`]),
  ];
}

/** Finds the record that a text refers to, by its `_id` or its names in files. */
async function resolveReferences(
  sql: QueryRunner,
  { after, descriptor, inNames = (text) => text }: Conversion,
  batch: Named[],
): Promise<Converted[]> {
  const target = descriptor.resources.get(after.kind.relation?.(after.settings).to ?? '');
  if (!target) return batch;
  const namesOf = ({ value, names }: Named): readonly string[] => {
    if (names.length > 0) return names;
    if (typeof value === 'object') return [];
    return [typeof value === 'string' ? value : JSON.stringify(value)];
  };
  const columns = ['k._id', ...nameColumns(descriptor, target)];
  const rows = await sql.rows<{ _id: string; names: (string | null)[] }>(
    inNames(
      `select _id, array[${columns.join(', ')}] as names from ${quoteName(target.name)} k ` +
        `where ${columns.map((column) => `${column} = any($1::text[])`).join(' or ')}`,
    ),
    [batch.flatMap(namesOf)],
  );
  // An `_id` comes first, then the import key, then the title, which several records may have: those name none.
  const named = columns.map((_, at) => Map.groupBy(rows, ({ names }) => names[at]));
  const find = (name: string): string | undefined => {
    const [first, ...others] = named.find((by) => by.has(name))?.get(name) ?? [];
    return others.length === 0 ? first?._id : undefined;
  };
  const idsByName = new Map([...new Set(batch.flatMap(namesOf))].map((name) => [name, find(name)]));
  return batch.map((one) => ({
    ...one,
    converted: namesOf(one)
      .map((name) => idsByName.get(name))
      .find((id) => id !== undefined),
  }));
}

/**
 * Converts a value between types as a file would carry it: written as the old type writes it, read and checked as the
 * new one does. `before` is absent when nobody recorded the former field. Undefined where a value has no new form.
 */
export function createConverter(before: Field | undefined, after: Field) {
  // Whether a value is required is a separate question from whether it can be read.
  const target = { ...after, required: false };
  const rename = choiceRenaming(after);
  const parts = changedParts(before, after).map(
    ([name, was, part]) => [name, createConverter(was, part)] as const,
  );
  return (value: unknown): unknown => {
    if (parts.length > 0 && isObject(value))
      return {
        ...asObject(rename(value)),
        ...Object.fromEntries(
          parts.map(([name, convert]) => [
            name,
            isFilled(value, name) ? (convert(value[name]) ?? null) : null,
          ]),
        ),
      };
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

/** Replaces choices by their current names. */
export function choiceRenaming({ kind, settings }: Field): (value: unknown) => unknown {
  const renamed = kind.renamed?.(settings) ?? [];
  return (value) => renameChoices(renamed, value);
}

function write(field: Field | undefined, value: unknown): string {
  if (field) return field.kind.text.write(value, field.settings);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function isNothing(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}
