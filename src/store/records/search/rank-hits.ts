import type { Resource } from '../../../descriptor/descriptor.ts';
import { findIdentifiers } from '../../../descriptor/find-identifiers.ts';
import { isKey, titleFields } from '../../../descriptor/title.ts';
import { foldText } from '../../../fields/text/fold-text.ts';
import { toWords } from '../../../fields/text/find-words.ts';
import type { StoredRecord } from '../../store.ts';
import { countEdits } from '../../../fields/text/count-edits.ts';
import { MAX_TYPO_WORD_LENGTH } from './typo-patterns.ts';

/** How a record was found: by an identifier, by all words, or because it is similar. */
export const searchLevels = ['exact', 'words', 'similar'] as const;

export type SearchLevel = (typeof searchLevels)[number];

export type SearchHit = {
  record: StoredRecord;
  level: SearchLevel;
  /** The field by which it was found, and its text; absent where several fields have a word each. */
  by?: { field: string; value: string } | undefined;
};

/** A searched text of a record, as entered and folded. */
type Candidate = { field: string; value: string; folded: string; isTitle: boolean };

type Ranked = { hit: SearchHit; rank: number; length: number };

/** Longer texts are searched for words, but are nobody's name. */
const LONGEST_NAME = 500;

/** More texts of a record are not compared: each costs time of the only thread. */
const MOST_TEXTS = 200;

/** Ranks records for a search by the texts of these fields, the most likely first. */
export function createRanking(resource: Resource, names: readonly string[], q: string) {
  const typed = foldText(q).trim().replace(/\s+/g, ' ');
  const words = toWords(q);
  const meant = new Map(
    findIdentifiers(resource, names, q).map(({ field, value }) => [field.name, value]),
  );
  const inTitle = new Set(titleFields(resource));

  return {
    typed,
    /** Records that an identifier or all words find. */
    found: (records: readonly StoredRecord[]) => inOrder(records.map(rankFound)),
    /** Records with at most so many typos per letter, without those that have all words. */
    similar: (records: readonly StoredRecord[], share: number) =>
      inOrder(records.flatMap((record) => rankSimilar(record, share))),
    /** Whether the text by which a record was found has at most one typo. */
    isNear: ({ by }: SearchHit) =>
      by !== undefined && countEdits(typed, foldText(by.value), { most: 1 }) <= 1,
  };

  function rankFound(record: StoredRecord): Ranked {
    const [best] = candidatesOf(record)
      .map((candidate) => ({ candidate, rank: rankOf(candidate) }))
      .toSorted((one, other) => one.rank - other.rank);
    const by = best && best.rank < NOTHING ? toBy(best.candidate) : undefined;
    return {
      hit: { record, level: best?.rank === 0 ? 'exact' : 'words', by },
      rank: best?.rank ?? NOTHING,
      length: by?.value.length ?? 0,
    };
  }

  function rankOf({ field, value, folded, isTitle }: Candidate): number {
    const isIdentifier = resource.fields.get(field)?.unique === true || isKey(resource, field);
    if (meant.get(field) === value || (isIdentifier && folded === typed)) return 0;
    const less = isTitle ? 0 : 1;
    if (folded === typed) return 1 + less;
    if (folded.startsWith(typed)) return 3 + less;
    if (!words.every((word) => folded.includes(word))) return NOTHING;
    return (hasWholeWords(folded, words) ? 5 : 7) + less;
  }

  function rankSimilar(record: StoredRecord, share: number): Ranked[] {
    const candidates = candidatesOf(record, LONGEST_NAME);
    const hasWord = (word: string) => candidates.some(({ folded }) => folded.includes(word));
    if (words.every(hasWord)) return [];
    const most = Math.max(1, Math.floor(Math.min(typed.length, MAX_TYPO_WORD_LENGTH) * share));
    const best = findNearest(candidates, typed, most);
    if (!best) return [];
    const rank = best.edits * 2 + (best.candidate.isTitle ? 0 : 0.5);
    const hit: SearchHit = { record, level: 'similar', by: toBy(best.candidate) };
    return [{ hit, rank, length: best.candidate.value.length }];
  }

  function candidatesOf(record: StoredRecord, longest = Infinity): Candidate[] {
    return foldTextsOf(record, names, longest).map((text) => ({
      ...text,
      isTitle: inTitle.has(text.field),
    }));
  }
}

const NOTHING = 9;

function hasWholeWords(folded: string, words: readonly string[]): boolean {
  const own = new Set(folded.split(/[^\p{L}\p{N}]+/u));
  return words.every((word) => own.has(word));
}

/** The texts of these fields that are not too long, folded. */
function foldTextsOf(record: StoredRecord, names: readonly string[], longest: number) {
  return names
    .flatMap((field) => textsOf(record[field]).map((value) => ({ field, value })))
    .filter(({ value }) => value.length <= longest)
    .slice(0, MOST_TEXTS)
    .map((text) => ({ ...text, folded: foldText(text.value) }));
}

/** The text with the fewest typos; undefined if all have more than `most`. */
function findNearest(candidates: readonly Candidate[], typed: string, most: number) {
  const [best] = candidates
    .map((candidate) => ({ candidate, edits: editsOf(typed, candidate.folded, most) }))
    .filter(({ edits }) => edits <= most + 0.5)
    .toSorted((one, other) => one.edits - other.edits);
  return best;
}

/** A part of a longer text counts half a typo more than a whole one. */
function editsOf(typed: string, folded: string, most: number): number {
  const isNear =
    typed.length <= MAX_TYPO_WORD_LENGTH && Math.abs(folded.length - typed.length) <= most;
  const whole = isNear ? countEdits(typed, folded, { most }) : Infinity;
  if (whole <= 1) return whole;
  const start = typed.slice(0, MAX_TYPO_WORD_LENGTH);
  const inside = countEdits(start, folded, { most: Math.min(whole, most), inside: true });
  return Math.min(whole, inside + 0.5);
}

/** Of equally good ones, the shorter has less beside what was typed. */
function inOrder(ranked: readonly Ranked[]): SearchHit[] {
  return ranked
    .toSorted(
      (one, other) =>
        one.rank - other.rank ||
        one.length - other.length ||
        (one.hit.record._id < other.hit.record._id ? -1 : 1),
    )
    .map(({ hit }) => hit);
}

/** A searched field has a text or a list of texts. */
function textsOf(value: unknown): string[] {
  return [value].flat().filter((text) => typeof text === 'string');
}

const LONGEST_SHOWN = 200;

function toBy({ field, value }: Candidate): SearchHit['by'] {
  return { field, value: value.slice(0, LONGEST_SHOWN) };
}
