import { parsePattern, type LinearPattern } from '../../fields/pattern/linear-pattern.ts';
import type { PatternWork } from '../../fields/pattern/replace-matches.ts';
import type { ProblemCode } from '../../fields/problems/problem-codes.ts';
import { readDateCell } from './date-cell.ts';
import { createNumberReader } from './number-cell.ts';
import type { LetterCase, Step } from './step.ts';

/** A step that changes each cell by itself. */
export type CellStep = Exclude<Step, { do: 'split' | 'join' | 'fill' }>;

/**
 * The changed text, or the warning why the cell stays as it is. `sign`: what was before a number; `loses`: the warning
 * of what the text lacks.
 */
export type ChangedCell =
  | { text: string; sign?: string; loses?: ProblemCode }
  | { warning: ProblemCode; params?: Record<string, string> };

type Change = (text: string, work: PatternWork) => ChangedCell;

/** The most characters that steps may write in one row. */
export const MOST_TEXT = 1_000_000;

const changes: {
  [Kind in CellStep['do']]: (step: Extract<CellStep, { do: Kind }>) => Change;
} = {
  trim: () => (text) => ({
    text: text
      .replace(/[\u200b\u2060\ufeff]/g, '')
      // Inside words, these two join letters or keep them apart.
      .replace(/^[\s\u200c\u200d]+|[\s\u200c\u200d]+$/g, '')
      .replace(/\s+/g, ' '),
  }),
  replace: ({ find, by, isPattern }) => {
    if (!isPattern) {
      return (text) => {
        const parts = text.split(find);
        const length = text.length + (parts.length - 1) * (by.length - find.length);
        return length > MOST_TEXT ? { warning: 'I077' } : { text: parts.join(by) };
      };
    }
    // The request was refused if it is no pattern.
    const pattern = parsePattern(find) as LinearPattern;
    return (text, work) => {
      const replaced = pattern.replace(text, by, work);
      return replaced === undefined ? { warning: 'I077' } : { text: replaced };
    };
  },
  remove:
    ({ prefix = '', suffix = '' }) =>
    (text) => {
      const start = prefix !== '' && text.startsWith(prefix) ? text.slice(prefix.length) : text;
      const isBefore = suffix !== '' && start.endsWith(suffix);
      const rest = isBefore ? start.slice(0, -suffix.length) : start;
      return { text: rest === text ? text : rest.trim() };
    },
  case: ({ to }) => {
    const change = cased[to];
    return (text) => ({ text: change(text) });
  },
  take:
    ({ after = '', before = '' }) =>
    (text) => {
      const start = after === '' ? 0 : text.indexOf(after);
      if (start < 0) return { warning: 'I075' };
      const rest = text.slice(start + after.length);
      const end = before === '' ? rest.length : rest.indexOf(before);
      return end < 0 ? { warning: 'I075' } : { text: rest.slice(0, end).trim() };
    },
  part:
    ({ separator, number }) =>
    (text) => {
      const part = partsOf(text, separator).at(number > 0 ? number - 1 : number);
      return part ? { text: part } : { warning: 'I075' };
    },
  number: (step) => {
    const read = createNumberReader(step);
    return (text) => {
      const result = read(text);
      if (result === 'no number') return { warning: 'I070' };
      if (result === 'range') return { warning: 'I071' };
      // Without a column for it, the sign would be lost.
      return result.sign !== '' && step.qualifier === undefined
        ? { warning: 'I093', params: { sign: result.sign } }
        : { text: result.number, sign: result.sign };
    };
  },
  date: (step) => (text) => {
    const result = readDateCell(text, step);
    if (result === 'no date') return { warning: 'I072' };
    if (result === 'two-digit year') return { warning: 'I073' };
    return { text: result.date, ...(result.hasTime && { loses: 'I104' as const }) };
  },
  map: ({ values, others = 'keep', separator }) => {
    const table = new Map(values);
    const change: Change = (text) => {
      const to = table.get(text) ?? table.get(text.trim());
      if (to !== undefined) return { text: to };
      if (others === 'warn') return { warning: 'I074', params: { value: text } };
      return { text: others === 'empty' ? '' : text };
    };
    return separator === undefined
      ? change
      : (text, work) => changeParts(text, separator, (part) => change(part, work));
  },
};

/** Creates the function that changes the text of a cell that is not empty. */
export function createCellChange(step: CellStep): Change {
  return (changes[step.do] as (step: CellStep) => Change)(step);
}

const cased: Readonly<Record<LetterCase, (text: string) => string>> = {
  upper: (text) => text.toUpperCase(),
  lower: (text) => text.toLowerCase(),
  title: (text) =>
    text.toLowerCase().replace(/(?<![\p{L}\p{N}’'])\p{L}/gu, (letter) => letter.toUpperCase()),
};

/** Changes each part of a list; a list of which no part changes stays as it is written. */
function changeParts(
  text: string,
  separator: string,
  change: (part: string) => ChangedCell,
): ChangedCell {
  const parts = partsOf(text, separator).filter((part) => part !== '');
  const changed: string[] = [];
  let length = 0;
  for (const part of parts) {
    const done = change(part);
    if ('warning' in done) return done;
    length += done.text.length + separator.length;
    if (length > MOST_TEXT) return { warning: 'I077' };
    changed.push(done.text);
  }
  if (changed.every((part, at) => part === parts[at])) return { text };
  return { text: changed.filter((part) => part !== '').join(separator) };
}

/** The parts of a list; a part between two separators can be empty. */
export function partsOf(text: string, separator: string): string[] {
  return text.trim() === '' ? [] : text.split(separator).map((part) => part.trim());
}
