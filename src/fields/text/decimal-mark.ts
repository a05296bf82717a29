/** The sign before the decimals of a number. */
export type DecimalMark = 'point' | 'comma';

/**
 * How a text writes its decimals: `1.234,5` and `0,25` with a comma, `1,234.5` and `0.25` with a point;
 * `1.234` and `1,234` may be either. Undefined if it shows neither, or is not a number.
 */
export function decimalMarkOf(text: string): DecimalMark | 'either' | undefined {
  const number = withoutBlanks(text);
  if (/^[+-]?[1-9]\d{0,2}[.,]\d{3}$/.test(number)) return 'either';
  if (/^[+-]?(\d+|[1-9]\d{0,2}(\.\d{3})+),\d+(e[+-]?\d+)?$/i.test(number)) return 'comma';
  if (/^[+-]?(\d+|[1-9]\d{0,2}(,\d{3})+)\.\d+(e[+-]?\d+)?$/i.test(number)) return 'point';
  if (/^[+-]?[1-9]\d{0,2}(\.\d{3}){2,}$/.test(number)) return 'comma';
  if (/^[+-]?[1-9]\d{0,2}(,\d{3}){2,}$/.test(number)) return 'point';
  return undefined;
}

/** The mark of a language: `0.5` or `0,5`. */
export function usualDecimalMark(language: string): DecimalMark {
  return (0.5).toLocaleString(language).includes(',') ? 'comma' : 'point';
}

/** The number in the notation of machines: `1.234,5` with a comma is `1234.5`. Other text stays as it is. */
export function toPointNotation(text: string, mark: DecimalMark): string {
  if (decimalMarkOf(text) === undefined) return text;
  const number = withoutBlanks(text);
  return mark === 'comma'
    ? number.replaceAll('.', '').replace(',', '.')
    : number.replaceAll(',', '');
}

/** Several kinds of blanks separate thousands. */
function withoutBlanks(text: string): string {
  return text.trim().replaceAll(/(?<=\d)[\s\u00a0\u202f'’](?=\d{3}(\D|$))/g, '');
}
