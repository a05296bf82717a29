import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { isBareNumber } from '../../../../fields/text/bare-number.ts';
import {
  decimalMarkOf,
  toPointNotation,
  usualDecimalMark,
  type DecimalMark,
} from '../../../../fields/text/decimal-mark.ts';
import type { Field } from '../../../../fields/type/field.ts';
import { showNumber } from '../../../../fields/text/number-format.ts';
import { language } from '../../../messages/language.ts';
import { uiOf } from '../../../resource/field-value.tsx';
import { textsOf } from '../../../messages/texts.ts';

type Cell = { field: Field; text: string };

export type NumberReading = {
  /** The number in the notation of machines, or why its meaning is unclear. */
  read(text: string): { text: string } | { refused: string };
  /** What the user must be told, because the block itself did not show how it writes numbers. */
  note: string | undefined;
  /** How the block writes its decimals, for texts that are corrected later; `both` if its numbers disagree. */
  mark: DecimalMark | 'both';
};

/** Whether the field holds a number that is typed, not chosen from a menu. */
export function isNumeric(field: Field): boolean {
  return isBareNumber(field) && uiOf(field).options === undefined;
}

/**
 * How the numbers of a block are written: with the given mark, else as its other numbers show, else as in the
 * user's language.
 */
export function readNumbers(
  cells: readonly Cell[],
  given: DecimalMark | 'both' | undefined,
): NumberReading {
  const texts = cells.filter(({ field }) => isNumeric(field)).map(({ text }) => text);
  const detected = given ?? commonDecimalMark(texts);
  const usual = usualDecimalMark(language());
  const mark = detected === 'both' || detected === undefined ? usual : detected;
  const first = texts.find((text) => decimalMarkOf(text) === 'either');
  const isGuess = detected === undefined && first !== undefined;
  // A number in the notation of machines is not a guess.
  const isPlain = mark === 'point' && !first?.includes(',');
  return {
    read(text) {
      const own = decimalMarkOf(text);
      if (own === 'either' && detected === 'both') return { refused: unclearText(text) };
      return { text: toPointNotation(text, own === 'point' || own === 'comma' ? own : mark) };
    },
    mark: detected ?? mark,
    note:
      isGuess && !isPlain
        ? fillTemplate(textsOf('paste')[mark], { text: first, number: shown(first, mark) })
        : undefined,
  };
}

function unclearText(text: string): string {
  const { unclear } = textsOf('paste');
  return fillTemplate(unclear, { text, one: shown(text, 'point'), other: shown(text, 'comma') });
}

function shown(text: string, mark: DecimalMark): string {
  return showNumber(Number(toPointNotation(text, mark)), {}, language());
}

/** The mark that all texts of a block agree on; `both` if they disagree, and undefined if none shows one. */
export function commonDecimalMark(texts: readonly string[]): DecimalMark | 'both' | undefined {
  const marks = new Set(
    texts.map(decimalMarkOf).filter((mark) => mark !== 'either' && mark !== undefined),
  );
  if (marks.size > 1) return 'both';
  const [mark] = marks;
  return mark;
}
