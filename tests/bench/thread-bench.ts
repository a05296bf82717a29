import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { withBenchServers } from './bench-servers.ts';
import { askOnce, toRequest } from './client.ts';
import { compare } from './compare.ts';
import { writeCsv } from './csv-of-chems.ts';
import { createTransfers } from './file-transfers.ts';
import { median, toTable, type Line } from './report.ts';

/*
 * `npm run bench -- threads [--rows 10000] [--entries 10000]`: the inbox of somebody with many entries, and a page of a
 * list that counts the threads of its records beside the same page without.
 */
const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000' },
    entries: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '2' },
  },
});
const turns = { connections: 16, rounds: Number(options.rounds), seconds: Number(options.seconds) };
const LIST = '/api/chems?_sort=commonName&_perPage=25';

const lines = await withBenchServers(async ({ url, postmaster, folder, withServer }) => {
  const path = join(folder, 'chems.csv');
  await writeCsv(path, Number(options.rows));
  return await withServer(async (server, token) => {
    await createTransfers(server.port, token).import(path, {});
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await fill(client, Number(options.entries));
    const headers = { Authorization: `Bearer ${await token()}` };
    const ask = async (of: string) => {
      const started = performance.now();
      const { status, body } = await askOnce(server.port, toRequest('GET', of, headers));
      if (status !== 200) throw new Error(`${of}: ${body.toString().slice(0, 300)}`);
      return { json: JSON.parse(body.toString()), ms: performance.now() - started };
    };
    const { data } = (await ask(LIST)).json;
    const fields = Object.keys(data[0]).filter((name) => !name.startsWith('_'));
    const page = `${LIST}&_fields=${fields.join(',')}`;
    const counted = `${page},_threads`;
    const isCounted = (row: { _threads: unknown }) => row._threads !== null;
    if (!(await ask(counted)).json.data.some(isCounted)) throw new Error('the page has no marks');

    const [list, both] = [page, counted].map((path) => toRequest('GET', path, headers));
    const found: Line[] = [];
    for (const each of ['/api/inbox', '/api/inbox?unread=true']) {
      for (let time = 0; time < 5; time += 1) await ask(each);
      const times: number[] = [];
      for (let time = 0; time < 40; time += 1) times.push((await ask(each)).ms);
      const name = `GET ${each}, ${options.entries} entries`;
      found.push({ name, unit: 'ms', ours: median(times), goal: 50 });
    }
    const sides = { ours: server, floor: server, postmaster, ...turns };
    const name = 'list of 25 with marks (floor: without)';
    const counting = await compare(
      { name, goal: 0.95, ours: { next: () => both! }, floor: { next: () => list! } },
      sides,
    );
    found.push(counting);
    await client.end();
    return found;
  });
});
console.log(toTable(lines));
console.log(`load ${loadavg()[0]!.toFixed(1)}`);

/**
 * Each record has a query at its name and a comment; half of the entries of the inbox are about one of them. The others
 * stand for the changes of a set: they know 20, and were written when the reader had other rights, so each is counted again.
 */
async function fill(client: pg.Client, entries: number): Promise<void> {
  await client.query(
    `insert into backoffice.threads (id, resource, record, fields, status, last_by, messages)
     select c._id || '-' || n, 'chems', c._id, case n when 1 then array['commonName'] else '{}' end,
       case n when 1 then 'open' else 'comment' end, 'nobody', 1
     from chems c, generate_series(1, 2) n`,
  );
  await client.query(
    `insert into backoffice.messages (id, thread, by, text, mentions)
     select id, id, 'nobody', 'Is this name right? The annex spells it differently.', '{}' from backoffice.threads`,
  );
  await client.query(
    `insert into backoffice.inbox (id, person, kind, resource, record, thread, message, by)
     select lpad((2 * row_number() over ())::text, 12, '0'), u._id, 'mention', t.resource, t.record, t.id, t.id, 'nobody'
     from "users" u, backoffice.threads t limit ${entries / 2}`,
  );
  await client.query(
    `insert into backoffice.inbox (id, person, kind, resource, by, count, detail)
     select lpad((2 * n + 1)::text, 12, '0'), u._id, 'watched', 'chems', 'nobody', 5000,
       jsonb_build_object('change', 'created', 'rights', 'other', 'seqs', (
         select jsonb_agg(h.seq) from (select seq from backoffice.history where resource = 'chems'
           order by seq offset 20 * (n % 400) limit 20) h))
     from "users" u, generate_series(1, ${entries / 2}) n`,
  );
  await client.query('vacuum analyze');
}
