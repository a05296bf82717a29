import { countEdits } from '../../fields/text/count-edits.ts';
import { foldText } from '../../fields/text/fold-text.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';
import type { CountedValue } from './count-values.ts';

/** Values that probably mean the same; the first one is the most frequent. */
export type ValueGroup = { values: CountedValue[]; count: number };

/** How values are compared: by the same words, or by a few typos. */
export const groupings = ['fingerprint', 'nearest'] as const;
export type Grouping = (typeof groupings)[number];

/**
 * Groups nearly equal values, those with the most cells first. `values` has the most frequent first.
 *
 * @example groupValues([{ value: 'Acme, Ltd', count: 9 }, { value: 'ltd acme', count: 1 }], 'fingerprint')
 */
export async function groupValues(
  values: readonly CountedValue[],
  grouping: Grouping,
): Promise<ValueGroup[]> {
  const groupOf = grouping === 'fingerprint' ? findByWords() : findByTypos();
  const groups = new Map<string, CountedValue[]>();
  for (const counted of values) {
    const name = groupOf(counted.value);
    const group = name === undefined ? undefined : groups.get(name);
    if (group) group.push(counted);
    else if (name !== undefined) groups.set(name, [counted]);
    await yieldToEventLoop();
  }
  return [...groups.values()]
    .filter(({ length }) => length > 1)
    .map((group) => ({ values: group, count: group.reduce((sum, { count }) => sum + count, 0) }))
    .sort((one, other) => other.count - one.count);
}

/**
 * The words of a text in one form: without case, accents, punctuation and repeated words, in the order of the alphabet.
 * Of a text without letters only blanks and the kind of its dashes do not count: `-5` is not `5`. Undefined for a text
 * without letters and digits.
 */
export function fingerprint(text: string): string | undefined {
  const folded = foldText(text);
  if (!hasLetter(folded)) return /\p{N}/u.test(folded) ? folded.replace(/\s+/gu, '') : undefined;
  return [...new Set(wordsOf(folded))].sort().join(' ');
}

function findByWords() {
  return (value: string): string | undefined => fingerprint(value);
}

/** The most values that one is compared with: more with a common part are numbered, not mistyped. */
const MOST_COMPARED = 25;
/** Longer texts are sentences, which take long to compare. */
const MAX_COMPARED_LENGTH = 100;

/** A value that others may be typos of. */
type Centre = { name: string; letters: string };

/**
 * Creates the function that finds the more frequent value of which one is a typo. A text with a few typos has one of
 * the parts of the other text unchanged at nearly the same place, so only texts with a part in common are compared.
 */
function findByTypos() {
  const byPart = new Map<string, Centre[]>();
  const addTo = (part: string, centre: Centre): void => {
    const list = byPart.get(part);
    if (!list) byPart.set(part, [centre]);
    else if (list.length < MOST_COMPARED) list.push(centre);
  };
  return (value: string): string | undefined => {
    const folded = foldText(value);
    if (value.length > MAX_COMPARED_LENGTH || !hasLetter(folded)) return undefined;
    const letters = wordsOf(folded).join('');
    const marks = marksOf(folded);
    const nearest = findCentre(byPart, letters, marks);
    if (nearest) return nearest.name;
    const centre = { name: value, letters };
    for (const part of partsToFind(letters)) addTo(`${marks}\n${part}`, centre);
    return value;
  };
}

function findCentre(
  byPart: ReadonlyMap<string, readonly Centre[]>,
  letters: string,
  marks: string,
): Centre | undefined {
  const seen = new Set<Centre>();
  let best: { centre: Centre; edits: number } | undefined;
  for (const part of partsToTry(letters)) {
    for (const centre of byPart.get(`${marks}\n${part}`) ?? []) {
      if (seen.has(centre)) continue;
      if (seen.size === MOST_COMPARED) return best?.centre;
      seen.add(centre);
      const most = Math.min(
        typosIn(centre.letters.length),
        typosIn(letters.length),
        best ? best.edits - 1 : Infinity,
      );
      const edits = countMiddle(letters, centre.letters, most);
      if (edits === 0) return centre;
      if (edits <= most) best = { centre, edits };
    }
  }
  return best?.centre;
}

/** Compares only what is between the same beginning and the same end. */
function countMiddle(one: string, other: string, most: number): number {
  const shortest = Math.min(one.length, other.length);
  let start = 0;
  while (start < shortest && one[start] === other[start]) start++;
  let end = 0;
  while (end < shortest - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  const middle = (text: string) => text.slice(start, text.length - end);
  return countEdits(middle(one), middle(other), { most });
}

/** The typos that a text of this many letters may have. */
function typosIn(length: number): number {
  if (length < 5) return 0;
  return length < 10 ? 1 : 2;
}

/** By its letters in the order of the alphabet, a text is found of which two letters have changed places. */
function anagram(letters: string): string {
  return `~${[...letters].sort().join('')}`;
}

/** One part more than typos: one of them is free of typos. */
function partsToFind(letters: string): string[] {
  const count = typosIn(letters.length) + 1;
  const parts = cutEvenly(letters.length, count).map(({ from, to }, at) =>
    partName(letters.length, at, letters.slice(from, to)),
  );
  return [anagram(letters), ...parts];
}

/** The parts of all texts that this one may be a typo of, at each place to which typos may have moved them. */
function* partsToTry(letters: string): Iterable<string> {
  yield anagram(letters);
  const own = typosIn(letters.length);
  for (let length = letters.length - own; length <= letters.length + own; length++) {
    const typos = typosIn(length);
    if (Math.abs(length - letters.length) > typos) continue;
    for (const [at, { from, to }] of cutEvenly(length, typos + 1).entries()) {
      // If it is the first part without a typo, at most `at` of them are before it, and the others behind it.
      const longer = letters.length - length;
      const first = Math.max(0, from + Math.max(-at, longer - (typos - at)));
      const last = from + Math.min(at, longer + (typos - at));
      for (let start = first; start <= last; start++)
        yield partName(length, at, letters.slice(start, start + to - from));
    }
  }
}

function partName(length: number, at: number, part: string): string {
  return `${length} ${at} ${part}`;
}

function cutEvenly(length: number, count: number): { from: number; to: number }[] {
  return Array.from({ length: count }, (_, at) => ({
    from: Math.floor((length * at) / count),
    to: Math.floor((length * (at + 1)) / count),
  }));
}

/**
 * What no typo changes without changing the meaning: the digits of a text and its single letters, in their order. `PE 100`
 * is not `PE 200`, and `bisphenol A` is not `bisphenol S`.
 */
export function marksOf(folded: string): string {
  return wordsOf(folded)
    .flatMap((word) => (word.length === 1 ? [word] : (word.match(/\p{N}+/gu) ?? [])))
    .join(' ');
}

function hasLetter(text: string): boolean {
  return /\p{L}/u.test(text);
}

/** The runs of letters and digits of a folded text. */
export function wordsOf(folded: string): string[] {
  return folded.match(/[\p{L}\p{N}]+/gu) ?? [];
}
