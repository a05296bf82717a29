import { requireEntry } from '../../../fields/require-entry.ts';
import type { DatabaseIndex, IndexAdvice, Indexes } from '../../../contract/meta.ts';
import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import { findField } from '../../../descriptor/system-fields.ts';
import { joinTable } from '../../schema/place.ts';
import { ADDS_INDEX } from '../../schema/tables/compare-indexes.ts';
import { indexLines, missingIndex } from '../../schema/missing-index.ts';
import { explainIndexes } from '../../schema/tables/to-indexes.ts';
import { isJoin, toTables } from '../../schema/tables/to-tables.ts';
import { sqlTypes } from '../../sql-types.ts';
import type { QueryRunner } from '../../store.ts';

type IndexOptions = {
  /** Lists are read from a replica, which counts what it uses itself. */
  hasReplica: boolean;
};

/** The indexes of all collections with their size and use, and what to add or drop. Two statements. */
export async function readIndexes(
  sql: QueryRunner,
  descriptor: Descriptor,
  { hasReplica }: IndexOptions,
): Promise<Indexes> {
  const declared = declaredIndexes(descriptor);
  const names = [...new Set(declared.map(({ table }) => table)), ...descriptor.resources.keys()];
  const tables = await sql.rows<FoundTable>(READ, [names, ADDS_INDEX]);
  const slow = await sql.rows<SlowRead>(SLOW_READS);
  const resources = [...descriptor.resources.values()];
  const collections = resources.map((resource) => {
    const own = declared.filter((index) => index.resource === resource.name);
    return { resource, ...describeTables(resource, own, tables) };
  });
  return {
    since: tables[0]?.since ?? null,
    collections: collections.map(({ resource, unused: _, ...rest }) => {
      return { resource: resource.name, ...rest };
    }),
    advice: {
      add: addAdvice(descriptor, slow),
      drop: hasReplica
        ? []
        : collections.flatMap(({ resource, unused }) => dropAdvice(descriptor, resource, unused)),
    },
  };
}

/** Whether the system tables are those of this version; a command may come before the first start of a server. */
export async function hasSlowReads(sql: QueryRunner): Promise<boolean> {
  return (await sql.value<string | null>("select to_regclass('backoffice.slow_reads')")) !== null;
}

type FoundTable = {
  table: string;
  rows: number;
  size: number;
  indexSize: number;
  since: string | null;
  indexes: FoundIndex[];
};

type FoundIndex = Pick<DatabaseIndex, 'name' | 'size' | 'scans'> & {
  isPrimary: boolean;
  isValid: boolean;
  /** It could have been used for as long as it takes to tell that nobody does. */
  isOld: boolean;
};

/** PostgreSQL counts from `started` on. It does not know when an index was created; the applied descriptors do. */
const READ = `
  with started as (
    select coalesce(stats_reset, (select min(applied_at) from backoffice.descriptor)) as at
    from pg_stat_database where datname = current_database())
  select t.relname as "table", greatest(t.reltuples, 0)::float8 as rows,
    pg_table_size(t.oid)::float8 as size, pg_indexes_size(t.oid)::float8 as "indexSize",
    (select ${sqlTypes.timestamptz.toJson('at')} from started) as since,
    (select coalesce(json_agg(json_build_object('name', i.relname, 'size', pg_relation_size(i.oid),
        'scans', coalesce(s.idx_scan, 0), 'isPrimary', x.indisprimary, 'isValid', x.indisvalid,
        'isOld', coalesce(greatest((select at from started), (select max(applied_at) from backoffice.descriptor
           where steps ? ($2 || i.relname))) < now() - interval '30 days', false))
        order by i.relname), '[]')
     from pg_index x join pg_class i on i.oid = x.indexrelid
     left join pg_stat_all_indexes s on s.indexrelid = i.oid
     where x.indrelid = t.oid) as indexes
  from pg_class t
  where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and t.relname = any($1)`;

const SLOW_READS = `select resource, path, use, count::float8, ceil(slowest) as slowest,
    ${sqlTypes.timestamptz.toJson('last_at')} as "lastAt"
  from backoffice.slow_reads order by count desc, resource, path, use`;

type DeclaredIndex = Pick<DatabaseIndex, 'name' | 'table' | 'fields' | 'reasons'> & {
  resource: string;
};

function declaredIndexes(descriptor: Descriptor): DeclaredIndex[] {
  const tables = new Map(toTables(descriptor).map((table) => [table.name, table]));
  return [...descriptor.resources.values()].flatMap((resource) => {
    const own = { resource: resource.name, table: resource.name };
    const joins = [...resource.fields.values()].filter(isJoin);
    return [
      ...explainIndexes(resource).map(({ index: { name }, fields, reasons }) => {
        return { ...own, name, fields, reasons };
      }),
      ...joins.flatMap((field) => {
        const table = joinTable(resource.name, field.name);
        const fields = [field.name];
        return requireEntry(tables, table).indexes.map(({ name }): DeclaredIndex => {
          return { ...own, table, name, fields, reasons: ['target'] };
        });
      }),
    ];
  });
}

/** The tables of a resource with their indexes, and those indexes that nothing has used for long. */
function describeTables(
  { name }: Resource,
  declared: readonly DeclaredIndex[],
  tables: readonly FoundTable[],
) {
  const names = new Set([name, ...declared.map(({ table }) => table)]);
  const own = tables.filter(({ table }) => names.has(table));
  const isThere = new Set(own.flatMap(({ indexes }) => indexes.map((index) => index.name)));
  const existing = own.flatMap(({ table, rows, indexes }) =>
    indexes.map((index) => ({ index: describeIndex(table, index, declared), ...index, rows })),
  );
  const missing = declared
    .filter((index) => !isThere.has(index.name))
    .map(({ resource: _, ...index }): DatabaseIndex => {
      return { ...index, size: 0, scans: 0, state: 'missing' };
    });
  const sum = (of: 'size' | 'indexSize') => own.reduce((all, table) => all + table[of], 0);
  return {
    rows: own.find(({ table }) => table === name)?.rows ?? 0,
    size: sum('size'),
    indexSize: sum('indexSize'),
    indexes: [...existing.map(({ index }) => index), ...missing],
    unused: existing
      .filter(({ isOld, isValid, scans, rows }) => isOld && isValid && scans === 0 && rows >= LARGE)
      .map(({ index }) => index),
  };
}

/** Smaller tables are read whole as fast. */
const LARGE = 10_000;

function describeIndex(
  table: string,
  { name, size, scans, isPrimary, isValid }: FoundIndex,
  declared: readonly DeclaredIndex[],
): DatabaseIndex {
  const declaredIndex = declared.find((index) => index.name === name && index.table === table);
  const field = declared.find((index) => index.table === table && index.reasons.includes('target'));
  return {
    name,
    table,
    fields: declaredIndex?.fields ?? (isPrimary ? (field?.fields ?? ['_id']) : []),
    reasons: declaredIndex?.reasons ?? (isPrimary ? ['primary'] : []),
    size,
    scans,
    state: isValid ? 'valid' : 'building',
  };
}

/** How often lists were slow that used a field without an index. */
type SlowRead = Omit<IndexAdvice['add'][number], 'lines'>;

/** The indexes that would make slow lists faster. A field needs none if it is gone from the descriptor or has one by now. */
function addAdvice(descriptor: Descriptor, slow: readonly SlowRead[]): IndexAdvice['add'] {
  return slow.flatMap((read) => {
    const resource = descriptor.resources.get(read.resource);
    if (!resource || !read.path.split(',').every((path) => findField(resource, path))) return [];
    const line = missingIndex(resource, read.path, read.use);
    return line ? [{ ...read, lines: [line] }] : [];
  });
}

/** Those of the unused indexes that only exist because the descriptor asks for them or offers a filter. */
export function dropAdvice(
  { source }: Descriptor,
  resource: Resource,
  unused: readonly DatabaseIndex[],
): IndexAdvice['drop'] {
  // A list that declares no filters offers all fields, so the others have to be declared.
  const hasFilters = source['resources']?.[resource.name]?.list?.filters !== undefined;
  const filter = hasFilters ? 'remove' : 'omit';
  const changes = { asked: 'remove', composite: 'remove', filter } as const;
  return unused.flatMap(({ name: index, fields, size, reasons }) => {
    const lines = reasons.flatMap((reason) =>
      reason === 'asked' || reason === 'filter' || reason === 'composite'
        ? [indexLines[reason](changes[reason], resource, fields.join(','))]
        : [],
    );
    const isAll = lines.length > 0 && lines.length === reasons.length;
    return isAll ? [{ resource: resource.name, index, fields, size, lines }] : [];
  });
}
