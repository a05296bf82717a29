import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { withBenchServers } from './bench-servers.ts';
import { toRequest } from './client.ts';
import { compare } from './compare.ts';
import { cpuOf, cpuOfFamily } from './cpu-time.ts';
import { createTransfers } from './file-transfers.ts';
import { upload, writeChems } from './files.ts';
import type { Server } from './processes.ts';
import { median } from './report.ts';

/*
 * `node tests/bench/wire.ts [--rows 20000] [--rounds 7]`: the fast wire beside the plain one, two servers on one
 * database in turns. A ratio above 1 is in favour of the fast one.
 */
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '7' },
  },
});
const rounds = Number(values.rounds);

/** Exports in a turn; one alone is too short to measure. */
const EXPORTS = 3;

await withBenchServers(({ postmaster, folder, withServer }) =>
  withServer(async (fast, token) => {
    const file = join(folder, 'chems.ndjson');
    await writeChems(file, Number(values.rows));
    await upload(`http://127.0.0.1:${fast.port}`, await token(), file);
    await withServer(
      async (plain) => {
        const headers = { Authorization: `Bearer ${await token()}` };
        const next = () => toRequest('GET', '/api/chems?_perPage=100', headers);
        const page = await compare(
          { name: 'first page of 100', goal: 1.3, ours: { next }, floor: { next } },
          { ours: fast, floor: plain, postmaster, connections: 16, rounds, seconds: 2 },
        );
        console.log(
          `${page.name}: rate ${page.ratio!.toFixed(2)}, CPU ${page.cpuRatio!.toFixed(2)}`,
        );
        console.log(JSON.stringify(page.more));
        for (const format of ['csv', 'json']) {
          const turn = async (server: Server) => {
            const { export: download } = createTransfers(server.port, token);
            const cpu = () => [cpuOf(server.pid), cpuOfFamily(postmaster)] as const;
            const [ours, theirs] = cpu();
            const started = performance.now();
            for (let time = 0; time < EXPORTS; time++) await download(`format=${format}`);
            const seconds = (performance.now() - started) / 1_000;
            const [oursAfter, theirsAfter] = cpu();
            return { seconds, server: oursAfter - ours, postgres: theirsAfter - theirs };
          };
          const turns: { fast: Turn; plain: Turn }[] = [];
          for (const server of [fast, plain]) await turn(server);
          for (let round = 0; round < rounds; round++) {
            if (round % 2 === 0) turns.push({ fast: await turn(fast), plain: await turn(plain) });
            else turns.push({ plain: await turn(plain), fast: await turn(fast) });
          }
          const cpuOfTurn = ({ server, postgres }: Turn) => server + postgres;
          const rate = median(turns.map((each) => each.plain.seconds / each.fast.seconds));
          const cpu =
            median(turns.map((each) => cpuOfTurn(each.plain))) /
            median(turns.map((each) => cpuOfTurn(each.fast)));
          console.log(`export of ${format}: rate ${rate.toFixed(2)}, CPU ${cpu.toFixed(2)}`);
          console.log(JSON.stringify(turns));
        }
      },
      { WIRE: 'plain' },
    );
  }),
);

type Turn = { seconds: number; server: number; postgres: number };
