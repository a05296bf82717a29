import type { ForeignTable } from './foreign-table.ts';
import type { InferredField, InferredResource } from './infer-resources.ts';
import type { TableName } from './names.ts';
import type { TableFields } from './table-fields.ts';

/** Completes a resource with the columns of its list, its title and its searchable fields. */
export function toListedResource(
  table: ForeignTable,
  { name, label, remark }: TableName,
  { fields, origins, importKey, unique, checks, remarks, id }: TableFields,
): InferredResource {
  const titled = findTitle(fields, importKey?.field, numberOf(id, origins));
  return {
    name,
    ...(label !== undefined && { label }),
    fields: fields.map((field) =>
      isSearched(field, titled)
        ? { ...field, declaration: { ...field.declaration, search: true } }
        : field,
    ),
    ...(importKey ? { importKey } : { keyless: keylessReason(id) }),
    ...(titled.length > 0 && { title: titled.map((each) => `{${each}}`).join(' ') }),
    ...(unique.length > 0 && { unique }),
    ...(checks.length > 0 && { checks }),
    list: listOf(fields, importKey?.field, titled),
    remarks: [
      describeTable(table, remark),
      ...(table.hidesRows
        ? ['Row-level security hides some of its rows from this database user.']
        : []),
      ...(table.isReadable
        ? []
        : ['Its values could not be read, so its fields are based on its columns only.']),
      ...remarks,
    ],
  };
}

function describeTable({ kind, name, comment }: ForeignTable, remark: TableName['remark']): string {
  const noun = kind === 'table' ? 'The table' : `The ${kind} table`;
  return `${noun} ${name}${remark ? `; renamed: ${remark}` : ''}${comment ? `. ${comment.trim()}` : ''}`;
}

function keylessReason({ columns, isHashed }: TableFields['id']): string {
  if (columns.length === 0)
    return 'No column identifies its rows, so files refer to records by _id, which is derived from the whole row.';
  const origin = isHashed
    ? `derived from ${columns.join(', ')}`
    : `the value of ${columns.join(', ')}`;
  return `Files refer to records by _id, ${origin}.`;
}

/** The numeric key of a table, if it is also a field. */
function numberOf({ columns, isHashed }: TableFields['id'], origins: TableFields['origins']) {
  if (isHashed) return undefined;
  return origins.find((each) => 'column' in each && each.column === columns[0])?.field;
}

function findTitle(
  fields: readonly InferredField[],
  key: string | undefined,
  number: string | undefined,
): string[] {
  const words = fields.filter(
    (each) => each.hasWords && each.isSingle && !isLong(each.declaration),
  );
  const named = (pattern: RegExp) => words.find(({ name }) => pattern.test(name));
  const whole = named(/^(name|title|label|caption|subject)$/i) ?? named(/(name|title|label)$/);
  const [given, family] = [
    named(/^(first|given)Name$/),
    named(/^(last|family|sur)Name$|^surname$/),
  ];
  if (given && family) return [given.name, family.name];
  const filled = words.find(({ declaration }) => declaration['required'] === true);
  const best = whole ?? fields.find(({ name }) => name === key) ?? filled;
  const fallback = number ?? words[0]?.name;
  if (!best && fallback !== undefined) return [fallback];
  return best ? [best.name] : [];
}

function isSearched(
  { name, hasWords, declaration }: InferredField,
  titled: readonly string[],
): boolean {
  if (!hasWords || 'choices' in declaration || typeof declaration['to'] === 'string') return false;
  return (
    titled.includes(name) ||
    declaration['unique'] === true ||
    /(name|title|email|code)$/i.test(name)
  );
}

const columnsAtFirst = 6;

function listOf(
  fields: readonly InferredField[],
  key: string | undefined,
  titled: readonly string[],
): { columns: string[]; sort?: string } {
  const first = [...new Set([...(key === undefined ? [] : [key]), ...titled])];
  const rest = fields.filter(
    ({ name, declaration }) => !first.includes(name) && !isLong(declaration),
  );
  const telling = rest.filter(({ name }) => !/^(created|updated|modified|deleted)/i.test(name));
  const columns = [...first, ...[...telling, ...rest].map(({ name }) => name)];
  const shown = [...new Set(columns)].slice(0, columnsAtFirst);
  const [sort] = titled.length > 0 ? titled.slice(-1) : first;
  return {
    // For a table that has only a key or only long texts.
    columns: shown.length > 0 ? shown : [fields[0]?.name ?? '_id'],
    ...(sort !== undefined && { sort }),
  };
}

/** Whether the values are too long for a cell. */
function isLong({ type, multiline }: InferredField['declaration']): boolean {
  return multiline === true || type === 'json' || type === 'structure';
}
