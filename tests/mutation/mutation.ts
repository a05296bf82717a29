import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { mutantsOf, type Mutant } from './draw-mutants.ts';
import { createFindNearest } from './nearest-tests.ts';

/*
 * `npm run test:mutation [-- --mutants 200 --seed 1 --minutes 120]`: breaks a copy of the program in
 * small ways drawn by chance, one at a time, and runs the tests nearest to each. What no test
 * notices is listed: it is equal to the original, or a test is missing. Not in CI: it takes an hour or two.
 */
const { values: options } = parseArgs({
  options: {
    mutants: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '120' },
    /** Skips so many of those drawn, to go on where another run ended. */
    from: { type: 'string', default: '0' },
  },
});
const root = resolve(import.meta.dirname, '../..');
const random = createRandom(Number(options.seed));
const end = Date.now() + Number(options.minutes) * 60_000;

/** Asked in this order while nothing fails. */
const ROUNDS = [4, 8];
const PATIENCE = 300_000;

const files = list(
  'src/fields',
  'src/descriptor',
  'src/exchange',
  'src/store',
  'src/api',
  'src/mail',
).filter(
  // What is shown is tried in the browser, and what is said to people is no rule.
  (path) => path.endsWith('.ts') && !/\/(openapi|messages|screen)\/|german|expectations/.test(path),
);
const tests = list('tests').filter(
  (path) => path.endsWith('.test.ts') && !path.startsWith('tests/admin/'),
);
const nearest = createFindNearest(root, tests);
const copy = copyTree();
process.once('exit', () => rmSync(copy, { recursive: true, force: true }));

/** Whether a test passes on the program as it is. */
const passes = new Map<string, boolean>();

const counts = { noticed: 0, missed: 0 };
const missed: Mutant[] = [];
for (const mutant of draw(Number(options.mutants)).slice(Number(options.from))) {
  if (Date.now() > end) break;
  const isNoticed = await tryMutant(mutant);
  counts[isNoticed ? 'noticed' : 'missed'] += 1;
  if (!isNoticed) missed.push(mutant);
  console.log(`${isNoticed ? 'noticed' : 'MISSED '} ${say(mutant)}`);
}
const all = counts.noticed + counts.missed;
console.log(
  `\n${all} mutants of seed ${options.seed}: ${counts.noticed} noticed, ${counts.missed} not`,
);
for (const mutant of missed) console.log(`  ${say(mutant)}`);

/** By chance, but each file at most twice, so that a long one does not stand for all. */
function draw(count: number): Mutant[] {
  const drawn: Mutant[] = [];
  const used = new Map<string, number>();
  for (let turn = 0; drawn.length < count && turn < count * 50; turn += 1) {
    const path = files[Math.floor(random() * files.length)]!;
    if ((used.get(path) ?? 0) >= 2) continue;
    const mutants = mutantsOf(join(root, path));
    const mutant = mutants[Math.floor(random() * mutants.length)];
    if (!mutant) continue;
    used.set(path, (used.get(path) ?? 0) + 1);
    drawn.push({ ...mutant, path });
  }
  return drawn;
}

async function tryMutant({ path, start, end: stop, after }: Mutant): Promise<boolean> {
  const place = join(copy, path);
  const near = await sound(nearest(path));
  const original = readFileSync(place, 'utf8');
  writeFileSync(place, `${original.slice(0, start)}${after}${original.slice(stop)}`);
  try {
    let begin = 0;
    for (const many of ROUNDS) {
      const some = near.slice(begin, (begin += many));
      if (some.length > 0 && (await fails(some))) return true;
    }
    return false;
  } finally {
    writeFileSync(place, original);
  }
}

/** Those of the nearest tests that pass while nothing is broken: what fails anyway notices nothing. */
async function sound(paths: readonly string[]): Promise<string[]> {
  const asked = paths.slice(0, ROUNDS[0]! + ROUNDS[1]!);
  const open = asked.filter((path) => !passes.has(path));
  if (open.length > 0 && !(await fails(open))) for (const path of open) passes.set(path, true);
  for (const path of open)
    if (!passes.has(path)) passes.set(path, open.length > 1 && !(await fails([path])));
  return asked.filter((path) => passes.get(path));
}

/** A run that fails, or that comes to no end. */
async function fails(paths: readonly string[]): Promise<boolean> {
  const vitest = join(copy, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', '--bail=1', '--reporter=dot', ...paths], {
    cwd: copy,
    env: { ...process.env, TEST_DATA_DIR: join(copy, 'test-database') },
    stdio: 'ignore',
    detached: true,
  });
  const timer = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), PATIENCE);
  const code = await new Promise<number | null>((ended) => child.once('exit', ended));
  clearTimeout(timer);
  return code !== 0;
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
