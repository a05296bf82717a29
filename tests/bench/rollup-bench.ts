import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { withBenchServers } from './bench-servers.ts';
import { askOnce, toRequest } from './client.ts';
import { median, toTable, type Line } from './report.ts';

/*
 * `npm run bench -- rollups`: how long lists sort and filter by values made of other records, stored and computed on
 * reading, and what stored ones cost a write. Ten children for each parent. Also a part of `npm run bench -- api`.
 */

const number = { type: 'number' };
const choices = (...of: string[]) => ({ type: 'choice', choices: of, required: true });

const resources = {
  users: {
    fields: {
      email: { type: 'email', required: true, unique: true },
      name: { type: 'text', required: true },
      role: { ...choices('admin'), default: 'admin' },
      status: { ...choices('pending', 'confirmed', 'disabled', 'invited'), default: 'pending' },
    },
  },
  orders: {
    fields: {
      name: { type: 'text', required: true },
      total: { ...number, computed: 'sum(amount of lines.order)', stored: true, index: true },
      open: { ...number, computed: 'count(lines.order where not delivered)', stored: true },
      totalNow: { ...number, computed: 'sum(amount of lines.order)' },
      linesNow: { ...number, integer: true, computed: 'count(lines.order where not delivered)' },
    },
    list: { filters: ['total', 'open'] },
  },
  lines: {
    fields: {
      order: { type: 'reference', to: 'orders' },
      amount: number,
      delivered: { type: 'boolean' },
    },
    list: { filters: ['amount'] },
  },
  // The same without anything that is made of it.
  plainLines: {
    fields: {
      order: { type: 'reference', to: 'plainOrders' },
      amount: number,
      delivered: { type: 'boolean' },
    },
    list: { filters: ['amount'] },
  },
  plainOrders: { fields: { name: { type: 'text', required: true } } },
};

type Question = { name: string; path: string; goal: number };

const questions: readonly Question[] = [
  { name: 'sort by a stored rollup', path: '?_sort=-total&_perPage=25', goal: 200 },
  {
    name: 'filter by a stored rollup and sort',
    path: '?total_gte=900&open_gte=3&_sort=-total&_perPage=25',
    goal: 200,
  },
  { name: 'page with a rollup computed on reading', path: '?_sort=_id&_perPage=25', goal: 20 },
  { name: 'sort by a rollup computed on reading', path: '?_sort=-totalNow&_perPage=25', goal: 200 },
  { name: 'sort by a count computed on reading', path: '?_sort=-linesNow&_perPage=25', goal: 200 },
  {
    name: 'filter by a rollup computed on reading, half found',
    path: '?totalNow_gte=900&_sort=_id&_perPage=25',
    goal: 200,
  },
  {
    name: 'filter by a rollup computed on reading, none found',
    path: '?totalNow_gt=1990&_sort=_id&_perPage=25',
    goal: 200,
  },
];

export async function benchRollups(parents: number): Promise<Line[]> {
  return await withBenchServers(async ({ url, folder, withServer }) => {
    const file = join(folder, 'rollups.json');
    await writeFile(file, JSON.stringify({ roles: { admin: { all: true } }, resources }));
    const environment = { RESOURCES: file };
    await withServer(async () => {}, environment);
    await fill(url, parents);
    return await withServer(async (server, token) => {
      const lines: Line[] = [];
      const ask = async (path: string, body?: object): Promise<number> => {
        const headers = { Authorization: `Bearer ${await token()}` };
        const json = { ...headers, 'Content-Type': 'application/json' };
        const request = body
          ? toRequest('POST', path, json, JSON.stringify(body))
          : toRequest('GET', path, headers);
        const started = performance.now();
        const { status, body: text } = await askOnce(server.port, request);
        if (status > 299) throw new Error(`${path}: ${text.toString().slice(0, 300)}`);
        return performance.now() - started;
      };
      for (const { name, path, goal } of questions) {
        const times: number[] = [];
        for (let time = 0; time < 7; time += 1) times.push(await ask(`/api/orders${path}`));
        lines.push({ name, unit: 'ms', ours: median(times), goal });
      }
      lines.push(await compareWrites(ask, parents));
      return lines;
    }, environment);
  });
}

/** In turns, so that both meet the same machine. */
async function compareWrites(
  ask: (path: string, body: object) => Promise<number>,
  parents: number,
): Promise<Line> {
  const rolledUp: number[] = [];
  const plain: number[] = [];
  for (let time = 0; time < 300; time += 1) {
    const body = { amount: time, delivered: false, order: `o${time % parents}` };
    rolledUp.push(await ask('/api/lines', body));
    plain.push(await ask('/api/plainLines', body));
  }
  return {
    name: 'create a child with stored rollups (floor: without)',
    unit: 'ms',
    ours: median(rolledUp),
    floor: median(plain),
    goal: 2,
  };
}

async function fill(url: string, parents: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  client.on('error', () => {});
  const records = (table: string, columns: string, values: string, count: number) =>
    client.query(
      `insert into "${table}" (_id, ${columns}) select ${values} from generate_series(0, ${count - 1}) n`,
    );
  for (const table of ['orders', 'plainOrders'])
    await records(table, 'name', `'o' || n, 'Order ' || n`, parents);
  for (const table of ['lines', 'plainLines'])
    await records(
      table,
      '"order", amount, delivered',
      `'l' || n, 'o' || (n % ${parents}), (n::bigint * 7919) % 200, n % 3 = 0`,
      parents * 10,
    );
  await client.query('vacuum analyze');
  await client.end();
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { parents: { type: 'string', default: '100000' } } });
  console.log(toTable(await benchRollups(Number(values.parents))));
}
