import type { Field } from './field.ts';

/** How the system numbers the records of a resource. */
export type Numbering = {
  format: readonly FormatPiece[];
  /** What has numbers of its own: each year, or each record that this reference names. Absent: all records share them. */
  per?: 'year' | { reference: string };
  /** A write that fails leaves no gap; writers wait for each other. */
  isGapless: boolean;
};

/** A part of a format such as `{year}-{number:4}`; a number is filled with zeros up to `digits`. */
export type FormatPiece = { text: string } | { is: 'year' } | { is: 'number'; digits: number };

/** The words that a format can have in `{ }`. */
export const formatWords = ['number', 'year'] as const;

/** Splits a format into its pieces. `unknown` are the placeholders that have no meaning, such as `{nummer}`. */
export function parseNumberFormat(format: string): {
  pieces: readonly FormatPiece[];
  unknown: readonly string[];
} {
  const unknown: string[] = [];
  const pieces = format.split(/(\{[^{}]*\})/).flatMap((part): FormatPiece[] => {
    if (part === '') return [];
    if (!/[{}]/.test(part)) return [{ text: part }];
    if (part === '{year}') return [{ is: 'year' }];
    const digits = /^\{number(?::([1-9]|1[0-5]))?\}$/.exec(part);
    if (digits) return [{ is: 'number', digits: Number(digits[1] ?? 1) }];
    unknown.push(part);
    return [];
  });
  return { pieces, unknown };
}

/** The fields whose values the system gives to new records. */
export function numberedFields({ fields }: { fields: ReadonlyMap<string, Field> }) {
  return [...fields.values()].filter(isNumbered);
}

function isNumbered(field: Field): field is Field & { numbering: Numbering } {
  return field.numbering !== undefined;
}

/** Whether a file can have values of the field: those that people enter, and numbers, which name a record. */
export function isInFiles({ readOnly, numbering }: Field): boolean {
  return !readOnly || numbering !== undefined;
}

/** The first number of a format, as an example: `O-00001`. */
export function firstNumber({ format }: Numbering): string {
  return format
    .map((piece) => {
      if ('text' in piece) return piece.text;
      return piece.is === 'year' ? '2026' : '1'.padStart(piece.digits, '0');
    })
    .join('');
}

/** A sentence for the documentation of the API. */
export function describeNumbering(numbering: Numbering): string {
  return `The system gives the value, such as ${firstNumber(numbering)}`;
}
