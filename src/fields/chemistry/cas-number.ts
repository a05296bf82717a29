import { monthOf } from '../text/month-names.ts';

export const casShape = /^[1-9]\d{1,6}-\d{2}-\d$/;

export function isCasNumber(text: string): boolean {
  return casShape.test(text) && Number(text.at(-1)) === casCheckDigit(text);
}

/**
 * CAS Registry Number: the digits, weighted by their position from the right (without the check digit itself),
 * modulo 10. https://www.cas.org/support/documentation/chemical-substances/checkdig
 */
export function casCheckDigit(number: string): number {
  let total = 0;
  let weight = 0;
  for (let at = number.length - 2; at >= 0; at--)
    if (number[at] !== '-') total += Number(number[at]) * ++weight;
  return total % 10;
}

/**
 * EC number: the six digits, weighted by their position from the left, modulo 11. 10 has no digit; such numbers are
 * not issued, but a few of ELINCS carry 1.
 */
export function ecCheckDigit(number: string): number {
  const digits = number.replaceAll('-', '').slice(0, -1);
  const weighted = Array.from(digits, (digit, index) => Number(digit) * (index + 1));
  const rest = weighted.reduce((sum, value) => sum + value, 0) % 11;
  return rest === 10 ? 1 : rest;
}

/**
 * Turns the dashes and minus signs of articles into `-`, and removes the spaces beside them:
 * `80 – 05 – 7` → `80-05-7`.
 */
export function toHyphens(text: string): string {
  return text
    .replace(/[\u00ad\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g, '-')
    .replace(/(?<=\d) {0,3}- {0,3}(?=\d)/g, '-');
}

/**
 * The CAS number that a text probably means: one with other characters or words around it, its digits alone, a lost
 * zero, or the day a spreadsheet has made of it (`57-10-3` → `1957-10-03`). Undefined where it could mean two numbers,
 * or none has the right check digit.
 */
export function nearCasNumber(whole: string): string | undefined {
  const text = toHyphens(whole.trim());
  if (text.length > MAX_CAS_TEXT_LENGTH || isCasNumber(text)) return undefined;
  // A day is not searched for its digits alone: one in ten would fit by chance.
  const open = isDay(text) ? [ofDay] : [...ways, ofMonth];
  const candidates = open.map((way) => [...new Set(way(text))].filter(isCasNumber));
  const [matches] = candidates.filter(({ length }) => length > 0);
  return matches?.length === 1 ? matches[0] : undefined;
}

/** Whether a text looks like a day, which a spreadsheet may have made of a CAS number. */
export function isDay(text: string): boolean {
  return days.some((shape) => shape.test(text));
}

const MAX_CAS_TEXT_LENGTH = 200;

const ways: readonly ((text: string) => readonly string[])[] = [
  (text) => text.match(/(?<![\d-])[1-9]\d{1,6}-\d{2}-\d(?![\d-])/g) ?? [],
  (text) => {
    const [, first, second, check] = /^\D*0*([1-9]\d{1,6})-(\d{1,2})-0?(\d)\D*$/.exec(text) ?? [];
    return second === undefined ? [] : [`${first}-${second.padStart(2, '0')}-${check}`];
  },
  (text) => {
    // Words could contain digits by chance.
    const isBare = !/\p{L}/u.test(text.replace(/\b(cas|rn|nr|no|number)\b/gi, ''));
    const digits = text.replace(/\.0$/, '').replace(/\D/g, '').replace(/^0+/, '');
    return isBare && digits.length >= 5 && digits.length <= 10
      ? [digits.replace(/(\d{2})(\d)$/, '-$1-$2')]
      : [];
  },
];

const days = [
  /^(?<year>\d{2,4})[-/](?<month>\d{1,2})[-/](?<day>\d{1,2})(?:[T ]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?Z?)?$/,
  /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{2,4})$/,
  /^(?<month>\d{1,2})\.(?<day>\d{1,2})\.(?<year>\d{2,4})$/,
  /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{2,4})$/,
  /^(?<day>\d{1,2})\/(?<month>\d{1,2})\/(?<year>\d{2,4})$/,
];

/**
 * `Sep-75` is how a spreadsheet shows the day that it has made of `75-09-2`. The check digit is lost with the day, and
 * calculated.
 */
function ofMonth(text: string): string[] {
  const [, name = '', year = ''] = /^(\p{L}{3,9})[-. ](\d{2})$/u.exec(text) ?? [];
  const month = monthOf(name);
  if (month === undefined) return [];
  const start = `${year}-${String(month).padStart(2, '0')}-`;
  return [`${start}${casCheckDigit(`${start}0`)}`];
}

/** A spreadsheet may have made four digits of a year of two, or the year was typed with four. */
function ofDay(text: string): string[] {
  return days.flatMap((shape) => {
    const parts = shape.exec(text)?.groups as
      { year: string; month: string; day: string } | undefined;
    if (!parts || Number(parts.day) > 9) return [];
    const rest = `${parts.month.padStart(2, '0')}-${Number(parts.day)}`;
    return [parts.year, parts.year.slice(-2)].map((year) => `${year}-${rest}`);
  });
}
