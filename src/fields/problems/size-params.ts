import { languages } from './languages.ts';
import type { ProblemParams } from './problem.ts';
import type { Text } from '../type/field.ts';
import { toSizeText } from './size-text.ts';
import { textParams } from './text-params.ts';

/** Bytes for the placeholder `size` of a problem, written as each language writes them. */
export function sizeParams(bytes: number): ProblemParams {
  const texts = languages.map((language) => [language, toSizeText(bytes, language)]);
  return textParams('size', Object.fromEntries(texts) as Text);
}
