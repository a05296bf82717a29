import { z } from 'zod';
import {
  compareDecimals,
  countDigits,
  countPlaces,
  isDecimal,
  toScale,
  withoutExponent,
} from '../text/decimal-digits.ts';
import type { FieldType } from './field-type.ts';
import { showDecimal } from '../text/number-format.ts';
import { equality, order } from './operators.ts';
import type { ReaderStyle } from '../reader-style.ts';
import { valueCheck, type ValueMistake } from '../problems/value-check.ts';

/** A setting that `decimal` and `money` share. */
export const precisionSetting = z
  .int()
  .min(1)
  .max(100)
  .default(18)
  .describe('The maximum number of digits, before and after the decimal point together.');

/** Others that they share. */
export const decimalLimits = {
  min: z.string().optional().describe('The smallest accepted value, as text such as `"0"`.'),
  max: z.string().optional().describe('The greatest accepted value, as text such as `"99.50"`.'),
};

/** The digits a field can hold: `scale` of them after the point. */
type Digits = {
  precision: number;
  scale: number;
  /** Values have at most `scale` digits after the point, with the zeros that were written. */
  keepZeros?: boolean;
  min?: string | undefined;
  max?: string | undefined;
};

type Context = { addIssue(issue: { code: 'custom'; path: string[]; message: string }): void };

/** Reports limits that no value can meet. */
export function checkDigits({ precision, scale, min, max }: Digits, { addIssue }: Context): void {
  const report = (name: string, message: string) =>
    addIssue({ code: 'custom', path: [name], message });
  if (scale > precision) report('scale', 'must not be greater than precision');
  for (const [name, value] of Object.entries({ min, max })) {
    if (value === undefined) continue;
    if (!isDecimal(value)) report(name, 'must be a number in digits, such as "0.50"');
    else if (mistakeIn({ precision, scale }, value))
      report(name, `has more digits than precision ${precision} and scale ${scale} allow`);
  }
  if (min !== undefined && max !== undefined && compareDecimals(min, max) > 0)
    report('min', 'must not be greater than max');
}

/**
 * A type of exact decimal numbers. They are texts in JSON, with exactly `scale` digits after the point unless zeros
 * are kept, and `numeric` in the database, which keeps the digits of each value if it has no scale of its own. `digitsOf` reads precision, scale and limits from the settings of the type.
 */
export function decimalMembers<Settings>(digitsOf: (settings: Settings) => Digits) {
  const read = (text: string): string => withoutExponent(text.trim());
  return {
    column: (of: Settings) => {
      const { precision, scale, keepZeros } = digitsOf(of);
      return { sql: 'numeric', ...(!keepZeros && { precision, scale }) } as const;
    },
    value: (of: Settings) => decimalRule(digitsOf(of)),
    filter: { operators: [...equality, ...order], operand: () => operandRule },
    text: {
      write: String,
      read,
      words: (value: string, of: Settings, { language }: ReaderStyle) => {
        const { scale, keepZeros } = digitsOf(of);
        return showDecimal(value, keepZeros ? {} : { scale }, language);
      },
    },
    computed: {
      gives: 'number',
      without: ['min', 'max', 'keepZeros', 'qualifier'],
      decimals: (of: Settings) => digitsOf(of).scale,
    },
    facet: 'histogram',
  } satisfies Partial<FieldType<Settings>>;
}

/** The rule of a value: the same number with all its decimal places, or why the field cannot hold it. */
function decimalRule(digits: Digits) {
  const { precision, scale } = digits;
  const whole = precision - scale;
  return z
    .any()
    .overwrite((value: unknown) =>
      typeof value === 'string' ? (toWritten(value, digits) ?? value) : value,
    )
    .check(valueCheck((value: unknown) => kindMistake(value) ?? mistakeIn(digits, String(value))))
    .meta({
      type: 'string',
      pattern: `^-?${whole > 0 ? `[0-9]{1,${whole}}` : '0'}${scale > 0 ? `([.][0-9]{1,${scale}})?` : ''}$`,
    });
}

/** The number as the field writes it; undefined where it needs more digits after the point, and for any other text. */
function toWritten(text: string, { scale, keepZeros }: Digits): string | undefined {
  return toScale(text, keepZeros ? countPlaces(text) : scale);
}

// A filter may compare with more digits than the field can hold. It may also name the number itself, as `price > 20`
// does, if JavaScript has kept all its digits.
const operandRule = z
  .any()
  .overwrite((value: unknown) => (isExact(value) ? String(value) : value))
  .check(valueCheck(kindMistake))
  .meta({ type: 'string' });

function isExact(value: unknown): value is number {
  return (
    typeof value === 'number' && Number(value.toPrecision(15)) === value && isDecimal(String(value))
  );
}

/** A number in JSON has already lost digits when it arrives, so only text is accepted. */
function kindMistake(value: unknown): ValueMistake | undefined {
  if (typeof value === 'number') return { code: 'V041', params: { expected: 'decimalText' } };
  return typeof value === 'string' && isDecimal(value)
    ? undefined
    : { code: 'V002', params: { expected: 'decimal' } };
}

function mistakeIn(digits: Digits, text: string): ValueMistake | undefined {
  const { precision, scale, keepZeros, min, max } = digits;
  const { whole, fraction } = countDigits(text) ?? { whole: Infinity, fraction: 0 };
  if ((keepZeros ? countPlaces(text) : fraction) > scale)
    return { code: 'V018', params: { max: scale } };
  if (whole > precision - scale) return { code: 'V042', params: { max: precision - scale } };
  if (min !== undefined && compareDecimals(text, min) < 0) return { code: 'V005', params: { min } };
  if (max !== undefined && compareDecimals(text, max) > 0) return { code: 'V006', params: { max } };
  return undefined;
}
