import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withBenchServers } from './bench-servers.ts';
import { writeCsv } from './csv-of-chems.ts';
import { createTransfers } from './file-transfers.ts';
import { fillHistory, recordIds } from './past-history.ts';
import { measurePages } from './past-pages.ts';
import { measureUndo } from './past-undo.ts';
import { startServer } from './processes.ts';
import { toTable, type Line } from './report.ts';

/*
 * `npm run bench -- past [--only pages|undo]`: how fast the past is, on 100,000 chems with a million rows of history.
 */
const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    many: { type: 'string', default: '60000' },
    rounds: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
});
const rows = Number(options.rows);
const turns = {
  connections: 16,
  rounds: Number(options.rounds),
  seconds: Number(options.seconds),
};
const isAsked = (part: string) => (options.only ?? part) === part;
const say = (text: string) => console.error(text);

const lines = await withBenchServers(async (servers) => {
  const { url, postmaster, folder, withServer } = servers;
  const path = join(folder, 'chems.csv');
  await writeCsv(path, rows);
  const found: Line[] = [];

  say('import, history …');
  await withServer((server, token) => createTransfers(server.port, token).import(path, {}));
  const ids = await recordIds(url);
  await fillHistory(url, ids);
  if (isAsked('pages')) {
    // The same tables through a bare server.
    const address = new URL(url);
    address.searchParams.set('options', '-c search_path=backoffice,public');
    const floor = await startServer(['tests/bench/floor-server.ts', address.href], {}, '/one?id=0');
    try {
      found.push(
        ...(await withServer(async (server, token) =>
          measurePages(
            { ours: server, floor, postmaster, ...turns },
            { url, ids, token: await token(), say },
          ),
        )),
      );
    } finally {
      await floor.stop();
    }
  }
  if (isAsked('undo'))
    found.push(
      ...(await withServer((server, token) =>
        measureUndo(
          { server, token, postmaster, say },
          { folder, ids, rows, many: Number(options.many) },
        ),
      )),
    );
  return found;
});
console.log(toTable(lines));
say(`load ${loadavg()[0]!.toFixed(1)}`);
