import { countEdits } from '../../fields/text/count-edits.ts';
import { foldText } from '../../fields/text/fold-text.ts';
import { marksOf, wordsOf } from './similar-values.ts';

export type TextScore = { score: number; reason: 'spelling' | 'similar' };

/** The letters that are compared. */
const MAX_SCORED_LENGTH = 200;
/** Other digits or single letters mean another thing: `bisphenol A` is not `bisphenol S`. */
const OTHER_MARKS = 80;
/** The same words in another order. */
const OTHER_ORDER = 95;

/**
 * How probably two texts mean the same, from 0 to 100: 100 for the same letters and digits in another spelling, less
 * for each typo, and at most 80 where their digits or single letters differ.
 *
 * @example scoreText('Bisphenol-a', 'bisphenol A') // { score: 100, reason: 'spelling' }
 */
export function scoreText(one: string, other: string): TextScore {
  const [left, right] = [
    foldText(one.slice(0, MAX_SCORED_LENGTH)),
    foldText(other.slice(0, MAX_SCORED_LENGTH)),
  ];
  const [words, others] = [wordsOf(left), wordsOf(right)];
  const [letters, otherLetters] = [words.join(''), others.join('')];
  if (letters === '' || otherLetters === '') return { score: 0, reason: 'similar' };
  if (letters === otherLetters) return { score: 100, reason: 'spelling' };
  if (words.toSorted().join(' ') === others.toSorted().join(' '))
    return { score: OTHER_ORDER, reason: 'similar' };
  const longest = Math.max(letters.length, otherLetters.length);
  const edits = countEdits(letters, otherLetters);
  const score = Math.round(99 * (1 - edits / longest));
  const isSame = marksOf(left) === marksOf(right);
  return { score: isSame ? score : Math.min(score, OTHER_MARKS), reason: 'similar' };
}
