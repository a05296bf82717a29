import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hash, verify } from '@node-rs/argon2';
import pg from 'pg';

/*
 * The floor: a bare Node server that runs the plain SQL through `pg` and does nothing else. No
 * session, no check, no permission, no history, no version in a header. Started by the bench as a
 * process of its own, with the address of its database as the argument. With `duties` as the second
 * one, its writes also keep a version and a history, in the tables of `createTwins`.
 */
const withDuties = process.argv[3] === 'duties';
const pool = new pg.Pool({ connectionString: process.argv[2], max: 16 });
const passwordHash = await hash('floor', { memoryCost: 19_456, timeCost: 2, parallelism: 1 });

const columns = [
  '"_id"',
  '"casId"',
  '"commonName"',
  'synonyms',
  '"iupacName"',
  'dtxsid',
  'smiles',
  '"inchiKey"',
  '"molecularFormula"',
  '"molecularWeight"',
  '"monoisotopicMass"',
  'hazards',
  '"fccPrioTier"',
  '"inFccDb"',
  '"inFccMigex"',
  'lists',
  'comments',
];
const fields = columns.slice(1).map((column) => column.replaceAll('"', ''));
const listed = columns.join(', ');
const ordered = 'order by "commonName", _id';

type Answer = (request: IncomingMessage, url: URL) => Promise<unknown>;

const answers: Record<string, Answer> = {
  'GET /list': async (_request, url) => {
    const offset = (Number(url.searchParams.get('page')) - 1) * 25;
    const [rows, count] = await Promise.all([
      query('list', `select ${listed} from chems order by "commonName", _id limit 25 offset $1`, [
        offset,
      ]),
      query('count', 'select count(*)::int as total from chems', []),
    ]);
    return { data: rows, total: count[0].total };
  },
  'GET /filter': async (_request, url) => {
    const like = `%${url.searchParams.get('text')}%`;
    const where = 'where "commonName" ilike $1';
    const [rows, count] = await Promise.all([
      query('filter', `select ${listed} from chems ${where} order by "commonName", _id limit 25`, [
        like,
      ]),
      query('filtered', `select count(*)::int as total from chems ${where}`, [like]),
    ]);
    return { data: rows, total: count[0].total };
  },
  // What a grid asks for, without counting anything.
  'GET /first': async () => ({
    data: await query('first', `select ${listed} from chems ${ordered} limit 50`, []),
  }),
  'GET /narrowed': async (_request, url) => {
    const values = [Number(url.searchParams.get('tier')), url.searchParams.get('weight')];
    const where = 'where "fccPrioTier" = $1 and "molecularWeight" < $2';
    return {
      data: await query(
        'narrowed',
        `select ${listed} from chems ${where} ${ordered} limit 50`,
        values,
      ),
    };
  },
  'GET /found': async (_request, url) => {
    const like = `%${url.searchParams.get('text')}%`;
    const where = 'where "commonName" ilike $1';
    return {
      data: await query('found', `select ${listed} from chems ${where} ${ordered} limit 50`, [
        like,
      ]),
    };
  },
  'GET /after': async (_request, url) => {
    const position = [url.searchParams.get('name'), url.searchParams.get('id')];
    const where = 'where ("commonName", _id) > ($1, $2)';
    return {
      data: await query(
        'after',
        `select ${listed} from chems ${where} ${ordered} limit 50`,
        position,
      ),
    };
  },
  'GET /counts': async () => {
    const counts = ['fccPrioTier', 'inFccDb'].map((name) =>
      query(
        `count ${name}`,
        `select "${name}" as value, count(*) from chems group by 1 order by 2 desc limit 20`,
        [],
      ),
    );
    return { data: await Promise.all(counts) };
  },
  'POST /many': async (request) => {
    const { ids, comments } = await readJson(request);
    const text = `update written r set comments = v.comments
      from unnest($1::text[], $2::text[]) as v(id, comments) where r._id = v.id returning r._id`;
    return { updated: (await query('many', text, [ids, comments])).length };
  },
  'GET /one': async (_request, url) => {
    const rows = await query('one', `select ${listed} from chems where _id = $1`, [
      url.searchParams.get('id'),
    ]);
    return rows[0];
  },
  'GET /history': async (_request, url) => ({
    data: await query(
      'history',
      `select seq, at, by, operation, version, before, after, way, change_set from history
       where resource = 'chems' and record_id = $1 order by seq desc limit 20`,
      [url.searchParams.get('id')],
    ),
  }),
  'POST /create': async (request) => {
    const row = await readJson(request);
    const places = columns.map((_, at) => `$${at + 1}`).join(', ');
    const insert = `insert into written (${listed}) values (${places}) returning ${listed}`;
    const values = [row._id, ...fields.map((field) => row[field])];
    if (!withDuties) return (await query('create', insert, values))[0];
    const text = `with made as (${insert}),
      kept as (
        insert into kept (by, resource, record_id, operation, version, after)
        select 'floor', 'chems', _id, 'create', 1, $${columns.length + 1}::jsonb from made
      )
      select * from made`;
    return (await query('create', text, [...values, JSON.stringify(row)]))[0];
  },
  'PATCH /update': async (request, url) => {
    const { comments } = await readJson(request);
    const values = [comments, url.searchParams.get('id')];
    const plain = `update written set comments = $1 where _id = $2 returning ${listed}`;
    if (!withDuties) return (await query('update', plain, values))[0];
    const text = `with before as (select _id, comments, _version from written where _id = $2 for update),
      changed as (
        update written as r set comments = $1, _version = before._version + 1
        from before where r._id = before._id
        returning r.*, before.comments as was
      ),
      kept as (
        insert into kept (by, resource, record_id, operation, version, before, after)
        select 'floor', 'chems', _id, 'update', _version,
          jsonb_build_object('comments', was), jsonb_build_object('comments', comments) from changed
      )
      select ${listed} from changed`;
    return (await query('update', text, values))[0];
  },
  'POST /sign-in': async () => ({ ok: await verify(passwordHash, 'floor') }),
};

/** Prepared once per connection, as anyone who cares for speed would. */
async function query(name: string, text: string, values: unknown[]): Promise<any[]> {
  const { rows } = await pool.query({ name, text, values });
  return rows;
}

async function readJson(request: IncomingMessage): Promise<any> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  try {
    const text = JSON.stringify(await answers[`${request.method} ${url.pathname}`]!(request, url));
    response.writeHead(200, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(text),
    });
    response.end(text);
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
}

const server = createServer((request, response) => void serve(request, response));
server.listen(0, '127.0.0.1', () => {
  console.log(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
