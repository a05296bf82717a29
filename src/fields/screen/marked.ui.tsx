import { createContext, use } from 'react';
import { findWords } from '../text/find-words.ts';
import type { Field } from '../type/field.ts';

const none: readonly string[] = [];

/** The words that a list was searched for, folded. */
export const SearchedWords = createContext<readonly string[]>(none);

/** A text of a field, or the title of a record. The words that a search found in it are marked. */
export function Marked({ field, text }: { field?: Field; text: string }) {
  const words = use(SearchedWords);
  return (field?.search ?? true) ? <MarkedText text={text} words={words} /> : text;
}

/** A text in which words are marked, however they are spelled there. */
export function MarkedText({ text, words }: { text: string; words: readonly string[] }) {
  if (words.length === 0) return text;
  return findWords(text, words).map(({ text: part, isFound }, at) =>
    isFound ? <mark key={at}>{part}</mark> : part,
  );
}
