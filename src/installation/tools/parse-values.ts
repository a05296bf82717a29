import {
  casCheckDigit,
  casShape,
  isCasNumber,
  nearCasNumber,
  toHyphens,
} from '../../fields/chemistry/cas-number.ts';

/**
 * What was pasted, value by value: a line each, or the cells of a spreadsheet. A comma parts nothing,
 * as it stands in names (2,4-xylenol). What stands there twice is asked once.
 */
export function parseValues(text: string): string[] {
  return [...new Set(readValues(text))];
}

/** How many of what was pasted stand there once more, and are not asked again. */
export function countRepeated(text: string): number {
  return readValues(text).length - parseValues(text).length;
}

function readValues(text: string): string[] {
  const values = text.split(/[\n\r\t;]+/).map((value) => value.trim().slice(0, 500));
  return values.filter((value) => value !== '');
}

/** The CAS number that a value which was not found probably stands for. */
export function likelyNumber(value: string): { value: string; isDigitWrong: boolean } | undefined {
  const plain = toHyphens(value.trim());
  if (casShape.test(plain) && !isCasNumber(plain))
    return { value: `${plain.slice(0, -1)}${casCheckDigit(plain)}`, isDigitWrong: true };
  const near = nearCasNumber(value);
  return near === undefined ? undefined : { value: near, isDigitWrong: false };
}
