import type { Text } from '../type/field.ts';
import { textIn } from './localized-text.ts';
import type { ProblemParams } from './problem.ts';

/** A text of the descriptor in every language, for a placeholder: in English for programs, and `text_de` for people. */
export function textParams(name: string, text: Text): ProblemParams {
  const inLanguages = Object.entries(text).map(([language, words]) => [
    `${name}_${language}`,
    words,
  ]);
  return { [name]: textIn(text, 'en'), ...Object.fromEntries(inLanguages) };
}
