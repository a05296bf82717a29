import type { Resource } from '../../descriptor/descriptor.ts';
import type { Field } from '../../fields/field.ts';

/** One column of a table that is written: a field, or what every record has. */
export type TableColumn = {
  name: string;
  field?: Field | undefined;
  holds: 'text' | 'number' | 'boolean' | 'date' | 'moment';
};

/** `_id` and `_version` lead, so that a file that comes back says which records it means. */
export function toTableColumns(resource: Resource, names: readonly string[]): TableColumn[] {
  return names.map((name) => {
    const field = resource.fields.get(name);
    return { name, field, holds: field ? heldBy(field) : (systemColumns[name] ?? 'text') };
  });
}

/** The text of a value as its field writes it in files. */
export function writeText({ field }: TableColumn, value: unknown): string {
  if (value === null || value === undefined) return '';
  // What is no field is a stamp, an id or a version.
  return field ? field.kind.text.write(value, field.settings) : `${value as string | number}`;
}

const systemColumns: Readonly<Record<string, TableColumn['holds']>> = {
  _version: 'number',
  createdAt: 'moment',
  updatedAt: 'moment',
};

function heldBy(field: Field): TableColumn['holds'] {
  const { sql, many = false } = field.kind.column(field.settings);
  // A reference is written by the key of its target, whatever it is kept as.
  if (many || field.kind.relation) return 'text';
  return held[sql] ?? 'text';
}

const held: Readonly<Record<string, TableColumn['holds']>> = {
  bigint: 'number',
  'double precision': 'number',
  boolean: 'boolean',
  date: 'date',
  timestamptz: 'moment',
};

/** Records to one piece of a file; larger pieces would be garbage that only a full collection finds. */
const PIECE = 64;

/** The same records, as many at a time as make a piece of a file. */
export async function* inPieces(batches: AsyncIterable<readonly string[]>) {
  for await (const batch of batches)
    for (let at = 0; at < batch.length; at += PIECE) yield batch.slice(at, at + PIECE);
}
