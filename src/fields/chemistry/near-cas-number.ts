import { isCasNumber } from './cas-number.ts';
import { toHyphens } from './hyphens.ts';

/**
 * The CAS number a text probably stands for: one with other signs or words around it, its digits alone,
 * a lost zero, or the day a spreadsheet has made of it (`57-10-3` → `1957-10-03`). Undefined where two
 * numbers could be meant, or none has the right check digit.
 */
export function nearCasNumber(whole: string): string | undefined {
  const text = toHyphens(whole.trim());
  if (text.length > LONGEST || isCasNumber(text)) return undefined;
  // A day is none by its digits: one in ten would fit by chance.
  const open = days.some((shape) => shape.test(text)) ? [ofDay] : ways;
  const candidates = open.map((way) => [...new Set(way(text))].filter(isCasNumber));
  const [found] = candidates.filter(({ length }) => length > 0);
  return found?.length === 1 ? found[0] : undefined;
}

const LONGEST = 200;

const ways: readonly ((text: string) => readonly string[])[] = [
  (text) => text.match(/(?<![\d-])[1-9]\d{1,6}-\d{2}-\d(?![\d-])/g) ?? [],
  (text) => {
    const parts = /^\D*0*([1-9]\d{1,6})-(\d{1,2})-0?(\d)\D*$/.exec(text);
    return parts ? [`${parts[1]}-${parts[2]!.padStart(2, '0')}-${parts[3]}`] : [];
  },
  (text) => {
    // Words could have digits by chance.
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
  /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{2,4})$/,
  /^(?<day>\d{1,2})\/(?<month>\d{1,2})\/(?<year>\d{2,4})$/,
];

/** A year of four digits had two, or was typed so. */
function ofDay(text: string): string[] {
  return days.flatMap((shape) => {
    const parts = shape.exec(text)?.groups as
      { year: string; month: string; day: string } | undefined;
    if (!parts || Number(parts.day) > 9) return [];
    const rest = `${parts.month.padStart(2, '0')}-${Number(parts.day)}`;
    return [parts.year, parts.year.slice(-2)].map((year) => `${year}-${rest}`);
  });
}
