import { fillTemplate } from '../../../../fields/fill-template.ts';
import type { Field } from '../../../../fields/field.ts';
import { showNumber } from '../../../../fields/number-format.ts';
import { isMany } from '../../../../descriptor/field-check.ts';
import { language } from '../../../messages/language.ts';
import { uiOf } from '../../../kit/field-value.tsx';
import { textsOf } from '../../../messages/texts.ts';

type Cell = { field: Field; text: string };

export type NumberReading = {
  /** The text as machines write it, or why nobody can tell what it means. */
  read(text: string): { text: string } | { refused: string };
  /** What has to be said: the block itself did not tell how it writes numbers. */
  note: string | undefined;
};

/** A number that is typed as one, and not chosen from a menu. */
export function isNumeric(field: Field): boolean {
  const { sql } = field.kind.column(field.settings);
  const isNumber = sql === 'bigint' || sql === 'double precision';
  return isNumber && !isMany(field) && uiOf(field).options === undefined;
}

/**
 * How the numbers of a block are written: as its other numbers say, else as the language does.
 * What was copied here has a point; who pastes it back must not find it thousand times as large.
 */
export function readNumbers(cells: readonly Cell[], isOurs: boolean): NumberReading {
  const texts = cells.filter(({ field }) => isNumeric(field)).map(({ text }) => text);
  const told = isOurs ? 'point' : markOfBlock(texts);
  const usual: DecimalMark = (0.5).toLocaleString(language()).includes(',') ? 'comma' : 'point';
  const mark = told === 'both' || told === undefined ? usual : told;
  const first = texts.find((text) => markOf(text) === 'either');
  const isGuess = told === undefined && first !== undefined;
  // As machines write it, it is no guess.
  const isPlain = mark === 'point' && !first?.includes(',');
  return {
    read(text) {
      const own = markOf(text);
      if (told !== 'both') return { text: withPoint(text, mark) };
      if (own === 'either') return { refused: sayUnclear(text) };
      return { text: withPoint(text, own ?? mark) };
    },
    note:
      isGuess && !isPlain
        ? fillTemplate(textsOf('paste')[mark], { text: first, number: shown(first, mark) })
        : undefined,
  };
}

function sayUnclear(text: string): string {
  const { unclear } = textsOf('paste');
  return fillTemplate(unclear, { text, one: shown(text, 'point'), other: shown(text, 'comma') });
}

function shown(text: string, mark: DecimalMark): string {
  return showNumber(Number(withPoint(text, mark)), {}, language());
}

/** What stands before the decimals of a number. */
export type DecimalMark = 'point' | 'comma';

/**
 * How a text writes its decimals: `1.234,5` and `0,25` with a comma, `1,234.5` and `0.25` with a
 * point; `1.234` and `1,234` may be either. Undefined where it tells nothing, or is no number.
 */
export function markOf(text: string): DecimalMark | 'either' | undefined {
  const number = withoutBlanks(text);
  if (/^[+-]?[1-9]\d{0,2}[.,]\d{3}$/.test(number)) return 'either';
  if (/^[+-]?(\d+|[1-9]\d{0,2}(\.\d{3})+),\d+(e[+-]?\d+)?$/i.test(number)) return 'comma';
  if (/^[+-]?(\d+|[1-9]\d{0,2}(,\d{3})+)\.\d+(e[+-]?\d+)?$/i.test(number)) return 'point';
  if (/^[+-]?[1-9]\d{0,2}(\.\d{3}){2,}$/.test(number)) return 'comma';
  if (/^[+-]?[1-9]\d{0,2}(,\d{3}){2,}$/.test(number)) return 'point';
  return undefined;
}

/** The mark all texts of a block agree on; undefined when they do not, or none tells. */
export function markOfBlock(texts: readonly string[]): DecimalMark | 'both' | undefined {
  const marks = new Set(
    texts.map(markOf).filter((mark) => mark !== 'either' && mark !== undefined),
  );
  if (marks.size > 1) return 'both';
  const [mark] = marks;
  return mark;
}

/** The number as machines write it: `1.234,5` with a comma is `1234.5`. What is no number stays as it is. */
export function withPoint(text: string, mark: DecimalMark): string {
  if (markOf(text) === undefined) return text;
  const number = withoutBlanks(text);
  return mark === 'comma'
    ? number.replaceAll('.', '').replace(',', '.')
    : number.replaceAll(',', '');
}

/** Thousands stand apart by blanks of several kinds, too. */
function withoutBlanks(text: string): string {
  return text.trim().replaceAll(/(?<=\d)[\s\u00a0\u202f'’](?=\d{3}(\D|$))/g, '');
}
