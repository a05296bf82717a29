import { isDay, nearCasNumber, toHyphens } from '../../../fields/chemistry/cas-number.ts';

export type PrintedNumbers = {
  numbers: readonly string[];
  /** Whether a spreadsheet has made a day of the number: `57-10-3` became `1957-10-03`. */
  isDay: boolean;
};

/**
 * The CAS numbers printed with a term, whatever surrounds them. Numbers with a wrong check digit are among
 * them, because they contradict a target all the same.
 *
 * @example readPrintedNumbers('Palmitic acid', '1957-10-03') // { numbers: ['57-10-3'], isDay: true }
 */
export function readPrintedNumbers(term: string, cas: string): PrintedNumbers {
  const numbers = findNumbers(`${cas} ${term}`);
  // A stored term is in lower case, a moment has capitals.
  const beside = cas.trim().toUpperCase();
  const near = findNumbers(cas).length > 0 ? undefined : nearCasNumber(beside);
  if (near === undefined) return { numbers, isDay: false };
  return { numbers: [...new Set([near, ...numbers])], isDay: isDay(beside) };
}

/** Whether a target has CAS numbers, and none of them is printed although some number is. */
export function differsFrom(printed: readonly string[], target: string | null): boolean {
  const own = findNumbers(target ?? '');
  return printed.length > 0 && own.length > 0 && !own.some((number) => printed.includes(number));
}

function findNumbers(text: string): string[] {
  const matches = toHyphens(text).match(/(?<![\d-])[1-9]\d{1,6}-\d\d-\d(?![\d-])/g);
  return [...new Set(matches ?? [])];
}
