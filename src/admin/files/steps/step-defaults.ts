import { readDateCell } from '../../../files/steps/date-cell.ts';
import { createNumberReader } from '../../../files/steps/number-cell.ts';
import {
  dateOrders,
  type DateForm,
  type NumberForm,
  type Step,
} from '../../../files/steps/step.ts';
import type { StepOf } from './step-drafts.ts';

/** The column of a new step, and what the file has there. */
export type Place = {
  column: string;
  /** The first cells of the column, after the steps so far. */
  samples: readonly string[];
  /** All columns after the steps so far. */
  columns: readonly string[];
  /** The name of a column for the signs before numbers: `Amount sign`. */
  signColumn: string;
};

/** A new step at the end, with what its samples suggest, so that its first preview shows something. */
export function createStep(kind: Step['do'], place: Place): Step {
  return creators[kind](place);
}

const creators: { [Kind in Step['do']]: (place: Place) => StepOf<Kind> } = {
  trim: ({ column }) => ({ do: 'trim', column }),
  replace: ({ column, samples }) => ({
    do: 'replace',
    column,
    find: mostFrequent(samples, ['_', '*', '"', '#', '†', '‡', '?', '[', '(']) ?? '',
    by: '',
  }),
  remove: ({ column, samples }) => {
    const suffix = commonSuffix(samples);
    const prefix = commonPrefix(samples);
    return { do: 'remove', column, prefix, suffix };
  },
  case: ({ column, samples }) => {
    const text = samples.join('');
    const isMixed = text !== text.toUpperCase() && text !== text.toLowerCase();
    return { do: 'case', column, to: isMixed ? 'upper' : 'title' };
  },
  take: ({ column, samples }) => {
    const pair = brackets.find(([open, close]) =>
      samples.some((sample) => sample.indexOf(close, sample.indexOf(open) + 1) > 0),
    );
    const isPaired = pair && samples.some((sample) => sample.includes(pair[0]));
    if (isPaired) return { do: 'take', column, after: pair[0], before: pair[1] };
    return { do: 'take', column, after: '', before: guessSeparator(samples) ?? '' };
  },
  part: ({ column, samples }) => ({
    do: 'part',
    column,
    separator: guessSeparator(samples) ?? ',',
    number: 1,
  }),
  split: ({ column, samples, columns }) => {
    const separator = guessSeparator(samples) ?? ',';
    const most = Math.max(2, ...samples.map((sample) => sample.split(separator).length));
    const into = Array.from({ length: Math.min(most, 10) }, (_, at) => `${column} ${at + 1}`);
    return { do: 'split', column, separator, into: into.map((name) => freeName(name, columns)) };
  },
  join: ({ column, columns }) => {
    const next = columns[columns.indexOf(column) + 1] ?? columns[columns.indexOf(column) - 1];
    const joined = next === undefined ? [column] : [column, next];
    return {
      do: 'join',
      columns: joined,
      separator: ' ',
      into: freeName(joined.join(' '), columns),
    };
  },
  number: ({ column, samples, columns, signColumn }) => ({
    do: 'number',
    column,
    ...guessNumberForm(samples),
    ...(samples.some((sample) => /^\s*[<>≤≥~≈]/.test(sample)) && {
      qualifier: freeName(signColumn, columns),
    }),
  }),
  date: ({ column, samples }) => ({ do: 'date', column, ...guessDateForm(samples) }),
  map: ({ column, samples }) => ({
    do: 'map',
    column,
    values: [...new Set(samples)].map((sample) => [sample, sample] as const),
  }),
  fill: ({ column }) => ({ do: 'fill', column }),
};

const brackets = [
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
] as const;

const separators = [';', '|', ',', '/', ' - ', ' – ', ':', '_', '-', ' '];

/** The separator that most samples have; of several the first of the usual ones. */
export function guessSeparator(samples: readonly string[]): string | undefined {
  return mostFrequent(samples, separators);
}

function mostFrequent(samples: readonly string[], texts: readonly string[]): string | undefined {
  const counted = texts.map((text) => ({
    text,
    count: samples.filter((sample) => sample.trim().includes(text)).length,
  }));
  const most = Math.max(0, ...counted.map(({ count }) => count));
  return most === 0 ? undefined : counted.find(({ count }) => count === most)?.text;
}

/** The decimal sign by which more samples are numbers, and the units that follow them. */
export function guessNumberForm(samples: readonly string[]): NumberForm {
  const units = [...new Set(samples.flatMap((sample) => unitOf(sample) ?? []))].slice(0, 20);
  const readable = (decimal: NumberForm['decimal']): number => {
    const read = createNumberReader({ decimal, units, range: 'low' });
    return samples.filter((sample) => typeof read(sample) === 'object').length;
  };
  const [points, commas] = [readable('.'), readable(',')];
  // `1,5` can be no thousands; `1,234` can be both.
  const isComma = commas > points || (commas === points && hasDecimal(samples, ','));
  return { decimal: isComma ? ',' : '.', ...(units.length > 0 && { units }) };
}

function hasDecimal(samples: readonly string[], sign: string): boolean {
  return samples.some((sample) => new RegExp(`\\${sign}(?:\\d{1,2}|\\d{4,})(?!\\d)`).test(sample));
}

function unitOf(sample: string): string | undefined {
  const [, unit] =
    /\d\s*([^\d\s.,'’<>=~+–—-](?:[^\d]*[^\d\s])?|[^\d\s]+\/[^\s]+)\s*$/u.exec(sample) ?? [];
  return unit;
}

/** The order by which most samples are dates; day before month where both fit. */
export function guessDateForm(samples: readonly string[]): DateForm {
  const counted = dateOrders.map((order) => ({
    order,
    count: samples.filter(
      (sample) => typeof readDateCell(sample, { order, pivot: 49, serial: true }) === 'object',
    ).length,
  }));
  const { order } = counted.reduce((most, one) => (one.count > most.count ? one : most));
  const isShort = samples.some((sample) => readDateCell(sample, { order }) === 'two-digit year');
  const isSerial = samples.some((sample) => /^\s*[1-6]\d{4}\s*$/.test(sample));
  return { order, ...(isShort && { pivot: 49 }), ...(isSerial && { serial: true }) };
}

/** The beginning that all samples have, up to a letter or digit of their own. */
function commonPrefix(samples: readonly string[]): string {
  const [first = '', ...others] = new Set(samples);
  if (others.length === 0) return '';
  let length = first.length;
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length--;
  // `ID-001` and `ID-002` have numbers of their own, and `Lead` and `Leather` are words of their own.
  const prefix = first.slice(0, length).replace(/\d+$/, '');
  const isCut = samples.some((sample) => /^\p{L}/u.test(sample.slice(prefix.length)));
  return isCut ? prefix.replace(/\p{L}+$/u, '') : prefix;
}

function commonSuffix(samples: readonly string[]): string {
  const turn = (text: string): string => [...text].toReversed().join('');
  return turn(commonPrefix(samples.map(turn)));
}

function freeName(name: string, columns: readonly string[]): string {
  let free = name;
  for (let at = 2; columns.includes(free); at++) free = `${name} ${at}`;
  return free;
}
