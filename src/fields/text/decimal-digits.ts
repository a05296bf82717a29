/**
 * Exact arithmetic on decimal numbers that are written as text, such as `1234.50`. A JavaScript number has a binary
 * fraction and keeps only about 15 digits.
 */

/** A decimal number: `units` divided by ten to the power of `scale`. */
type Decimal = { units: bigint; scale: number };

/** The longest text that is read: more digits than a field can have. */
const MAX_DECIMAL_LENGTH = 1_100;

/** Reads `12.50`, `-.5` and `+3`, without an exponent; undefined for any other text. */
function parseDecimal(text: string): Decimal | undefined {
  if (text.length > MAX_DECIMAL_LENGTH) return undefined;
  const read = /^\s*([+-]?)(?=\.?\d)(\d*)(?:\.(\d*))?\s*$/.exec(text);
  if (!read) return undefined;
  const [, sign, whole = '', fraction = ''] = read;
  const units = BigInt(whole + fraction);
  return { units: sign === '-' ? -units : units, scale: fraction.length };
}

/** Whether it is a decimal number in digits. */
export function isDecimal(text: string): boolean {
  return parseDecimal(text) !== undefined;
}

/** Writes all digits, with exactly `scale` of them after the point; zero has no sign. */
function writeDecimal({ units, scale }: Decimal): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const cut = digits.length - scale;
  const fraction = scale > 0 ? `.${digits.slice(cut)}` : '';
  return `${units < 0n ? '-' : ''}${digits.slice(0, cut)}${fraction}`;
}

/** The digits before the point, and those after it up to the last that is not zero; undefined for any other text. */
export function countDigits(text: string): { whole: number; fraction: number } | undefined {
  const decimal = parseDecimal(text);
  if (!decimal) return undefined;
  const [whole = '', fraction = ''] = writeDecimal(decimal).replace('-', '').split('.');
  return {
    whole: whole === '0' ? 0 : whole.length,
    fraction: fraction.replace(/0+$/, '').length,
  };
}

/** The digits after the point, with the zeros at the end. */
export function countPlaces(text: string): number {
  return parseDecimal(text)?.scale ?? 0;
}

/**
 * The same number with exactly `scale` digits after the point: `+7.5` with 2 is `7.50`. Undefined where it needs more
 * digits, because nothing is rounded, and for any other text.
 */
export function toScale(text: string, scale: number): string | undefined {
  const decimal = parseDecimal(text);
  const digits = countDigits(text);
  if (!decimal || !digits || digits.fraction > scale) return undefined;
  return writeDecimal({ units: rescale(decimal, scale), scale });
}

/** Writes `1.5e-7` and `2E3` without the exponent, as spreadsheets and JavaScript write them; other text stays. */
export function withoutExponent(text: string): string {
  const read = /^([+-]?)(\d+)(?:\.(\d*))?e([+-]?\d{1,3})$/i.exec(text.trim());
  if (!read) return text;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = read;
  const scale = fraction.length - Number(exponent);
  const units = BigInt(whole + fraction) * 10n ** BigInt(Math.max(0, -scale));
  return `${sign}${writeDecimal({ units, scale: Math.max(0, scale) })}`;
}

/** Below, equal to, or above zero, as PostgreSQL compares `numeric`; NaN if one is not a decimal number. */
export function compareDecimals(left: string, right: string): number {
  const [one, other] = [parseDecimal(left), parseDecimal(right)];
  if (!one || !other) return Number.NaN;
  const scale = Math.max(one.scale, other.scale);
  const difference = rescale(one, scale) - rescale(other, scale);
  if (difference === 0n) return 0;
  return difference < 0n ? -1 : 1;
}

/** The exact sum, with as many decimal places as the longest of them; `0` without any. */
export function sumDecimals(texts: readonly string[]): string {
  const decimals = texts.map((text) => parseDecimal(text) ?? { units: 0n, scale: 0 });
  const scale = Math.max(0, ...decimals.map((decimal) => decimal.scale));
  const units = decimals.reduce((sum, decimal) => sum + rescale(decimal, scale), 0n);
  return writeDecimal({ units, scale });
}

/** The decimal places of a quotient, which may have no end. */
export const QUOTIENT_PLACES = 20;

/** Divides by a whole number above 0, rounded half away from zero to 20 decimal places, without zeros at the end. */
export function divideDecimal(text: string, by: number): string {
  const decimal = parseDecimal(text) ?? { units: 0n, scale: 0 };
  const scale = Math.max(QUOTIENT_PLACES, decimal.scale);
  const units = rescale(decimal, scale);
  const size = units < 0n ? -units : units;
  const divisor = BigInt(by);
  const rounded = (2n * size + divisor) / (2n * divisor);
  const written = writeDecimal({ units: units < 0n ? -rounded : rounded, scale });
  return written.replace(/\.?0+$/, '');
}

function rescale({ units, scale }: Decimal, to: number): bigint {
  return to >= scale ? units * 10n ** BigInt(to - scale) : units / 10n ** BigInt(scale - to);
}
