import { strFromU8, unzipSync } from 'fflate';
import { formatValue } from 'hucre';
import { STYLES } from './xlsx-styles.ts';

/** What a spreadsheet program shows for a number in this format; not exact if digits of the number are missing. */
export type ShownNumber = { text: string; isExact: boolean; format: string };

/**
 * The number formats of a workbook that can show other characters than the digits of a number, by the index of the
 * style. Formats of dates are not among them: such cells are dates.
 */
export function readFormats(bytes: Uint8Array): ReadonlyMap<number, string> {
  const parts = unzipSync(bytes, { filter: ({ name }) => name === STYLES });
  const styles = parts[STYLES] ? strFromU8(parts[STYLES]) : '';
  const codes = new Map<number, string>(builtIn);
  for (const [tag] of styles.matchAll(/<(?:\w+:)?numFmt\s[^>]*>/g))
    codes.set(Number(valueOf(tag, 'numFmtId')), valueOf(tag, 'formatCode'));
  const own = /<(?:\w+:)?cellXfs\b[^]*?<\/(?:\w+:)?cellXfs>/.exec(styles)?.[0] ?? '';
  const formats = [...own.matchAll(/<(?:\w+:)?xf\s[^>]*>/g)].map(
    ([tag]) => codes.get(Number(valueOf(tag, 'numFmtId'))) ?? '',
  );
  return new Map([...formats.entries()].filter(([, format]) => tells.test(format)));
}

const builtIn = [
  [9, '0%'],
  [10, '0.00%'],
] as const;

/** Several digits that are always there, other characters, or a percent sign. */
const tells = /00|["\\%]|0-0/;

function valueOf(tag: string, attribute: string): string {
  const value = new RegExp(`\\s${attribute}\\s*=\\s*"([^"]*)"`).exec(tag)?.[1] ?? '';
  return value.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}

/** What a cell shows, if that differs from the number as it is. */
export function showNumber(value: number, format: string): ShownNumber | undefined {
  let text: string;
  try {
    text = formatValue(value, format).trim();
  } catch {
    // The format is one that no program knows.
    return undefined;
  }
  const isPadded = /^-?0\d/.test(text);
  if (text === '' || (!isPadded && Number(text.replace(/[,\s]/g, '')) === value)) return undefined;
  return { text, isExact: digitsOf(text) === digitsOf(String(value)), format };
}

/** The digits without zeros at both ends. */
function digitsOf(text: string): string {
  return text.replace(/\D/g, '').replace(/^0+|0+$/g, '');
}
