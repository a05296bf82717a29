import type { ProblemParams } from './problem.ts';
import { toSizeText } from './size-text.ts';
import { textParams } from './text-params.ts';

/** Bytes for the placeholder `size` of a problem, written as each language writes them. */
export function sizeParams(bytes: number): ProblemParams {
  return textParams('size', { en: toSizeText(bytes, 'en'), de: toSizeText(bytes, 'de') });
}
