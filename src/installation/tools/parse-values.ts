import {
  casCheckDigit,
  casShape,
  isCasNumber,
  nearCasNumber,
  toHyphens,
} from '../../fields/chemistry/cas-number.ts';

/**
 * Splits pasted text into distinct values: one per line, or the cells of a spreadsheet.
 * Commas do not split, because names contain them (2,4-xylenol).
 */
export function parseValues(text: string): string[] {
  return [...new Set(readValues(text))];
}

/** The number of pasted values that repeat others and are not searched again. */
export function countRepeated(text: string): number {
  return readValues(text).length - parseValues(text).length;
}

function readValues(text: string): string[] {
  const values = text.split(/[\n\r\t;]+/).map((value) => value.trim().slice(0, 500));
  return values.filter((value) => value !== '');
}

/** The CAS number that was probably meant by a value that was not found. */
export function likelyCasNumber(
  value: string,
): { value: string; isDigitWrong: boolean } | undefined {
  const plain = toHyphens(value.trim());
  if (casShape.test(plain) && !isCasNumber(plain))
    return { value: `${plain.slice(0, -1)}${casCheckDigit(plain)}`, isDigitWrong: true };
  const near = nearCasNumber(value);
  return near === undefined ? undefined : { value: near, isDigitWrong: false };
}
