import { pipeline } from 'node:stream/promises';
import { Writable } from 'node:stream';
import pg from 'pg';
import copy from 'pg-copy-streams';
import { copyChems } from './copy-chems.ts';

const columns = `"_id" text primary key, "casId" text unique, "commonName" text collate "und-x-icu",
  synonyms text[], "iupacName" text, dtxsid text unique, smiles text, "inchiKey" text,
  "molecularFormula" text, "molecularWeight" double precision, "monoisotopicMass" double precision,
  hazards text[], "fccPrioTier" bigint, "inFccDb" boolean, "inFccMigex" boolean, lists text[], comments text`;

/**
 * The same records in two plain tables: `chems` with the indexes that questions need, and `written` with the four
 * that a plain schema would have, for writes. Returns the seconds that `COPY` into `written` takes.
 */
export async function fillFloor(url: string, ids: readonly string[]): Promise<number> {
  const client = await connect(url);
  await client.query('create extension if not exists pg_trgm');
  await client.query(`create table chems (${columns})`);
  await client.query('create index on chems ("commonName", _id)');
  await client.query('create index on chems using gin ("commonName" gin_trgm_ops)');
  await copyIn(client, 'chems', ids);
  await client.query('create table written (like chems)');
  for (const statement of toPlain('written')) await client.query(statement);
  const seconds = await copyIn(client, 'written', ids);
  await client.query('vacuum analyze');
  await client.end();
  return seconds;
}

/** The indexes of a plain schema: the primary key, and a name, a number and a measure that people look for. */
export function toPlain(table: string): string[] {
  return [
    `alter table ${table} add primary key (_id)`,
    ...['"commonName"', '"casId"', '"molecularWeight"'].map(
      (column) => `create index on ${table} (${column})`,
    ),
  ];
}

/**
 * In our own database, twins of our table and of our history with all their indexes, for a floor with the same duties.
 * Returns the address under which that floor finds them.
 */
export async function createTwins(url: string): Promise<string> {
  const client = await connect(url);
  await client.query('create schema floor');
  await client.query('create table floor.written (like chems including all)');
  await client.query('create table floor.kept (like backoffice.history including all)');
  const own = await ownColumns(client);
  await client.query(`insert into floor.written (${own}) select ${own} from chems`);
  await client.query('vacuum analyze floor.written');
  await client.end();
  const address = new URL(url);
  address.searchParams.set('options', '-c search_path=floor,public');
  return address.href;
}

/** How long PostgreSQL takes to take the same records into a table like ours, with all its indexes. */
export async function copyIntoTwin(url: string, ids: readonly string[]): Promise<number> {
  const client = await connect(url);
  await client.query('create table twin (like chems including all)');
  const seconds = await copyIn(client, 'twin', ids);
  await client.query('drop table twin');
  await client.end();
  return seconds;
}

/** How long it takes to give every record of our table as JSON. */
export async function copyOut(url: string): Promise<number> {
  const client = await connect(url);
  const own = await ownColumns(client);
  const text = `copy (select row_to_json(x) from (select ${own} from chems order by _id) x) to stdout`;
  const sink = new Writable({ write: (_chunk, _encoding, done) => done() });
  const seconds = await time(() => pipeline(client.query(copy.to(text)), sink));
  await client.end();
  return seconds;
}

/** The columns of our table that PostgreSQL does not compute, for a statement. */
async function ownColumns(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = 'chems'::regclass and attnum > 0 and attgenerated = '' and not attisdropped`,
  );
  return rows.map(({ name }) => name).join(', ');
}

async function copyIn(client: pg.Client, table: string, ids: readonly string[]): Promise<number> {
  return time(() => copyChems(client, table, ids));
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1_000;
}
