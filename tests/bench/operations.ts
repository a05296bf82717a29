import { loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { withBenchServers } from './bench-servers.ts';
import { measureLoad, type Measured } from './client.ts';
import { cpuOf, cpuOfFamily } from './cpu-time.ts';
import { writeCsv } from './csv-of-chems.ts';
import { createTransfers } from './file-transfers.ts';
import { createTwins, fillFloor } from './floor-table.ts';
import { createDatabase, recordIds } from './past-history.ts';
import { startServer, type Server } from './processes.ts';
import { median, toMarkdown } from './report.ts';
import { createScenarios, type Asking, type Scenario } from './scenarios.ts';

/*
 * `npm run bench -- operations [--against DIRECTORY]`: what one record and one page cost, in turns with the floor, with
 * a floor that has our indexes, search column and history ("with duties"), and with another built checkout. Tells the
 * request, its rate, the times that half and 99 of 100 requests take at most, and the processor time of the server and
 * of PostgreSQL.
 */
const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '6' },
    seconds: { type: 'string', default: '1' },
    connections: { type: 'string', default: '16' },
    /** How the names of the wanted operations begin. */
    only: { type: 'string', default: '' },
    against: { type: 'string' },
  },
});
const connections = Number(options.connections);
const say = (text: string) => console.error(text);

type Side = { name: string; server: Server; askings: ReadonlyMap<string, Asking> };
/** Times in ms, processor times in ms for each request. */
type Turn = Measured & { own: number; database: number };

await withBenchServers(async ({ url, postmaster, folder, withServer }) => {
  const path = join(folder, 'chems.csv');
  await writeCsv(path, Number(options.rows));

  const withSide = (name: string, directory: string | undefined, work: WithSide): Promise<void> =>
    createDatabase(url, name === 'ours' ? 'ours' : 'other').then((database) =>
      withServer(
        async (server, token) => {
          say(`${name}: import …`);
          await createTransfers(server.port, token).import(path, {});
          const ids = await recordIds(database);
          const scenarios = createScenarios({ token: await token(), ids, connections });
          await work({ name, server, askings: askingsOf(scenarios, 'ours') }, database, scenarios);
        },
        { DATABASE_URL: database },
        directory,
      ),
    );

  await withSide('ours', undefined, async (ours, database, scenarios) => {
    const floorUrl = await createDatabase(url, 'floor');
    const ids = await recordIds(database);
    await fillFloor(floorUrl, ids);
    const floor = await startFloor('floor', floorUrl, scenarios);
    const duties = await startFloor('with duties', await createTwins(database), scenarios);
    try {
      const sides = [ours, floor, duties];
      const measure = (all: readonly Side[]) => measureAll(all, scenarios, postmaster);
      if (options.against === undefined) await measure(sides);
      else
        await withSide(options.against, resolve(options.against), (other) =>
          measure([...sides, other]),
        );
    } finally {
      await floor.server.stop();
      await duties.server.stop();
    }
  });
});
say(`load ${loadavg()[0]!.toFixed(1)}`);

type WithSide = (side: Side, database: string, scenarios: readonly Scenario[]) => Promise<void>;

function askingsOf(
  scenarios: readonly Scenario[],
  side: 'ours' | 'floor',
): ReadonlyMap<string, Asking> {
  return new Map(scenarios.map((scenario) => [scenario.name, scenario[side]]));
}

/** A floor with duties differs in what it writes only. */
async function startFloor(
  name: string,
  url: string,
  scenarios: readonly Scenario[],
): Promise<Side> {
  const isWithDuties = name === 'with duties';
  const asked = scenarios.filter((each) => !isWithDuties || /^(update|create)/.test(each.name));
  const args = ['tests/bench/floor-server.ts', url, ...(isWithDuties ? ['duties'] : [])];
  const server = await startServer(args, {}, '/one?id=0');
  return { name, server, askings: askingsOf(asked, 'floor') };
}

async function measureAll(
  sides: readonly Side[],
  scenarios: readonly Scenario[],
  postmaster: number,
): Promise<void> {
  const head = ['operation', 'side', 'requests/s', 'ours ÷ it', 'by processor'];
  const rows: string[][] = [];
  const requests: string[] = [];
  for (const { name, ours } of scenarios.filter((each) => each.name.startsWith(options.only))) {
    say(`${name} …`);
    requests.push(`${name}: ${ours.next(0).split(' HTTP/', 1)[0]}`);
    const taking = sides.filter(({ askings }) => askings.has(name));
    const turns = new Map(taking.map((side) => [side, [] as Turn[]]));
    for (const side of taking) await takeTurn(side, name, { postmaster, seconds: 0.5 });
    for (let round = 0; round < Number(options.rounds); round++)
      // Each begins a round in its turn.
      for (const at of taking.keys()) {
        const side = taking[(round + at) % taking.length]!;
        const seconds = Number(options.seconds);
        turns.get(side)!.push(await takeTurn(side, name, { postmaster, seconds }));
      }
    rows.push(...taking.map((side) => toRow(name, side, turns, sides[0]!)));
  }
  console.log(toMarkdown([...head, 'p50 ms', 'p99 ms', 'server ms', 'PostgreSQL ms'], rows));
  console.log(`\n${requests.join('\n')}`);
}

function toRow(
  operation: string,
  side: Side,
  turns: ReadonlyMap<Side, readonly Turn[]>,
  ours: Side,
): string[] {
  const [its, mine] = [turns.get(side)!, turns.get(ours)!];
  const over = (of: readonly Turn[], pick: (turn: Turn) => number) => median(of.map(pick));
  const cpu = ({ own, database }: Turn) => own + database;
  const ratio = median(its.map(({ perSecond }, at) => mine[at]!.perSecond / perSecond));
  return [
    operation,
    side.name,
    over(its, (turn) => turn.perSecond).toFixed(0),
    ratio.toFixed(2),
    (over(its, cpu) / over(mine, cpu)).toFixed(2),
    over(its, (turn) => turn.p50).toFixed(1),
    over(its, (turn) => turn.p99).toFixed(1),
    over(its, (turn) => turn.own).toFixed(3),
    over(its, (turn) => turn.database).toFixed(3),
  ];
}

async function takeTurn(
  { server, askings }: Side,
  operation: string,
  { postmaster, seconds }: { postmaster: number; seconds: number },
): Promise<Turn> {
  const before = [cpuOf(server.pid), cpuOfFamily(postmaster)] as const;
  const asking = askings.get(operation)!;
  const load = await measureLoad({ port: server.port, connections, seconds, ...asking });
  if (load.errors > 0) throw new Error(`${load.errors} errors: ${load.firstError}`);
  const each = (used: number) => (used * 1_000) / load.requests;
  return {
    ...load,
    own: each(cpuOf(server.pid) - before[0]),
    database: each(cpuOfFamily(postmaster) - before[1]),
  };
}
