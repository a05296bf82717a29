import { z } from 'zod';
import { valueCheck, type ValueMistake } from '../../problems/value-check.ts';
import { defineFieldType } from '../../type/field-type.ts';
import { equality, order } from '../../type/operators.ts';
import { readDuration, readDurationCell, writeDuration } from './duration-text.ts';

const settings = z
  .strictObject({
    seconds: z
      .boolean()
      .default(false)
      .describe('Durations have seconds, such as `1:30:05`; without it they are whole minutes.'),
    min: z.int().optional().describe('The shortest accepted duration, in seconds.'),
    max: z.int().optional().describe('The longest accepted duration, in seconds.'),
  })
  .superRefine(({ min, max }, context) => {
    if (min !== undefined && max !== undefined && min > max)
      context.addIssue({ code: 'custom', path: ['min'], message: 'must not be greater than max' });
  });

type Settings = z.output<typeof settings>;

export const duration = defineFieldType({
  settings,
  column: () => ({ sql: 'bigint' }),
  value: (of) =>
    secondsRule.check(ensureFits(of)).meta({
      type: 'integer',
      ...(of.min !== undefined && { minimum: of.min }),
      ...(of.max !== undefined && { maximum: of.max }),
      ...(!of.seconds && { multipleOf: 60 }),
    }),
  filter: { operators: [...equality, ...order], operand: () => z.preprocess(read, secondsRule) },
  text: {
    write: (value: number, { seconds }) => writeDuration(value, seconds),
    read,
    cell: readDurationCell,
    isSpelled: true,
  },
  computed: { gives: 'number', without: ['min', 'max'], decimals: () => 0 },
  facet: 'histogram',
  // Up to a minute, an hour, a day.
  binSizes: [1, 5, 10, 30, 60, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800, 86_400],
  examples: [
    {
      settings: {},
      valid: [5400, 0, 60, -1800, 360_000],
      invalid: ['1:30', 90, 1.5, NaN, 2 ** 60, true, {}],
    },
    {
      settings: { seconds: true, min: 0, max: 86_400 },
      valid: [5405, 0, 86_400],
      invalid: [-1, 86_401, 0.5],
    },
  ],
});

/** Whole seconds; -0 is 0, as in `number`. Its problem names what people write. */
const secondsRule = z
  .any()
  .check(
    valueCheck((value: unknown): ValueMistake | undefined => {
      if (typeof value !== 'number') return { code: 'V002', params: { expected: 'duration' } };
      return Number.isSafeInteger(value) ? undefined : { code: 'V017' };
    }),
  )
  .overwrite((value: unknown) => (value === 0 ? 0 : value))
  .meta({ type: 'integer' });

function ensureFits({ seconds, min = -Infinity, max = Infinity }: Settings) {
  const write = (limit: number): string => writeDuration(limit, seconds);
  return valueCheck((value: number): ValueMistake | undefined => {
    if (value < min) return { code: 'V005', params: { min: write(min) } };
    if (value > max) return { code: 'V006', params: { max: write(max) } };
    return seconds || value % 60 === 0 ? undefined : { code: 'V047' };
  });
}

/**
 * A number without a unit is seconds, as in JSON. A text that is not a duration comes back unchanged, and the value rule
 * refuses it.
 */
function read(written: unknown): unknown {
  if (typeof written !== 'string') return written;
  const trimmed = written.trim();
  return /^[+-]?\d+$/.test(trimmed) ? Number(trimmed) : (readDuration(trimmed) ?? written);
}
