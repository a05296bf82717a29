import { askOnce } from './client.ts';
import { cpuOfFamily } from './cpu-time.ts';
import type { GrowthScenario } from './growth-scenarios.ts';
import { median } from './report.ts';

/** What one question, or one piece of work, takes at one size. */
export type GrowthFigure = {
  name: string;
  /** The median of single requests; of work that is done once, its time. */
  ms: number;
  /** Processor time of PostgreSQL. */
  cpu: number;
  /** The share of requests that reached a time limit. */
  late: number;
};

const MOST = 50;
const FEWEST = 3;
const LONGEST = 5_000;

/** Asks one request after the other, fewer of those that take long. */
export async function measureScenario(
  { name, next, before }: GrowthScenario,
  { port, postmaster }: { port: number; postmaster: number },
): Promise<GrowthFigure> {
  const times: number[] = [];
  let [late, cpu] = [0, 0];
  const started = performance.now();
  for (let asked = -3; asked < MOST; asked++) {
    if (times.length >= FEWEST && performance.now() - started > LONGEST) break;
    await before?.();
    const used = cpuOfFamily(postmaster);
    const sent = performance.now();
    const { status, body } = await askOnce(port, next());
    const ms = performance.now() - sent;
    // The first requests prepare statements and fill caches; a slow one depends little on them.
    if (asked < 0 && ms < 500) continue;
    times.push(ms);
    cpu += cpuOfFamily(postmaster) - used;
    const text = body.toString();
    const isLate = status === 503 || text.includes('"timedOut":true');
    if (status > 299 && !isLate) throw new Error(`${name}: ${status} ${text.slice(0, 300)}`);
    if (isLate) late++;
  }
  return { name, ms: median(times), cpu: (1_000 * cpu) / times.length, late: late / times.length };
}

/** Work that is done once. */
export async function measureOnce(
  name: string,
  postmaster: number,
  work: () => Promise<unknown>,
): Promise<GrowthFigure> {
  const used = cpuOfFamily(postmaster);
  const started = performance.now();
  await work();
  const ms = performance.now() - started;
  return { name, ms, cpu: 1_000 * (cpuOfFamily(postmaster) - used), late: 0 };
}

/** More than the noise between two runs. */
const FLAT = 1.5;

/** A line for each question with its figures at all sizes, as Markdown. */
export function toGrowthTable(
  sizes: readonly { rows: number; figures: readonly GrowthFigure[] }[],
): string {
  const [first] = sizes;
  const head = [
    '',
    ...sizes.map(({ rows }) => `${rows.toLocaleString('en')}: ms (PostgreSQL)`),
    '',
  ];
  const lines = first!.figures.map(({ name }) => {
    const all = sizes.map(({ figures }) => figures.find((figure) => figure.name === name));
    const [least, last] = [all[0]!, all.at(-1) ?? all[0]!];
    const grown = last.ms / least.ms;
    const growth = grown <= FLAT ? 'flat' : `× ${grown.toFixed(1)}`;
    const verdict = last.late > 0 ? 'reaches a limit' : growth;
    return [name, ...all.map((figure) => (figure ? toCell(figure) : '')), verdict];
  });
  return [head, head.map(() => '---'), ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function toCell({ ms, cpu, late }: GrowthFigure): string {
  const limited = late > 0 ? `, ${Math.round(100 * late)} % late` : '';
  return `${toText(ms)} (${toText(cpu)})${limited}`;
}

function toText(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(1);
}
