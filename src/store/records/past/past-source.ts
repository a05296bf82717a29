import type { Resource } from '../../../descriptor/descriptor.ts';
import { pathsOf } from '../../../descriptor/filter/declared-filter.ts';
import type { Filter } from '../../../descriptor/filter/filter.ts';
import { quoteName, quoteText, type Params } from '../../connection/sql.ts';
import { OWN } from '../../schema/place.ts';
import { documentOf } from '../../schema/past-resource.ts';
import { toFilterSql } from '../sql/conditions.ts';
import type { SqlScope } from '../sql/scope.ts';
import { type PastField, pastFields } from './past-values.ts';
import { ownIdsOf, storedNames } from './past-names.ts';
import { requireItem } from '../../../fields/require-entry.ts';

/** The names of the common tables of a statement; no resource can have them. */
export const CHANGED = '"~changed"';
export const PAST = '"~past"';

export type PastQuestion = {
  resource: Resource;
  /** The rows of its history since then, as `h`. */
  rows: string;
  /** The condition on those of them that do not tell what happened; none where every row tells it. */
  untold?: string;
  /** Which of the records were listed then. */
  filter: Filter | undefined;
  /** Which records exist for the reader; they must also be among them as they are now. */
  see: Filter | undefined;
  /** Further paths that are read of all records, for the order. */
  paths: readonly string[];
};

/** A division by zero, as PostgreSQL calls it. Nothing else in these statements divides by zero. */
export const TOO_MANY_CHANGES = '22012';

/**
 * The common tables that answer a question about the past: the records that have changed since the moment, and those
 * that matched then and have moved since. A record has moved if it was created, deleted, or changed in a field that
 * decides whether it matches or where it stands; all others are found by today's values. Of those that moved, only these
 * fields are looked up, each in the first row after the moment that has it.
 */
export function pastTables(question: PastQuestion, sqlScope: SqlScope): string {
  const { resource, rows, untold = 'false', filter, see } = question;
  const { resources } = sqlScope.descriptor;
  const paths = [...question.paths, ...(filter ? pathsOf(filter) : [])];
  const needed = storedNames(resources, resource, paths);
  const deciding = storedNames(resources, resource, [...paths, ...(see ? pathsOf(see) : [])]);
  const fields = pastFields(resource).filter(({ name }) => needed.has(name));
  const firsts = fields.map(
    ({ name }, at) => `, min(h.seq) filter (where h.before ? ${quoteText(name)}) as "~${at}"`,
  );
  const changed =
    `select h.record_id as _id, min(h.seq) as "~seq", min(h.version) - 1 as _version, ` +
    `min(h.seq) filter (where h.operation = 'create') as "~made", ` +
    `min(h.seq) filter (where h.operation = 'delete') as "~gone", ` +
    `${hasMoved(deciding, sqlScope.params)} as "~moved", count(*) as "~rows", ` +
    `bool_or(${untold}) as "~untold"${firsts.join('')} from ${rows} group by 1`;
  const columns = [
    'c.*',
    ...systemColumnsOf(resource, 'c', ofAlone(resource, 'c')).filter((_, at) =>
      needed.has(requireItem(STAMPS, at)),
    ),
    ...fields.map((field, at) => {
      const first = `c."~${at}"`;
      const then = `(select ${field.ofDocument('h.before')} from backoffice.history h where h.seq = ${first})`;
      const now = `(select ${field.ofRow('l')} from ${quoteName(resource.name)} l where l._id = c._id)`;
      const value = `case when ${first} <= coalesce(c."~gone", ${first}) then ${then} when c."~gone" is null then ${now} end`;
      return `${field.finish(value)} as ${field.column}`;
    }),
  ];
  const existed = `c."~moved" and c."~made" is distinct from c."~seq"${see ? ` and ${isSeenNow(resource, see, sqlScope)}` : ''}`;
  const existing = `select ${columns.join(', ')} from ${CHANGED} c${lastBefore(resource, 'c', needed)} where ${existed}`;
  const condition = filter ? toFilterSql(documentOf(resource), filter, sqlScope) : 'true';
  return (
    `${CHANGED} as materialized (${changed}), ` +
    `${PAST} as materialized (select * from (${existing}) ${OWN} where ${condition})`
  );
}

/**
 * The whole records at the moment: `p` has their `_id`, and `c` what `~changed` knows of one that has changed since. Has
 * a column for each name and for all that those are computed from.
 */
export function pastRecords(
  resource: Resource,
  names: readonly string[],
  moment: string,
  { descriptor }: SqlScope,
): string {
  const needed = storedNames(descriptor.resources, resource, names);
  const fields = pastFields(resource).filter(({ name }) => needed.has(name));
  const table = quoteName(resource.name);
  const rows = [
    ...SYSTEM.map((name) => `l.${quoteName(name)}`),
    ...fields.map((field) => `${field.ofRow('l')} as ${field.column}`),
  ];
  const unchanged = `select ${rows.join(', ')} from ${table} l where l._id = p._id and c._id is null`;
  const doc =
    `select coalesce(jsonb_object_agg(e.key, e.value order by h.seq desc), '{}') as doc ` +
    `from backoffice.history h cross join lateral jsonb_each(h.before) e ` +
    `where h.resource = ${quoteText(resource.name)} and h.record_id = p._id and ${isAfter(moment)} ` +
    `and h.seq <= coalesce(c."~gone", h.seq)`;
  const columns = [
    'p._id',
    'c._version',
    ...systemColumnsOf(resource, 'c', { live: (column) => `l.${column}`, doc: 'd.doc' }),
    ...fields.map(toColumn),
  ];
  const changed =
    `select ${columns.join(', ')} from (${doc}) d ` +
    `left join ${table} l on l._id = p._id and c."~gone" is null` +
    `${lastBefore(resource, 'c', ALL_STAMPS)} where c._id is not null`;
  return `${unchanged} union all ${changed}`;
}

/** Fails with `TOO_MANY_CHANGES` where more than `most` rows are after the moment; its plan then fits all moments. */
export function rowsAfter(
  { name }: Resource,
  {
    moment,
    filter,
    most,
  }: { moment: string; filter: Filter | undefined; most: number | undefined },
  params: Params,
): string {
  const ids = ownIdsOf(filter);
  const only = ids ? ` and h.record_id = any(${params.add(ids)}::text[])` : '';
  const after = (start: string) =>
    `backoffice.history h where h.resource = ${quoteText(name)} and h.at >= ${start}${only}`;
  // The planner does not see this moment, but how many rows come at most.
  return most === undefined
    ? after(startOf(moment))
    : `(select * from ${after(`(select ${startOf(moment)})`)} order by h.resource, h.at limit ${most + 1}) h`;
}

/** Whether one of the rows of a record has changed a field that decides, or all of it. */
function hasMoved(deciding: ReadonlySet<string>, params: Params): string {
  if (OF_EACH_CHANGE.some((name) => deciding.has(name))) return 'true';
  return `bool_or(h.operation <> 'update' or h.before ?| ${params.add([...deciding])}::text[])`;
}

/** What every change changes. */
const OF_EACH_CHANGE = ['_version', 'updatedAt', 'updatedBy'];

/** Fails with `TOO_MANY_CHANGES` where `~changed` was cut; otherwise 0 or 1. */
export function failIfCut(changesAtMost: number): string {
  return `(select 1 / (${changesAtMost + 1} - coalesce(sum(c."~rows"), 0))::bigint from ${CHANGED} c)`;
}

/** Rows whose time, in the milliseconds that people see, is after the moment. */
function isAfter(moment: string): string {
  return `h.at >= ${startOf(moment)}`;
}

function startOf(moment: string): string {
  return `${moment}::timestamptz + interval '500 microseconds'`;
}

function toColumn(field: PastField): string {
  const value =
    `case when d.doc ? ${quoteText(field.name)} then ${field.ofDocument('d.doc')} ` +
    `when c."~gone" is null then ${field.ofRow('l')} end`;
  return `${field.finish(value)} as ${field.column}`;
}

const STAMPS = ['createdAt', 'createdBy', 'updatedAt', 'updatedBy'] as const;
const SYSTEM = ['_id', '_version', ...STAMPS] as const;
const ALL_STAMPS: ReadonlySet<string> = new Set(STAMPS);

type Sources = { live(column: string): string; doc: string };

/** Looks a stamp up on its own, where few are needed of many records. */
function ofAlone({ name }: Resource, alias: string): Sources {
  return {
    live: (column) => `(select l.${column} from ${quoteName(name)} l where l._id = ${alias}._id)`,
    doc: `(select h.before from backoffice.history h where h.seq = ${alias}."~gone")`,
  };
}

/** The stamps, in the order of `STAMPS`; `w` is the last row until the moment, if the history still has it. */
function systemColumnsOf(_: Resource, alias: string, { live, doc }: Sources): string[] {
  const stored = (name: string, type: string) =>
    `case when ${alias}."~gone" is null then ${live(quoteName(name))} else (${doc} ->> '${name}')::${type} end`;
  const last = (name: string, type: string, value: string, created: string) =>
    `case when ${alias}."~gone" = ${alias}."~seq" then (${doc} ->> '${name}')::${type} ` +
    `when w.at is null then ${created} else ${value} end`;
  const createdAt = stored('createdAt', TIME);
  const createdBy = stored('createdBy', 'text');
  return [
    `${createdAt} as "createdAt"`,
    `${createdBy} collate "C" as "createdBy"`,
    `${last('updatedAt', TIME, `w.at::${TIME}`, createdAt)} as "updatedAt"`,
    `${last('updatedBy', 'text', 'w.by', createdBy)} collate "C" as "updatedBy"`,
  ];
}

const TIME = 'timestamp(3) with time zone';

/** Joins the last row of the history until the moment, where something needs it. */
function lastBefore({ name }: Resource, alias: string, needed: ReadonlySet<string>): string {
  if (!needed.has('updatedAt') && !needed.has('updatedBy')) return '';
  return (
    ` left join lateral (select h.at, h.by from backoffice.history h where h.resource = ${quoteText(name)} ` +
    `and h.record_id = ${alias}._id and h.seq < ${alias}."~seq" order by h.seq desc limit 1) w on true`
  );
}

/** Whether the reader may see the record as it is now or, if it was deleted, as it last was. */
function isSeenNow(resource: Resource, see: Filter, sqlScope: SqlScope): string {
  const table = quoteName(resource.name);
  const there = `from ${table} ${OWN} where ${OWN}._id = c._id`;
  const stamp = (name: string) =>
    `${name.endsWith('At') ? `(h.before ->> '${name}')::${TIME}` : `(h.before ->> '${name}') collate "C"`} as "${name}"`;
  const columns = [
    'h.record_id as _id',
    'h.version - 1 as _version',
    ...STAMPS.map(stamp),
    ...pastFields(resource).map(
      (field) => `${field.finish(field.ofDocument('h.before'))} as ${field.column}`,
    ),
  ];
  const last =
    `select ${columns.join(', ')} from backoffice.history h where h.resource = ${quoteText(resource.name)} ` +
    `and h.record_id = c._id and h.operation = 'delete' order by h.seq desc limit 1`;
  return (
    `case when exists (select ${there}) then exists (select ${there} and ${toFilterSql(resource, see, sqlScope)}) ` +
    `else exists (select from (${last}) ${OWN} where ${toFilterSql(documentOf(resource), see, sqlScope)}) end`
  );
}
