import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withBenchServers } from './bench-servers.ts';
import { compare } from './compare.ts';
import { writeCsv } from './csv-of-chems.ts';
import { createTransfers } from './file-transfers.ts';
import { recordIds } from './past-history.ts';
import { toTable, type Line } from './report.ts';
import { createScenarios } from './scenarios.ts';

/*
 * `npm run bench -- webhooks [--rows 10000]`: what one webhook that listens to a collection costs its writes. The
 * webhook is enabled and disabled in turns. Disabled, it falls behind, so in its turns it never stops sending.
 */
const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '2' },
  },
});
const turns = {
  connections: 16,
  rounds: Number(options.rounds),
  seconds: Number(options.seconds),
};

let received = 0;
const target = createServer((request, response) => {
  received += 1;
  request.resume().on('end', () => response.end());
});
await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
const { port } = target.address() as AddressInfo;

type Ask = (method: 'POST' | 'PATCH', path: string, body: object) => Promise<any>;

/** Calls the API of webhooks as the admin. */
function toAsk(api: number, token: () => Promise<string>): Ask {
  return async (method, path, body) => {
    const headers = {
      Authorization: `Bearer ${await token()}`,
      'Content-Type': 'application/json',
    };
    const init = { method, headers, body: JSON.stringify(body) };
    const answer = await fetch(`http://127.0.0.1:${api}/api/admin/webhooks${path}`, init);
    if (!answer.ok) throw new Error(await answer.text());
    return await answer.json();
  };
}

const lines = await withBenchServers(async ({ url, postmaster, folder, withServer }) => {
  const path = join(folder, 'chems.csv');
  await writeCsv(path, Number(options.rows));
  return await withServer(
    async (server, token) => {
      await createTransfers(server.port, token).import(path, {});
      const ask = toAsk(server.port, token);
      const { id } = await ask('POST', '', {
        name: 'Bench',
        url: `http://127.0.0.1:${port}/`,
        resources: ['chems'],
        events: ['created', 'updated', 'deleted', 'restored'],
      });
      const prepare = async (side: 'ours' | 'floor') => {
        await ask('PATCH', `/${id}`, { enabled: side === 'ours' });
      };
      const { connections } = turns;
      const scenarios = createScenarios({
        token: await token(),
        ids: await recordIds(url),
        connections,
      });
      const found: Line[] = [];
      for (const { name, ours } of scenarios.filter((each) => /^(update|create)/.test(each.name))) {
        console.error(`${name} …`);
        const sides = { ours: server, floor: server, postmaster, prepare, ...turns };
        const title = `${name} (floor: with the webhook disabled)`;
        found.push(await compare({ name: title, goal: 0.9, ours, floor: ours }, sides));
      }
      return found;
    },
    { WEBHOOK_PRIVATE: '127.0.0.1' },
  );
});
target.close();
target.closeAllConnections();

console.log(toTable(lines));
console.log(`${received} messages received, load ${loadavg()[0]!.toFixed(1)}`);
