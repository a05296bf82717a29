import type { Resource } from '../../descriptor/descriptor.ts';
import type { SqlType } from '../../fields/field-type.ts';
import { findPlace, OWN } from '../schema/place.ts';
import type { CellKind } from '../wire/wire.ts';
import { toJson, type RecordJsonOptions } from '../schema/record-json.ts';

/** What `COPY` is asked for, and what the wire makes a cell of it by. */
type CopiedCell = { sql: string; kind: CellKind };

/**
 * The cells of a record of which PostgreSQL and the wire make the same text `toCsvFile`
 * makes, which is held to by a test over all types of fields. Undefined where a type writes its
 * values in a way of its own, as those do that are kept as JSON.
 */
export function toCells(
  resource: Resource,
  names: readonly string[],
  options: RecordJsonOptions,
): CopiedCell[] | undefined {
  const cells = names.map((name) => toCell(resource, name, options));
  return cells.every((cell) => cell !== undefined) ? cells : undefined;
}

function toCell(
  resource: Resource,
  name: string,
  options: RecordJsonOptions,
): CopiedCell | undefined {
  const { shape, type, sql, to } = findPlace(resource, name, `${OWN}.`, options.sqlScope);
  if (shape === 'join') return { sql: toJson(resource, name, options), kind: 'list' };
  if (shape === 'array') return type === 'jsonb' ? undefined : { sql, kind: 'list' };
  if (to !== undefined) return { sql: toJson(resource, name, options), kind: 'text' };
  if (type === 'boolean') {
    return { sql: `case ${sql} when true then 'true' when false then 'false' end`, kind: 'plain' };
  }
  const kind = ofOne[type];
  return kind && { sql, kind };
}

const ofOne: Partial<Record<SqlType, CellKind>> = {
  text: 'text',
  bigint: 'plain',
  'double precision': 'number',
  date: 'plain',
  timestamptz: 'moment',
};
