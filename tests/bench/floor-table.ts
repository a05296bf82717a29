import { pipeline } from 'node:stream/promises';
import { Readable, Writable } from 'node:stream';
import pg from 'pg';
import copy from 'pg-copy-streams';
import { toChemRow } from './chem-rows.ts';

const columns = `"_id" text primary key, "casId" text unique, "commonName" text collate "und-x-icu",
  synonyms text[], "iupacName" text, dtxsid text unique, smiles text, "inchiKey" text,
  "molecularFormula" text, "molecularWeight" double precision, "monoisotopicMass" double precision,
  hazards text[], "fccPrioTier" bigint, "inFccDb" boolean, "inFccMigex" boolean, lists text[], comments text`;

/** The same records in a plain table with the indexes its questions need, filled as fast as PostgreSQL can. */
export async function fillFloor(url: string, ids: readonly string[]): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('create extension if not exists pg_trgm');
  await client.query(`create table chems (${columns})`);
  await client.query('create index on chems ("commonName", _id)');
  await client.query('create index on chems using gin ("commonName" gin_trgm_ops)');
  const lines = ids.map((id, at) => toLine(id, at));

  const started = performance.now();
  const into = client.query(copy.from('copy chems from stdin with (format csv)'));
  await pipeline(Readable.from(inPieces(lines)), into);
  const took = performance.now() - started;
  await client.query('vacuum analyze chems');
  await client.end();
  return took / 1_000;
}

/** Every record as JSON, straight out of PostgreSQL. */
export async function copyFloorOut(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const started = performance.now();
  const out = client.query(copy.to('copy (select row_to_json(chems) from chems) to stdout'));
  await pipeline(out, new Writable({ write: (_chunk, _encoding, done) => done() }));
  const took = performance.now() - started;
  await client.end();
  return took / 1_000;
}

function toLine(id: string, at: number): string {
  const cells = [id, ...Object.values(toChemRow(at))].map(toCell);
  return `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\n`;
}

function toCell(value: string | number | boolean | string[] | null): string {
  return Array.isArray(value)
    ? `{${value.map((item) => `"${item}"`).join(',')}}`
    : `${value ?? ''}`;
}

function* inPieces(lines: readonly string[]): Generator<string> {
  for (let at = 0; at < lines.length; at += 500) yield lines.slice(at, at + 500).join('');
}
