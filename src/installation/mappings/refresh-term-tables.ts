import { createHash } from 'node:crypto';
import type { QueryRunner } from '../../api/extending.ts';
import type { Database } from '../../store/connection/database.ts';
import { kindNames, kinds } from './kinds.ts';
import { errorCode } from '../../store/connection/errors.ts';
import {
  findVersion,
  kindsSql,
  casNumbersSql,
  mappingTermsSql,
  extractionTermsSql,
  stateSql,
  changeTables,
  rebuildSql,
  triggersOf,
  watchedResources,
} from './term-sql.ts';

/**
 * Updates the tables that store the terms of all extractions, grouped and with their state. The
 * first request after a change updates them. Returns the version of the mappings they are based on.
 */
export async function refreshTermTables(database: Database): Promise<number> {
  const state = await readVersion(database);
  if (state?.isFresh) return state.version;
  if (!state?.isMade) await database.transaction(watch, LONG);
  return database.transaction(refresh, LONG);
}

/** Rebuilding takes a few seconds per million rows; a second caller waits for the first. */
const LONG = { timeout: 300_000, lockTimeout: 300_000 };

/** With more changes than this, rebuilding everything is faster. */
const MANY = 20_000;

/** Changes with the SQL, so that a newer version of this program rebuilds the tables. */
const shape = createHash('sha256')
  .update(JSON.stringify([changeTables, rebuildSql('')]))
  .digest('hex')
  .slice(0, 16);

type Known = { version: number; isMade: boolean; isFresh: boolean };

/** Reads the state. Applying a descriptor may have changed column values past all triggers, so its number counts too. */
async function readVersion(sql: QueryRunner): Promise<Known | undefined> {
  try {
    const { rows } = await sql.query<Known>(
      `select version, "isMade", "isMade" and not exists (select from backoffice.term_changes) as "isFresh"
       from (select version, shape = $1 and descriptor = (select max(seq) from backoffice.descriptor) as "isMade"
         from backoffice.term_state) s`,
      [shape],
    );
    return rows[0];
  } catch (error) {
    if (errorCode(error) === UNDEFINED_TABLE) return undefined;
    throw error;
  }
}

const UNDEFINED_TABLE = '42P01';

/** Lets one update run at a time, on all servers. */
export async function lockTermTables(sql: QueryRunner): Promise<void> {
  await sql.query(`select pg_advisory_xact_lock(hashtext('mappings.terms'))`);
}

/** Runs in its own transaction and before any reading, so that writers wait only for this and no change is missed. */
async function watch(sql: QueryRunner): Promise<void> {
  await lockTermTables(sql);
  for (const statement of changeTables) await sql.query(statement);
  for (const table of watchedResources) {
    const { rowCount } = await sql.query(
      `select from pg_trigger where tgrelid = $1::regclass and tgname like 'note\\_terms\\_%'`,
      [`public."${table}"`],
    );
    // Existing triggers are not created again, because that would wait for all writers.
    if (rowCount !== triggersOf(table).length)
      for (const statement of triggersOf(table)) await sql.query(statement);
  }
}

async function refresh(sql: QueryRunner): Promise<number> {
  await lockTermTables(sql);
  await sql.query(`set local work_mem = '48MB'`);
  const state = await readVersion(sql);
  // The previous holder of the lock has updated them.
  if (state?.isFresh) return state.version;
  // Changes of unfinished transactions remain, and what is read below is at least as new as these.
  const { rows } = await sql.query<{ resource: keyof Changed; ids: string[] | null }>(
    'delete from backoffice.term_changes returning resource, ids',
  );
  const version = await findVersion(sql);
  const of = (resource: keyof Changed) => [
    ...new Set(rows.flatMap((row) => (row.resource === resource ? (row.ids ?? []) : []))),
  ];
  const changed = {
    extractions: of('extractions'),
    mappings: of('mappings'),
    chems: of('chems'),
    chemFunctions: of('chemFunctions'),
  };
  const count = Object.values(changed).reduce((sum, ids) => sum + ids.length, 0);
  const isOther = state?.isMade !== true || state.version !== version;
  if (isOther || count > MANY || rows.some(({ ids }) => ids === null)) await remake(sql, version);
  else await followChanges(sql, changed, version);
  return version;
}

async function remake(sql: QueryRunner, version: number): Promise<void> {
  const { rows } = await sql.query<{ schema: string }>(
    `select extnamespace::regnamespace::text as schema from pg_extension where extname = 'pg_trgm'`,
  );
  for (const statement of rebuildSql(rows[0]?.schema ?? 'public'))
    await sql.query(statement, statement.includes('$1') ? [version] : []);
  await sql.query('delete from backoffice.term_state');
  await sql.query(
    'insert into backoffice.term_state select $1, coalesce(max(seq), 0), $2 from backoffice.descriptor',
    [shape, version],
  );
}

/** The `_id`s of written or deleted records, by resource. */
type Changed = Readonly<Record<(typeof watchedResources)[number], readonly string[]>>;

/** Updates the terms for the changed records only: removes what they said before and adds what they say now. */
async function followChanges(sql: QueryRunner, changed: Changed, version: number): Promise<void> {
  const { extractions, mappings, chems } = changed;
  const spoken = await readKeys(sql, [
    [deleteRecords('term_uses', 'key'), [extractions]],
    [
      newTerms(
        'k.kind',
        `(${extractionTermsSql('and _id = any($1)')}) s join ${kindsSql} on k.field = s.field`,
      ),
      [extractions],
    ],
    [
      `insert into backoffice.term_uses select record, key from (${extractionTermsSql('and _id = any($1)')}) s returning key`,
      [extractions],
    ],
  ]);
  const changedKeys = await readKeys(sql, [
    [deleteRecords('term_sayings', 'key'), [mappings]],
    [newTerms('s.kind', `(${mappingTermsSql('and _id = any($2)')}) s`), [version, mappings]],
    [
      `insert into backoffice.term_sayings (record, kind, key, status, means)
       select record, kind, key, status, means from (${mappingTermsSql('and _id = any($2)')}) m returning key`,
      [version, mappings],
    ],
  ]);
  const numbers = await readKeys(sql, [
    [deleteRecords('term_numbers', 'cas as key'), [chems]],
    [
      `insert into backoffice.term_numbers ${casNumbersSql('and _id = any($1)')} returning cas as key`,
      [chems],
    ],
  ]);
  await sql.query(restate, [[...spoken, ...changedKeys], changedKeys, numbers]);
  await sql.query(forget, [[...spoken, ...changedKeys]]);
  await sql.query(forgetSureness, [
    kindNames.filter((kind) => changed[kinds[kind].of ?? 'mappings'].length > 0),
  ]);
}

type Statement = [text: string, values: unknown[]];

async function readKeys(sql: QueryRunner, statements: readonly Statement[]): Promise<string[]> {
  const keys = new Set<string>();
  for (const [text, values] of statements) {
    if ((values.at(-1) as string[]).length === 0) return [];
    const { rows } = await sql.query<{ key: string }>(text, values);
    for (const { key } of rows) keys.add(key);
  }
  return [...keys];
}

function deleteRecords(table: string, what: string): string {
  return `delete from backoffice.${table} where record = any($1) returning ${what}`;
}

function newTerms(kind: string, from: string): string {
  return `insert into backoffice.terms (kind, key, term, cas, bare, count)
    select distinct ${kind}, s.key, s.term, s.cas, s.bare, 0 from ${from}
    on conflict do nothing returning key`;
}

/**
 * A mapping without a number applies to its term with any number, and a chem to all terms with its number.
 * Every part of the statement sees the terms as they were before it, so the old values are what the sums lose.
 */
const restate = `
  with touched as (
    select kind, key from backoffice.terms where key = any($1::uuid[])
    union select kind, key from backoffice.terms where cas <> '' and bare = any($2::uuid[])
    union select kind, key from backoffice.terms
      where cas <> '' and left(cas, 100) = any(array(select left(c, 100) from unnest($3::text[]) c))),
  was as (select t.kind, t.state, t.count from touched join backoffice.terms t using (kind, key)),
  counted as (
    select t.kind, t.key, t.term, t.cas, t.bare, n.* from touched join backoffice.terms t using (kind, key)
    cross join lateral (
      select count(*) as count, min(record) as "first", max(record) as "last"
      from backoffice.term_uses u where u.key = t.key) n),
  now as (
    update backoffice.terms x set count = n.count, "first" = n."first", "last" = n."last", state = n.state
    from (select t.*, ${stateSql} as state from counted t) n
    where x.key = n.key and x.kind = n.kind
    returning x.kind, x.state, x.count)
  update backoffice.term_counts c set terms = c.terms + d.terms, rows = c.rows + d.rows
  from (
    select kind, state, sum(n) as terms, sum(n * count) as rows
    from (select *, 1 as n from now union all select *, -1 from was) each
    group by kind, state) d
  where c.kind = d.kind and c.state = d.state`;

/** Compares terms again when their targets have changed. */
const forgetSureness = `
  update backoffice.terms set sure = null where kind = any($1::text[]) and sure is not null`;

const forget = `
  delete from backoffice.terms t
  where t.key = any($1::uuid[]) and t.count = 0
    and not exists (select from backoffice.term_sayings m where m.key = t.key and m.kind = t.kind)`;
