import { measureLoad } from './client.ts';
import { cpuOf, cpuOfFamily } from './cpu-time.ts';
import type { Server } from './processes.ts';
import { median, type Line } from './report.ts';
import type { Asking, Scenario } from './scenarios.ts';

export type Sides = {
  ours: Server;
  floor: Server;
  /** The process of PostgreSQL, which serves both. */
  postmaster: number;
  connections: number;
  /** So many times each side has its turn … */
  rounds: number;
  /** … for so long. */
  seconds: number;
  /** Runs before each turn of a side. */
  prepare?: (side: 'ours' | 'floor') => Promise<void>;
};

type Turn = { perSecond: number; cpu: number };

/**
 * One scenario on both sides in turns, so that whatever else the machine does meets both: the ratio is
 * the median of those of neighbours. The processor time a request takes, of the server and of
 * PostgreSQL together, is told beside it: it is the same on a busy machine.
 */
export async function compare({ name, goal, ours, floor }: Scenario, sides: Sides): Promise<Line> {
  const turns: { ours: Turn; floor: Turn }[] = [];
  const takeFloor = async (seconds = sides.seconds) => {
    await sides.prepare?.('floor');
    return await takeTurn(sides, sides.floor, floor, seconds);
  };
  const takeOurs = async (seconds = sides.seconds) => {
    await sides.prepare?.('ours');
    return await takeTurn(sides, sides.ours, ours, seconds);
  };
  await takeFloor(0.5);
  await takeOurs(0.5);
  for (let round = 0; round < sides.rounds; round++) {
    if (round % 2 === 0) turns.push({ floor: await takeFloor(), ours: await takeOurs() });
    else turns.push({ ours: await takeOurs(), floor: await takeFloor() });
  }
  const over = (pick: (turn: (typeof turns)[number]) => number) => median(turns.map(pick));
  return {
    name,
    unit: 'req/s',
    ours: over((turn) => turn.ours.perSecond),
    floor: over((turn) => turn.floor.perSecond),
    ratio: over((turn) => turn.ours.perSecond / turn.floor.perSecond),
    cpuRatio: over((turn) => turn.floor.cpu) / over((turn) => turn.ours.cpu),
    goal,
    more: { turns },
  };
}

async function takeTurn(
  { postmaster, connections }: Sides,
  server: Server,
  context: Asking,
  seconds: number,
): Promise<Turn> {
  const cpu = () => cpuOf(server.pid) + cpuOfFamily(postmaster);
  const before = cpu();
  const load = await measureLoad({ port: server.port, connections, seconds, ...context });
  if (load.errors > 0) throw new Error(`${load.errors} errors: ${load.firstError}`);
  return { perSecond: load.perSecond, cpu: (cpu() - before) / (load.perSecond * seconds) };
}
