import type { Resource } from '../../../descriptor/descriptor.ts';
import type { CopiedRows, CopyShape, CellKind } from '../../wire/wire.ts';
import type { CopyOptions, CopyCsv, CopyJson } from '../../file-options.ts';
import {
  responseNames,
  recordColumns,
  toJson,
  type RecordJsonOptions,
} from '../../schema/record-json.ts';
import { readAgain } from '../sql/in-time.ts';
import { toSource, type StreamReading, type StreamRequest } from './stream.ts';
import { OWN, findPlace } from '../../schema/place.ts';
import type { SqlType } from '../../../fields/type/field-type.ts';
import { findListedField } from '../../../descriptor/system-fields.ts';
import { sqlTypes } from '../../sql-types.ts';

/** The query PostgreSQL runs, and what its rows become. */
type Copy = { select: string; shape: CopyShape };

/**
 * All records of a query as PostgreSQL writes them for a file, without parsing them here: CSV four times as fast as
 * reading records, JSON three times. Undefined where that is impossible: `COPY` takes no parameters, so no filters.
 */
export function copyRecords(
  { begin, scope, now }: StreamReading,
  resource: Resource,
  request: StreamRequest,
  { byKey, ...options }: CopyOptions,
): AsyncGenerator<CopiedRows> | undefined {
  const { of, source, sqlScope, params } = toSource({ scope, now }, resource, request);
  const { descriptor } = scope;
  const writing = { sqlScope, ...(byKey && { byKey: { fields: byKey, descriptor } }) };
  const toNames = () => responseNames(of, request.readable, request.query.fields);
  const copy =
    'between' in options
      ? copyJson(of, source, { ...options, names: toNames() }, writing)
      : copyTable(of, source, options, writing);
  if (copy === undefined || params.values.length > 0) return undefined;
  return readAgain(() => run(begin, copy));
}

/** One statement reads all records, so this code limits how long it may wait for its reader. */
const LONGEST_WAIT = 300_000;
const LIMITS = { timeout: 0, idleTimeout: LONGEST_WAIT, readOnly: true };

async function* run(begin: StreamReading['begin'], { select, shape }: Copy) {
  const transaction = await begin(LIMITS);
  let timer: NodeJS.Timeout | undefined;
  try {
    if (!transaction.copyOut) throw new Error('A table must be copied in its own transaction.');
    for await (const rows of transaction.copyOut(select, shape)) {
      // A snapshot that is held forever keeps old rows from being cleaned away.
      timer = setTimeout(() => void transaction.end('rollback'), LONGEST_WAIT);
      yield rows;
      clearTimeout(timer);
    }
  } finally {
    clearTimeout(timer);
    await transaction.end('rollback');
  }
}

/**
 * CSV lines that nothing here reads, except for the characters that matter in CSV. Undefined where some types write
 * their values in their own way.
 */
function copyTable(
  resource: Resource,
  source: string,
  { names, delimiter }: CopyCsv,
  writing: RecordJsonOptions,
): Copy | undefined {
  const cells = toCells(resource, names, writing);
  if (cells === undefined) return undefined;
  return {
    select: `select ${cells.map(({ sql }) => sql).join(', ')} from ${source} ${OWN}`,
    shape: { kinds: cells.map(({ kind }) => kind), delimiter },
  };
}

/**
 * JSON of records, the same bytes as `streamRecords` returns, without decoding them to text. Moments are inserted
 * here, because PostgreSQL takes a sixth of its time to write two of them per record as JSON has them.
 */
function copyJson(
  resource: Resource,
  source: string,
  { names, between }: CopyJson & { names: readonly string[] },
  writing: RecordJsonOptions,
): Copy {
  const parts = toParts(resource, names);
  const selected = parts.map((part, at) =>
    'moment' in part ? findPlace(resource, part.moment).sql : `row_to_json(x${at})`,
  );
  const joined = parts.flatMap((part, at) =>
    'moment' in part
      ? []
      : ` cross join lateral (select ${recordColumns(resource, part.names, writing)}) x${at}`,
  );
  return {
    select: `select ${selected.join(', ')} from ${source} ${OWN}${joined.join('')}`,
    shape: { parts: parts.map((part) => ('moment' in part ? part : 'object')), between },
  };
}

/** Fields that PostgreSQL writes as an object, and a moment between two of them. */
type Part = { names: string[] } | { moment: string };

function toParts(resource: Resource, names: readonly string[]): Part[] {
  const parts: Part[] = [];
  for (const name of names) {
    const last = parts.at(-1);
    if (isMoment(resource, name)) parts.push({ moment: name });
    else if (last && 'names' in last) last.names.push(name);
    else parts.push({ names: [name] });
  }
  return parts;
}

/** A computed moment may have more digits than a stored one; one of another record is written with its neighbours. */
function isMoment(resource: Resource, name: string): boolean {
  const isElsewhere = resource.through.has(name);
  if (isElsewhere || resource.fields.get(name)?.computed !== undefined) return false;
  const { shape, type } = findPlace(resource, name);
  return shape === 'column' && type === 'timestamptz';
}

/** The SQL of a cell in `COPY`, and how the wire writes it. */
type CopiedCell = { sql: string; kind: CellKind };

/**
 * The cells of a record for which PostgreSQL and the wire write the same text as `toCsvFile`, which a test over all
 * field types checks. Undefined where a type writes its values in its own way, as types stored as JSON do.
 */
function toCells(resource: Resource, names: readonly string[], options: RecordJsonOptions) {
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
  const { isSpelled, inSql } = findListedField(resource, name)?.kind.text ?? {};
  if (shape === 'array') {
    const items = inSql ? writeItems(sql, inSql) : sql;
    return inSql || type !== 'jsonb' ? { sql: items, kind: 'list' } : undefined;
  }
  if (inSql) return { sql: inSql(sql), kind: 'text' };
  if (to !== undefined) return { sql: toJson(resource, name, options), kind: 'text' };
  if (isSpelled) return undefined;
  const kind = ofOne[type];
  return kind && { sql: toText(sql, type), kind };
}

function writeItems(list: string, inSql: (value: string) => string): string {
  const items = `unnest(${list}) with ordinality as o (item, place)`;
  return `(select array_agg(${inSql('item')} order by place) from ${items})`;
}

/** A value in the text that a file has of it. */
function toText(sql: string, type: SqlType): string {
  if (type === 'boolean') return `case ${sql} when true then 'true' when false then 'false' end`;
  return sqlTypes[type].toText?.(sql) ?? sql;
}

const ofOne: Partial<Record<SqlType, CellKind>> = {
  text: 'text',
  boolean: 'plain',
  bigint: 'plain',
  'double precision': 'number',
  numeric: 'plain',
  date: 'plain',
  time: 'plain',
  'time(0)': 'plain',
  timestamptz: 'moment',
};
