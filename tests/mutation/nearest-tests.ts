import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

/** Says which test files are likely to notice a break of a source file, the likeliest first. */
export type FindNearest = (path: string) => readonly string[];

/**
 * A test is near a file that it imports, that is named and lies alike, and that was often changed
 * together with it. No run of all tests is needed to know, which takes longer than what it saves.
 */
export function createFindNearest(root: string, tests: readonly string[]): FindNearest {
  const together = countTogether(root, new Set(tests));
  const imports = new Map(tests.map((test) => [test, importsOf(root, test)]));
  return (path) => {
    const words = wordsOf(path);
    const scores = tests.map((test) => {
      const shared = wordsOf(test).filter((word) => words.includes(word)).length;
      const isSameRoom = dirname(test).split('/')[1] === path.split('/')[1];
      const score =
        (imports.get(test)!.has(path) ? 6 : 0) +
        shared * 2 +
        (isSameRoom ? 1 : 0) +
        4 * (together.get(path)?.get(test) ?? 0);
      return { test, score };
    });
    return scores
      .filter(({ score }) => score > 1)
      .toSorted((one, other) => other.score - one.score || one.test.localeCompare(other.test))
      .map(({ test }) => test);
  };
}

/** Of the commits that changed a file the share that changed a test too; large ones tell nothing. */
function countTogether(root: string, tests: ReadonlySet<string>): Map<string, Map<string, number>> {
  const log = execFileSync('git', ['log', '--name-only', '--format=%x00'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  const shares = new Map<string, Map<string, number>>();
  for (const commit of log.split('\0')) {
    const paths = commit.split('\n').filter((path) => path !== '');
    if (paths.length > 60) continue;
    const here = paths.filter((path) => tests.has(path));
    for (const path of paths.filter((each) => each.startsWith('src/'))) {
      const of = shares.get(path) ?? new Map<string, number>();
      shares.set(path, of);
      for (const test of here) of.set(test, (of.get(test) ?? 0) + 1 / here.length);
    }
  }
  return shares;
}

function importsOf(root: string, test: string): ReadonlySet<string> {
  const text = readFileSync(join(root, test), 'utf8');
  const found = [...text.matchAll(/from '(\.[^']+)'/g)].map(([, to]) =>
    relative(root, join(root, dirname(test), to!)),
  );
  return new Set(found);
}

function wordsOf(path: string): string[] {
  const name = basename(path).replace(/\..*$/, '');
  return [...new Set([...name.split('-'), ...dirname(path).split('/').slice(1)])];
}
