import type { Resource } from '../../descriptor/descriptor.ts';
import type { Field } from '../../fields/type/field.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';

/** A column of a written table: a field, or a system field. */
export type TableColumn = {
  name: string;
  field?: Field | undefined;
  holds: 'text' | 'number' | 'boolean' | 'date' | 'moment';
};

/** Callers name `_id` and `_version` first, so that a returned file identifies its records. */
export function toTableColumns(resource: Resource, names: readonly string[]): TableColumn[] {
  return names.map((name) => {
    const field = resource.fields.get(name) ?? resource.through.get(name);
    return { name, field, holds: field ? heldBy(field) : (systemColumns[name] ?? 'text') };
  });
}

/** The text of a value as its field writes it in files. */
export function writeText({ field }: TableColumn, value: unknown): string {
  if (value === null || value === undefined) return '';
  // A column without a field is a stamp, an ID or a version.
  return field ? field.kind.text.write(value, field.settings) : `${value as string | number}`;
}

const systemColumns: Readonly<Record<string, TableColumn['holds']>> = {
  _version: 'number',
  createdAt: 'moment',
  updatedAt: 'moment',
};

function heldBy(field: Field): TableColumn['holds'] {
  const { sql, many = false } = field.kind.column(field.settings);
  // A reference is written by the key of its target, whatever its column stores.
  if (many || field.kind.relation || field.kind.text.isSpelled) return 'text';
  return held[sql] ?? 'text';
}

const held: Readonly<Record<string, TableColumn['holds']>> = {
  bigint: 'number',
  'double precision': 'number',
  numeric: 'number',
  boolean: 'boolean',
  date: 'date',
  timestamptz: 'moment',
};

/** Records per piece of a file. Larger pieces would be garbage that only a full collection frees. */
const PIECE = 64;

/** The same records, in batches of the size of a piece. Others have their turn before each is written. */
export async function* inBatches(batches: AsyncIterable<readonly string[]>) {
  for await (const batch of batches)
    for (let at = 0; at < batch.length; at += PIECE) {
      await yieldToEventLoop();
      yield batch.slice(at, at + PIECE);
    }
}
