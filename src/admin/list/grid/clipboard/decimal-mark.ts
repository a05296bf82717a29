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
