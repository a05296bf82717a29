import { countPlaces, isDecimal } from './decimal-digits.ts';

type Shape = { integer?: boolean; decimals?: number };

const formats = new Map<string, Intl.NumberFormat>();

/**
 * A number as the language writes it, with all its digits: a molecular weight must not lose its third decimal. Four
 * digits have no separator, so that a year is `2026`.
 */
export function showNumber(value: number, { decimals }: Shape, language: string): string {
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e15 || size < 1e-6)) return String(value);
  return formatOf(language, {
    useGrouping: 'min2',
    minimumFractionDigits: decimals ?? 0,
    // A stored value may have more digits than the field accepts today.
    maximumFractionDigits: 15,
  }).format(value);
}

type Digits = { scale?: number | undefined };

/** A decimal number as the language writes it, with all its digits, also zeros at the end, and at least `scale` after the point. */
export function showDecimal(text: string, digits: Digits, language: string): string {
  return writeDecimal(text, digits, language, true);
}

/** The same without signs between thousands, which would be in the way while the user types. */
export function typeDecimal(text: string, digits: Digits, language: string): string {
  return writeDecimal(text, digits, language, false);
}

function writeDecimal(
  text: string,
  { scale = 0 }: Digits,
  language: string,
  useGrouping: boolean,
): string {
  // An invalid value stays as it was typed.
  if (!isDecimal(text)) return text;
  const minimumFractionDigits = Math.max(scale, countPlaces(text));
  const options = { useGrouping, minimumFractionDigits, maximumFractionDigits: 100 };
  // The format reads the digits of a text exactly (ECMA-402, 16.5.16); as a number they would be rounded.
  return formatOf(language, options).format(text as Intl.StringNumericLiteral);
}

/** Making a format takes a hundred times as long as using it. */
function formatOf(language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${language} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(language, options);
  formats.set(key, format);
  return format;
}
