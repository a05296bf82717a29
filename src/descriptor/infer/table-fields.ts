import { requireEntry } from '../../fields/require-entry.ts';
import type { ColumnFacts } from './column-facts.ts';
import { convertChecks, type TableCheck } from './read-check.ts';
import {
  tableKey,
  type ForeignColumn,
  type ForeignKey,
  type ForeignTable,
  toColumnConversion,
  type ColumnConversion,
} from './foreign-table.ts';
import { guessColumn } from './guess-column.ts';
import type { Guess } from './guess-type.ts';
import type { InferredField } from './infer-resources.ts';
import type { JoinTable } from './join-tables.ts';
import { singular, type TableName, createFieldNames, type FieldNames } from './names.ts';
import { readDefault, isComparable, isMany } from './read-default.ts';
import { findId, findImportKey, type TableId } from './table-keys.ts';

/** Where the values of a field come from. */
type FieldSource =
  | { field: string; column: string; readAs: ColumnConversion }
  | { field: string; reference: ForeignKey }
  | { field: string; join: JoinTable };

export type TableFields = {
  fields: readonly InferredField[];
  origins: readonly FieldSource[];
  id: TableId;
  importKey?: { field: string; because: string };
  unique: readonly (readonly string[])[];
  checks: readonly TableCheck[];
  remarks: readonly string[];
};

type OtherTables = { names: ReadonlyMap<string, TableName>; joins: readonly JoinTable[] };

type TableContext = {
  table: ForeignTable;
  facts: ReadonlyMap<string, ColumnFacts>;
  around: OtherTables;
  /** The foreign keys of one column, by that column. */
  references: ReadonlyMap<string, ForeignKey>;
  names: FieldNames;
};

type ConvertedField = { field: InferredField; source: FieldSource };

/** The fields of a table: from its columns, its foreign keys and its join tables. */
export function toTableFields(
  table: ForeignTable,
  facts: ReadonlyMap<string, ColumnFacts>,
  around: OtherTables,
): TableFields {
  const resource = requireEntry(around.names, tableKey(table)).name;
  const remarks: string[] = [];
  const foreignKeys = table.foreignKeys.filter(({ to, columns }) => {
    if (around.names.has(tableKey(to))) return true;
    remarks.push(
      `${columns.join(', ')}: the table it refers to, ${to.schema}.${to.name}, is not part of this descriptor.`,
    );
    return false;
  });
  const references = new Map(
    foreignKeys
      .filter(({ columns }) => columns.length === 1)
      .map((key) => [key.columns[0] ?? '', key] as const)
      .toReversed(),
  );
  const context = { table, facts, around, references, names: createFieldNames(resource, table) };
  const id = findId(table, facts);
  const own = table.columns.flatMap((column) => {
    const isId = id.columns.length === 1 && !id.isHashed && id.columns[0] === column.name;
    const result = toField(context, column, isId);
    if ('field' in result) return [result];
    remarks.push(result.remark);
    return [];
  });
  const convertedFields = [
    ...own,
    ...foreignKeys.filter(({ columns }) => columns.length > 1).map((key) => toWide(context, key)),
    ...around.joins
      .filter((join) => tableKey(join.owner.to) === tableKey(table))
      .map((join) => toList(context, join, remarks)),
  ];
  return finish(context, convertedFields, id, remarks);
}

function finish(
  context: TableContext,
  convertedFields: readonly ConvertedField[],
  id: TableId,
  remarks: string[],
): TableFields {
  const { table } = context;
  const fieldOf = new Map(
    convertedFields.flatMap(({ field, source }) => {
      if ('column' in source) return [[source.column, field] as const];
      const columns = 'reference' in source ? source.reference.columns : [];
      return columns.length === 1 ? [[columns[0] ?? '', field] as const] : [];
    }),
  );
  const together = [...(table.primaryKey.length > 1 ? [table.primaryKey] : []), ...table.uniques]
    .filter((columns) => columns.length > 1)
    .flatMap((columns) => {
      const fields = columns.map((column) => fieldOf.get(column));
      const names = fields.flatMap((field) => (field && isComparable(field) ? [field.name] : []));
      if (names.length === columns.length) return [names];
      remarks.push(
        `The constraint that ${columns.join(', ')} are unique together was not converted.`,
      );
      return [];
    });
  const importKey = findImportKey(context, fieldOf, id);
  const { checks, remarks: unread } = convertChecks(table, fieldOf);
  return {
    fields: convertedFields.map(({ field }) => field),
    origins: convertedFields.map(({ source }) => source),
    id,
    ...(importKey && { importKey }),
    unique: together,
    checks,
    remarks: [...remarks, ...unread],
  };
}

function toField(
  context: TableContext,
  column: ForeignColumn,
  isId: boolean,
): ConvertedField | { remark: string } {
  const { table, facts, references, names } = context;
  const reference = references.get(column.name);
  if (reference) return toReference(context, column, reference);
  const values = requireEntry(facts, column.name);
  const checks = table.checks.filter(({ columns }) => columns.join() === column.name);
  const texts = checks.map(({ text }) => text);
  const reason = reasonToOmit(column, isId, names);
  const guess = reason === undefined ? guessColumn(column, values, texts) : undefined;
  if (!guess) {
    const because = reason ?? `records cannot hold ${column.written}.`;
    return { remark: `The column ${column.name} is left out: ${because}` };
  }
  const field = toGuessedField(context, column, guess, isId);
  return { field, source: { field: field.name, column: column.name, readAs: guess.readAs } };
}

function toGuessedField(
  { table, facts, names }: TableContext,
  column: ForeignColumn,
  guess: Guess,
  isId: boolean,
): InferredField {
  const { name, header, because: renamed } = names.nameField(column.name);
  const isUnique = isAlone(table, column.name);
  const filling = fillingOf(column, guess, requireEntry(facts, column.name));
  const comparable = isComparable(guess);
  const preset = readDefault(isUnique ? null : column.default, guess.declaration);
  return {
    ...guess,
    name,
    header,
    canBeKey: guess.canBeKey && comparable,
    declaration: {
      ...guess.declaration,
      ...(filling === 'always' && !isId && { required: true }),
      ...(isUnique && comparable && { unique: true }),
      ...(preset !== undefined && { default: preset }),
      ...helpOf(column),
    },
    because: joinReasons([
      renamed,
      describeColumn(column, isUnique),
      guess.because,
      isId && 'also the _id; not required, because Backoffice does not generate its values',
      filling === 'declared' && 'but empty in some rows',
    ]),
  };
}

/** Whether a column always has a value, was declared so and does not, or need not have one. */
function fillingOf(column: ForeignColumn, guess: Guess, { values, rows }: ColumnFacts) {
  if (!column.notNull || isMany(guess)) return 'optional';
  return values.length === rows ? 'always' : 'declared';
}

function describeColumn({ written, notNull }: ForeignColumn, isUnique: boolean): string {
  return `${written}${notNull ? ' not null' : ''}${isUnique ? ' unique' : ''}`;
}

/** Why a column becomes no field of its own. */
function reasonToOmit(column: ForeignColumn, isId: boolean, names: FieldNames): string | undefined {
  // A number stays a field too: people call an order by its number, even if the database generated it.
  if (isId && toColumnConversion(column) !== 'number')
    return 'it identifies each row, so it becomes the _id of the record.';
  if (names.isSystem(column.name)) return 'every record already has it.';
  if (isSecret(column.name)) return 'secrets are not imported; users set new passwords.';
  if (column.generated === null) return undefined;
  return `the database computes it: ${column.generated.replace(/^(.{119}).{2,}$/s, '$1…')}`;
}

function toReference(
  context: TableContext,
  column: ForeignColumn,
  key: ForeignKey,
): ConvertedField {
  const { table, around, names } = context;
  const { name, header, because } = names.nameReference(column.name);
  const isUnique = isAlone(table, column.name);
  const declaration = {
    type: 'reference',
    to: requireEntry(around.names, tableKey(key.to)).name,
    // The first record would need an earlier one, so a reference to the same table is optional.
    ...(column.notNull && tableKey(key.to) !== tableKey(table) && { required: true }),
    ...(isUnique && { unique: true }),
    ...helpOf(column),
  };
  const reasons = [because, `a foreign key to ${key.to.name}`, column.notNull ? 'not null' : ''];
  const field = { name, header, declaration, ...notWords, because: joinReasons(reasons) };
  return { field, source: { field: name, reference: key } };
}

/** A foreign key of several columns. These also stay fields, because each has a meaning of its own. */
function toWide({ around, names }: TableContext, key: ForeignKey): ConvertedField {
  const to = requireEntry(around.names, tableKey(key.to)).name;
  const { name } = names.nameField(singular(to));
  const because = `a foreign key (${key.columns.join(', ')}) to ${key.to.name}`;
  const declaration = { type: 'reference', to };
  const field = { name, header: name, declaration, ...notWords, because };
  return { field, source: { field: name, reference: key } };
}

function toList(
  { around, names }: TableContext,
  join: JoinTable,
  remarks: string[],
): ConvertedField {
  const to = requireEntry(around.names, tableKey(join.target.to)).name;
  const { name } = names.nameList(to);
  if (join.lost.length > 0)
    remarks.push(
      `These columns of the join table ${join.table.name} are left out: ${join.lost.join(', ')}.`,
    );
  const order = join.position === undefined ? '' : `, in the order of ${join.position}`;
  const because = `the join table ${join.table.name}${order}`;
  const declaration = { type: 'references', to };
  const field = { name, header: name, declaration, ...notWords, because };
  return { field, source: { field: name, join } };
}

/** A reference is neither a key that people know nor searchable text. */
const notWords = { canBeKey: false, hasWords: false };

function isAlone({ primaryKey, uniques }: ForeignTable, column: string): boolean {
  return [primaryKey, ...uniques].some((columns) => columns.length === 1 && columns[0] === column);
}

function helpOf({ comment }: ForeignColumn): { help?: string } {
  const help = comment?.trim();
  return help ? { help } : {};
}

function isSecret(column: string): boolean {
  return /(^|_)(passwords?|passwd|pwd|passphrase|secret|api_?key|(access|refresh|auth)_?token)($|_)|password(hash|digest)?$/i.test(
    column,
  );
}

function joinReasons(reasons: readonly (string | false | undefined)[]): string {
  return reasons.filter(Boolean).join('; ');
}
