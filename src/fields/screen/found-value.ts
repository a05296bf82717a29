import { findWords } from '../text/find-words.ts';
import { foldText } from '../text/fold-text.ts';
import type { Field } from '../type/field.ts';
import { requireItem } from '../require-entry.ts';

/** Where a search found a word: the field, and the part of its text around the word. */
export type FoundValue = { field: Field; text: string };

/** Letters to show on each side of a word that is found in a long text. */
const CONTEXT_LENGTH = 30;

/** The texts of a field, each of which a search compares. */
function textsOf(record: Readonly<Record<string, unknown>>, { name }: Field): string[] {
  return [record[name] ?? []].flat().map(String);
}

/** The first field with a word that no shown field has; undefined if the shown ones have all words. */
export function findHiddenValue(
  record: Readonly<Record<string, unknown>>,
  fields: readonly Field[],
  isShown: (field: Field) => boolean,
  words: readonly string[],
): FoundValue | undefined {
  const searched = fields.filter(({ search }) => search);
  const shown = searched.filter(isShown).flatMap((field) => textsOf(record, field).map(foldText));
  const missing = words.filter((word) => !shown.some((text) => text.includes(word)));
  for (const field of searched.filter((each) => !isShown(each)))
    for (const text of textsOf(record, field)) {
      const folded = foldText(text);
      const word = missing.find((each) => folded.includes(each));
      if (word !== undefined) return { field, text: around(text, word) };
    }
  return undefined;
}

function around(text: string, word: string): string {
  const before = requireItem(findWords(text, [word]), 0);
  const at = before.isFound ? 0 : before.text.length;
  const from = Math.max(0, at - CONTEXT_LENGTH);
  const to = at + word.length + CONTEXT_LENGTH;
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`;
}
