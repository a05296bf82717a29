import { readFileSync } from 'node:fs';
import { createRandom } from './chem-rows.ts';

/** A real name of a chemical, and the same with one random typo. */
export type Mistyped = { cas: string; name: string; typed: string };

/** The CAS numbers and names, of 8 letters or more, of 1,804 real chemicals. */
export function readRealNames(): { cas: string; name: string }[] {
  return readFileSync('tests/support/chem-names.txt', 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t') as [string, string])
    .map(([cas, name]) => ({ cas, name }));
}

/** So many of the names, each with one letter inserted, deleted, replaced or exchanged with the next. */
export function mistypeSome(
  names: readonly { cas: string; name: string }[],
  count: number,
  seed: number,
): Mistyped[] {
  const random = createRandom(seed);
  const left = [...names];
  return Array.from({ length: count }, () => {
    const [one] = left.splice(Math.floor(random() * left.length), 1);
    return { ...one!, typed: mistype(one!.name, random) };
  });
}

function mistype(name: string, random: () => number): string {
  const letter = 'abcdefghijklmnopqrstuvwxyz'[Math.floor(random() * 26)]!;
  const at = Math.floor(random() * (name.length - 1));
  const [before, here, next] = [name.slice(0, at), name[at]!, name[at + 1]!];
  const after = name.slice(at + 2);
  const ways = [
    before + letter + here + next + after,
    before + next + after,
    before + letter + next + after,
    before + next + here + after,
  ];
  return ways[Math.floor(random() * ways.length)]!;
}
