import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseSync } from 'vite';
import { visit, type Mutant, type Node } from './draw-mutants.ts';

type Insertion = { at: number; text: string };

/** Runs the tests there; gives how many milliseconds each file took. */
export type RunAll = () => Promise<ReadonlyMap<string, number>>;

/**
 * Which test files run the function each mutant is in, those first that import its file, then the quickest: one run of all tests in a
 * copy whose functions say who comes by. A mutant outside of any function counts for all of
 * its file.
 */
export async function findReaching(
  copy: string,
  mutants: readonly Mutant[],
  runAll: RunAll,
): Promise<string[][]> {
  const originals = new Map<string, string>();
  const config = join(copy, 'vite.config.ts');
  const carriers = mutants.map(({ path }) => carriersOf(copy, path));
  for (const path of new Set(carriers.flat())) {
    const place = join(copy, path);
    const text = readFileSync(place, 'utf8');
    originals.set(place, text);
    const insertions = mutants.flatMap((mutant, index) =>
      carriers[index]!.includes(path) ? marksOf(path, text, mutant, index) : [],
    );
    const from = JSON.stringify(join(copy, 'tests/mutation/reach.ts'));
    writeFileSync(
      place,
      `import { reach as __reach } from ${from}; ${insertAll(text, insertions)}`,
    );
  }
  originals.set(config, readFileSync(config, 'utf8'));
  const setup = "setupFiles: ['tests/mutation/reach.ts'], globalSetup:";
  writeFileSync(config, originals.get(config)!.replace('globalSetup:', setup));
  const durations = await runAll();
  for (const [place, text] of originals) writeFileSync(place, text);

  const reached = mutants.map(() => new Set<string>());
  for (const name of readdirSync(copy).filter((each) => each.startsWith('reached-')))
    for (const line of readFileSync(join(copy, name), 'utf8').split('\n')) {
      const [index, test] = line.split(' ');
      if (test) reached[Number(index)]!.add(relative(copy, test));
    }
  const duration = (test: string) => durations.get(test) ?? Infinity;
  return reached.map((tests, index) => {
    const { path } = mutants[index]!;
    const isOther = new Map([...tests].map((test) => [test, Number(!imports(copy, test, path))]));
    return [...tests].toSorted(
      (a, b) => isOther.get(a)! - isOther.get(b)! || duration(a) - duration(b),
    );
  });
}

function imports(copy: string, test: string, path: string): boolean {
  const text = readFileSync(join(copy, test), 'utf8');
  return [...text.matchAll(/from '(\.[^']+)'/g)].some(
    ([, to]) => join(dirname(test), to!) === path,
  );
}

/** The file itself; of one without functions, such as a schema, the files that import it. */
function carriersOf(copy: string, path: string): string[] {
  if (bodiesOf(path, readFileSync(join(copy, path), 'utf8')).length > 0) return [path];
  return readdirSync(join(copy, 'src'), { recursive: true, encoding: 'utf8' })
    .map((name) => `src/${name}`)
    .filter((name) => /\.tsx?$/.test(name) && imports(copy, name, path));
}

function bodiesOf(path: string, text: string): Node[] {
  const bodies: Node[] = [];
  visit(parseSync(path, text).program as unknown as Node, (node) => {
    const isFunction = /^(Arrow)?Function(Declaration|Expression)?/.test(node.type);
    if (isFunction && node['body']) bodies.push(node['body'] as Node);
  });
  return bodies;
}

function marksOf(path: string, text: string, mutant: Mutant, index: number): Insertion[] {
  const bodies = bodiesOf(path, text);
  const around = bodies.filter(
    ({ start, end }) => path === mutant.path && start <= mutant.start && mutant.end <= end,
  );
  const innermost = around.toSorted((one, other) => other.start - one.start).slice(0, 1);
  const marked = innermost.length > 0 ? innermost : bodies;
  return marked.flatMap(({ type, start, end }) =>
    type === 'BlockStatement' || type === 'FunctionBody'
      ? [{ at: start + 1, text: ` __reach(${index});` }]
      : [
          { at: start, text: `(__reach(${index}), ` },
          { at: end, text: ')' },
        ],
  );
}

function insertAll(text: string, insertions: readonly Insertion[]): string {
  let result = text;
  for (const { at, text: inserted } of insertions.toSorted((one, other) => other.at - one.at))
    result = `${result.slice(0, at)}${inserted}${result.slice(at)}`;
  return result;
}
