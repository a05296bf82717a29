import pg from 'pg';
import { vocabulary } from './chem-rows.ts';

type Part = { rows: number; history: number; from: number; to: number };

type Filling = { rows: number; history: number; say(text: string): void };

/** When the last change was made; the same in all statements. */
const END = `timestamptz '${new Date().toISOString()}'`;

/** A transaction of a million rows can be followed, and loses little when it is stopped. */
const BATCH = 1_000_000;

/** So many chems came with each file. */
const IMPORTED = 100_000;

/** The history has a few rows already, of the first user. */
const FIRST = 1_000;

/** The number of a row, from 0 on, as the statements below call it. */
const I = 'i::bigint';

/**
 * Fills `chems` and their history with SQL alone, as two years of work would have left them: created one after the other
 * in the first year, changed in another order in the second. The indexes are built when all rows are there.
 */
export async function fillChems(url: string, filling: Filling): Promise<void> {
  const clients = [await connect(url), await connect(url)] as const;
  try {
    await fill(clients, filling);
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

async function fill([chems, past]: readonly [pg.Client, pg.Client], filling: Filling) {
  const { rows, history, say } = filling;
  const timed = async (name: string, work: () => Promise<unknown>) => {
    const started = performance.now();
    await work();
    say(`${name}: ${((performance.now() - started) / 1_000).toFixed(1)} s`);
  };
  const ofChems = await dropIndexes(chems, 'public.chems');
  const ofHistory = await dropIndexes(past, 'backoffice.history');
  // The history follows a batch behind the records it is about.
  let following: Promise<unknown> = Promise.resolve();
  for (let from = 0; from < rows; from += BATCH) {
    const to = Math.min(rows, from + BATCH);
    await timed(`chems to ${to}`, () => chems.query(insertChems({ rows, history, from, to })));
    following = following.then(() => past.query(insertCreations({ rows, history, from, to })));
  }
  const updates = async () => {
    await following;
    for (let version = 2; version <= history; version++)
      await past.query(insertUpdates({ rows, history, version }));
    await past.query(
      `insert into backoffice.change_sets (id, at, by, way, resource, detail)
         select 'import-' || n, ${END} - interval '365 days' * (2 - n * ${IMPORTED} / ${rows}::float8), 'person-1', 'import', 'chems', '{}'
         from generate_series(0, ${Math.ceil(rows / IMPORTED) - 1}) n`,
    );
    await past.query(
      `select setval('backoffice.history_seq_seq', max(seq)) from backoffice.history`,
    );
    for (const index of ofHistory) await past.query(index);
    await past.query('vacuum (freeze, analyze) backoffice.history');
  };
  const indexes = async () => {
    for (const index of ofChems) await timed(index.slice(0, 60), () => chems.query(index));
    await chems.query('vacuum (freeze, analyze) chems');
  };
  await Promise.all([timed('history', updates), timed('indexes of chems', indexes)]);
  await chems.query('checkpoint');
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const setting of [
    'synchronous_commit = off',
    // No reference has a value, so nothing is to be checked.
    'session_replication_role = replica',
    "maintenance_work_mem = '1GB'",
    'max_parallel_maintenance_workers = 2',
    'search_path = public, backoffice',
  ])
    await client.query(`set ${setting}`);
  return client;
}

/** Drops all indexes but the primary key, and returns the statements that build them again, with their marks. */
async function dropIndexes(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; build: string; mark: string | null }>(
    `select format('drop index %s', x.indexrelid::regclass) as drop, pg_get_indexdef(x.indexrelid) as build,
       format('comment on index %s is %L', x.indexrelid::regclass, obj_description(x.indexrelid, 'pg_class')) as mark
     from pg_index x where x.indrelid = $1::regclass and not x.indisprimary order by x.indexrelid`,
    [table],
  );
  for (const { drop } of rows) await client.query(drop);
  return rows.map(({ build, mark }) => `${build}; ${mark}`);
}

function insertChems({ rows, history, from, to }: Part): string {
  const name = `${word('places', 1)} || '-' || ${word('groups', 2)} || ${word('stems', 3)} || ${word('endings', 4)}`;
  const columns = {
    _id: id(rows),
    _version: `${history}`,
    createdAt: createdAt(rows),
    updatedAt: createdAt(rows),
    casId: `(500000000 + ${I}) / 100 || '-' || lpad((${I} % 100)::text, 2, '0') || '-' || (${checkSum}) % 10`,
    commonName: `${name} || ' ' || i`,
    synonyms: `array[${word('stems', 5)} || ${word('endings', 6)} || ' ' || i % 977, 'C' || carbons || '-' || ${word('groups', 7)}]`,
    iupacName: `${word('places', 8)} || '-' || ${word('groups', 9)} || ${word('groups', 10)} || ${word('stems', 11)} || ${word('endings', 12)}`,
    dtxsid: `'DTXSID' || (90000000000 + ${I})`,
    smiles: `repeat('C', carbons) || 'OC(=O)c1ccccc1'`,
    inchiKey: `substr(letters, 1, 14) || '-' || substr(letters, 15, 8) || 'SA-N'`,
    molecularFormula: `'C' || carbons + 7 || 'H' || 2 * carbons + 6 || 'O2'`,
    molecularWeight: `round((122.12 + carbons * 14.027)::numeric, 3)`,
    monoisotopicMass: `round((122.03678 + carbons * 14.01565)::numeric, 5)`,
    hazards: `case when ${draw(13, 2)} = 0 then '{}' else array[${word('hazards', 14)}] end`,
    fccPrioTier: tier(history, history),
    inFccDb: `${draw(15, 10)} < 7`,
    inFccMigex: `${draw(16, 10)} < 4`,
    lists: `case when ${draw(17, 10)} < 6 then array['EU 10/2011 Annex I'] else '{}' end`,
    status: `case when ${draw(18, 10)} < 8 then 'draft' else 'reviewed' end`,
    comments: `case when ${draw(19, 5)} = 0 then 'Checked against report ' || ${draw(20, 100_000)} end`,
  };
  const names = Object.keys(columns).map((column) => `"${column}"`);
  return `insert into chems (${names.join(', ')}) select ${Object.values(columns).join(', ')}
    from generate_series(${from}, ${to - 1}) i
    cross join lateral (select 2 + ${draw(21, 18)} as carbons,
      upper(translate(md5('a' || i), '0123456789', 'GHIJKLMNOP')) as letters) a`;
}

/** Of the nine digits before it, each times its place from the right. */
const checkSum = Array.from(
  { length: 9 },
  (_, place) => `(500000000 + ${I}) / ${10 ** place} % 10 * ${place + 1}`,
).join(' + ');

/** The first version of each record, with its whole values. */
function insertCreations({ rows, history, from, to }: Part) {
  const system = `'{_id,_version,createdAt,createdBy,updatedAt,updatedBy}'::text[]`;
  const first = `jsonb_build_object('fccPrioTier', ${tier(1, history)}, 'chemFamilies', '[]'::jsonb, 'chemFunctions', '[]'::jsonb)`;
  return `insert into backoffice.history (seq, at, by, resource, record_id, operation, version, after, way, change_set)
    select ${FIRST} + i, c."createdAt", ${person()}, 'chems', c._id, 'create', 1,
      to_jsonb(c) - ${system} - (select attname from pg_attribute where attrelid = 'chems'::regclass and attname like '~words.%')
        || ${first}, 'import', 'import-' || i / ${IMPORTED}
    from chems c cross join lateral (select substr(c.dtxsid, 7)::bigint - 90000000000 as i) n
    where c._id between (select ${id(rows)} from (select ${from} as i) f) and (select ${id(rows)} from (select ${to - 1} as i) l)`;
}

/** A later version of each record, in an order that has nothing to do with the first. */
function insertUpdates({
  rows,
  history,
  version,
}: {
  rows: number;
  history: number;
  version: number;
}) {
  const share = `((${version - 2} * ${rows}::float8 + place) / ${(history - 1) * rows}::float8)`;
  return `insert into backoffice.history (seq, at, by, resource, record_id, operation, version, before, after, way)
    select ${FIRST + (version - 1) * rows} + place, ${END} - interval '365 days' * (1 - ${share}), ${person()}, 'chems', ${id(rows)}, 'update', ${version},
      jsonb_build_object('fccPrioTier', ${tier(version - 1, history)}), jsonb_build_object('fccPrioTier', ${tier(version, history)}), 'form'
    from generate_series(0, ${rows - 1}) place cross join lateral (select place::bigint * 7368787 % ${rows} as i) n`;
}

/** A UUIDv7 of the time of creation, as new records have. */
function id(rows: number): string {
  const time = `lpad(to_hex((extract(epoch from ${createdAt(rows)}) * 1000)::bigint), 12, '0')`;
  const random = `md5('id' || i)`;
  return `overlay(${time} placing '-' from 9 for 0) || '-7' || substr(${random}, 1, 3) || '-8' || substr(${random}, 4, 3) || '-' || substr(${random}, 7, 12)`;
}

function createdAt(rows: number): string {
  return `(${END} - interval '365 days' * (2 - ${I} / ${rows}::float8))`;
}

/** Changes by one with every version, so that each version follows from the one before. */
function tier(version: number, history: number): string {
  return `(1 + (${draw(22, 4)} + ${history - version}) % 4)`;
}

function person(): string {
  return `'person-' || ${draw(23, 20)}`;
}

function word(of: keyof typeof vocabulary, seed: number): string {
  const words = vocabulary[of];
  const literal = `'{${words.map((one) => `"${one}"`).join(',')}}'::text[]`;
  return `(${literal})[(1 + ${draw(seed, words.length)})::int]`;
}

/** A number below `most`, always the same for a row. */
function draw(seed: number, most: number): string {
  return `(hashint8extended(${I}, ${seed}) & 1073741823)::int % ${most}`;
}
