import {
  casShape,
  isCasNumber,
  casCheckDigit,
  toHyphens,
  nearCasNumber,
} from '../../fields/chemistry/cas-number.ts';

/** The CAS number that a value which was not found probably stands for. */
export function likelyNumber(value: string): { value: string; isDigitWrong: boolean } | undefined {
  const plain = toHyphens(value.trim());
  if (casShape.test(plain) && !isCasNumber(plain))
    return { value: `${plain.slice(0, -1)}${casCheckDigit(plain)}`, isDigitWrong: true };
  const near = nearCasNumber(value);
  return near === undefined ? undefined : { value: near, isDigitWrong: false };
}
