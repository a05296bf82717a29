import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openServer } from '../support/database-server.ts';
import { mutantsOf, type Mutant } from './draw-mutants.ts';
import { findReaching } from './find-reaching.ts';

/*
 * `npm run test:mutation [-- --mutants 200 --seed 1 --minutes 120]`: breaks copies of the program in
 * small ways drawn by chance, one at a time, and runs the tests that reach each, the quickest first.
 * What no test notices is listed: it is equal to the original, or a test is missing. Not in CI: it
 * takes an hour or two.
 */
const { values: options } = parseArgs({
  options: {
    mutants: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '120' },
    /** So many test files are asked for each at most. */
    tests: { type: 'string', default: '40' },
    /** So many are tried at the same time. */
    workers: { type: 'string', default: '2' },
    /** Tries only those at these places (`path:line`, separated by spaces). */
    only: { type: 'string' },
  },
});
const root = resolve(import.meta.dirname, '../..');
const random = createRandom(Number(options.seed));
const end = Date.now() + Number(options.minutes) * 60_000;

/** Tests are asked in steps of this size while nothing fails. */
const STEP = 4;
const PATIENCE = 300_000;

const files = list(
  'src/fields',
  'src/descriptor',
  'src/files',
  'src/store',
  'src/api',
  'src/mail',
).filter(
  // What is shown is tried in the browser, and what is said to people is no rule.
  (path) => path.endsWith('.ts') && !/\/(openapi|messages|screen)\/|german|expectations/.test(path),
);
const copies = Array.from({ length: Number(options.workers) }, copyTree);
process.once('exit', () =>
  copies.forEach((copy) => rmSync(copy, { recursive: true, force: true })),
);
const [firstCopy] = copies as [string];

/** Stays up, so that no run has to start it. */
const data = join(firstCopy, 'test-database');
const server = await openServer(data);

const places = options.only?.split(' ');
const mutants = draw(Number(options.mutants)).filter(
  ({ path, line }) => !places || places.includes(`${path}:${line}`),
);
const reaching = await findReaching(firstCopy, mutants, async () => {
  const { results } = await runTests(
    firstCopy,
    ['--project', 'server', '--maxWorkers=2'],
    Infinity,
  );
  return new Map(results.map(({ name, startTime, endTime }) => [name, endTime - startTime]));
});

/** Whether a test that failed passes on the program as it is. */
const passes = new Map<string, boolean>();

const noticed: Mutant[] = [];
const missed: Mutant[] = [];
const queue = [...mutants.entries()];
await Promise.all(
  copies.map(async (copy) => {
    for (let next = queue.shift(); next && Date.now() < end; next = queue.shift()) {
      const [index, mutant] = next;
      const tests = reaching[index]!.slice(0, Number(options.tests));
      const isNoticed = await tryMutant(copy, mutant, tests);
      (isNoticed ? noticed : missed).push(mutant);
      const reached = `${reaching[index]!.length} test files reach it`;
      console.log(`${isNoticed ? 'noticed' : 'MISSED '} ${say(mutant)} (${reached})`);
    }
  }),
);
console.log(
  `\n${noticed.length + missed.length} mutants of seed ${options.seed}: ${noticed.length} noticed, ${missed.length} not`,
);
for (const mutant of missed) console.log(`  ${say(mutant)}`);
await server.stop();

/** By chance, but each file at most twice, so that a long one does not stand for all. */
function draw(count: number): Mutant[] {
  const drawn: Mutant[] = [];
  const places = new Set<string>();
  const used = new Map<string, number>();
  for (let turn = 0; drawn.length < count && turn < count * 50; turn += 1) {
    const path = files[Math.floor(random() * files.length)]!;
    if ((used.get(path) ?? 0) >= 2) continue;
    const mutants = mutantsOf(join(root, path));
    const mutant = mutants[Math.floor(random() * mutants.length)];
    if (!mutant || places.has(`${path}:${mutant.start}:${mutant.after}`)) continue;
    places.add(`${path}:${mutant.start}:${mutant.after}`);
    used.set(path, (used.get(path) ?? 0) + 1);
    drawn.push({ ...mutant, path });
  }
  return drawn;
}

async function tryMutant(
  copy: string,
  { path, start, end: stop, after }: Mutant,
  tests: readonly string[],
): Promise<boolean> {
  const place = join(copy, path);
  const original = readFileSync(place, 'utf8');
  const broken = `${original.slice(0, start)}${after}${original.slice(stop)}`;
  for (let begin = 0; begin < tests.length; begin += STEP) {
    let open = tests.slice(begin, begin + STEP).filter((test) => passes.get(test) !== false);
    while (open.length > 0) {
      writeFileSync(place, broken);
      const failing = await findFailing(copy, open).finally(() => writeFileSync(place, original));
      if (failing.length === 0) break;
      for (const test of failing) if (await doesPass(copy, test)) return true;
      open = open.filter((test) => !failing.includes(test));
    }
  }
  return false;
}

/** What fails without a break too notices nothing. */
async function doesPass(copy: string, test: string): Promise<boolean> {
  if (!passes.has(test)) passes.set(test, (await findFailing(copy, [test])).length === 0);
  return passes.get(test)!;
}

/** The first files that fail, of a run that stops there; all of a run that comes to no end. */
async function findFailing(copy: string, tests: readonly string[]): Promise<readonly string[]> {
  const { code, results } = await runTests(copy, ['--bail=1', ...tests], PATIENCE);
  if (code === 0) return [];
  const failing = results.flatMap(({ name, status }) => (status === 'failed' ? [name] : []));
  return failing.length > 0 ? failing : tests;
}

type FileResult = { name: string; status: string; startTime: number; endTime: number };

async function runTests(
  copy: string,
  args: readonly string[],
  patience: number,
): Promise<{ code: number | null; results: FileResult[] }> {
  const vitest = join(copy, 'node_modules/vitest/vitest.mjs');
  const report = join(copy, 'report.json');
  rmSync(report, { force: true });
  const child = spawn(
    process.execPath,
    [vitest, 'run', '--reporter=json', `--outputFile=${report}`, ...args],
    { cwd: copy, env: { ...process.env, TEST_DATA_DIR: data }, stdio: 'ignore', detached: true },
  );
  const timer = Number.isFinite(patience)
    ? setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), patience)
    : undefined;
  const code = await new Promise<number | null>((ended) => child.once('exit', ended));
  clearTimeout(timer);
  if (!existsSync(report)) return { code, results: [] };
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as { testResults: FileResult[] };
  return {
    code,
    results: testResults.map((result) => ({ ...result, name: relative(copy, result.name) })),
  };
}

/** The tests run in a copy, so that nothing here is broken, not even when this is interrupted. */
function copyTree(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mutation-'));
  // PostgreSQL runs as another user than root.
  chmodSync(folder, 0o755);
  for (const path of list('.')) cpSync(join(root, path), join(folder, path), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

function list(...folders: string[]): string[] {
  const text = execFileSync('git', ['ls-files', ...folders], { cwd: root, encoding: 'utf8' });
  return text.split('\n').filter((path) => path !== '');
}

function say({ path, line, before, after }: Mutant): string {
  const short = (text: string) => text.replace(/\s+/g, ' ').slice(0, 60);
  return `${path}:${line} ${short(before)} → ${after === '' ? 'nothing' : short(after)}`;
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
