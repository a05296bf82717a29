import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { readSourceFiles, top, type SourceFile } from '../support/source-files.ts';

/** What the code weighs: a count for each thing of which there should be less. */
export function measure(): Readonly<Record<string, number>> {
  const source = readSourceFiles('src');
  const tests = readSourceFiles('tests');
  return {
    'lines of src': countLines(source),
    'lines of tests': countLines(tests),
    'files of src': source.length,
    'most files in a folder': Math.max(...folderSizes(source).values()),
    'folders of more than 30 files': [...folderSizes(source).values()].filter((size) => size > 30)
      .length,
    'files of at most 40 lines with one user beside them': countSplinters(source),
    'circles of imports, types included': countCircles(source),
    ...countByLint(),
    'casts by way of never or unknown': count(source, /\bas (?:never|unknown as)\b/g),
    'rules and types suppressed': count(
      source,
      /(?:oxlint|eslint)-disable|@ts-(?:expect-error|ignore)/g,
    ),
    'sleeps in tests outside faults and benches': count(
      tests.filter(({ path }) => !/^tests.(faults|bench|operations|support)/.test(path)),
      /\bsleep\(|setTimeout\(\w+, \d/g,
    ),
  };
}

const named: Readonly<Record<string, string>> = {
  'eslint(max-lines-per-function)': 'functions of more than 60 lines',
  'eslint(complexity)': 'functions more complex than 12',
  'eslint(max-params)': 'functions of more than four parameters',
  'eslint(no-nested-ternary)': 'nested ternaries',
  'eslint(no-shadow)': 'shadowed names',
  'typescript(no-explicit-any)': 'any',
  'typescript(no-non-null-assertion)': 'values said not to be null by !',
};

function countByLint(): Record<string, number> {
  const rules = join(import.meta.dirname, 'counted-rules.json');
  const linter = join(top, 'node_modules/.bin/oxlint');
  const args = ['--config', rules, '--format', 'json', 'src'];
  const { stdout } = spawnSync(linter, args, { cwd: top, encoding: 'utf8', maxBuffer: 1e9 });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string }[] };
  return Object.fromEntries(
    Object.entries(named).map(([code, name]) => [
      name,
      diagnostics.filter((each) => each.code === code).length,
    ]),
  );
}

function countLines(files: readonly SourceFile[]): number {
  return files.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);
}

function count(files: readonly SourceFile[], pattern: RegExp): number {
  return files.reduce((sum, { text }) => sum + (text.match(pattern)?.length ?? 0), 0);
}

function folderSizes(files: readonly SourceFile[]): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const { path } of files) sizes.set(dirname(path), (sizes.get(dirname(path)) ?? 0) + 1);
  return sizes;
}

function countSplinters(files: readonly SourceFile[]): number {
  const users = new Map<string, string[]>();
  for (const { path, imports } of files)
    for (const { target } of imports) users.set(target, [...(users.get(target) ?? []), path]);
  return files.filter(({ path, text }) => {
    const [user, ...others] = users.get(path) ?? [];
    const isShort = text.split('\n').length - 1 <= 40;
    return isShort && user !== undefined && others.length === 0 && dirname(user) === dirname(path);
  }).length;
}

/** The groups of two or more files that reach each other by imports of any kind (Tarjan 1972). */
function countCircles(files: readonly SourceFile[]): number {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  let circles = 0;
  const visit = (path: string): void => {
    const own = order.size;
    order.set(path, own);
    lowest.set(path, own);
    open.push(path);
    for (const { target } of byPath.get(path)?.imports ?? []) {
      if (!byPath.has(target)) continue;
      if (!order.has(target)) visit(target);
      if (open.includes(target))
        lowest.set(path, Math.min(lowest.get(path) ?? own, lowest.get(target) ?? own));
    }
    if (lowest.get(path) !== own) return;
    const members = open.splice(open.indexOf(path));
    if (members.length > 1) circles += 1;
  };
  for (const { path } of files) if (!order.has(path)) visit(path);
  return circles;
}
