import { z } from 'zod';
import { valueCheck, type ValueMistake } from '../../problems/value-check.ts';
import { defineFieldType } from '../../type/field-type.ts';
import { equality, order } from '../../type/operators.ts';
import { readTime, readTimeCell } from './time-text.ts';

const settings = z
  .strictObject({
    seconds: z
      .boolean()
      .default(false)
      .describe('Times have seconds, such as `14:30:05`; without it they have none.'),
    min: z.string().optional().describe('The earliest accepted time, such as `08:00`.'),
    max: z.string().optional().describe('The latest accepted time, such as `18:30`.'),
  })
  .superRefine(({ seconds, min, max }, context) => {
    const refuse = (path: 'min' | 'max', message: string): void =>
      context.addIssue({ code: 'custom', path: [path], message });
    for (const [path, time] of [
      ['min', min],
      ['max', max],
    ] as const)
      if (time !== undefined && !forms[formOf(seconds)].test(time))
        refuse(path, `must be a time such as ${seconds ? '14:30:05' : '14:30'}`);
    if (min !== undefined && max !== undefined && min > max)
      refuse('min', 'must not be later than max');
  });

type Settings = z.output<typeof settings>;

/** Both are expectations too. */
function formOf(seconds: boolean) {
  return seconds ? 'timeWithSeconds' : 'time';
}

const forms = {
  time: /^([01]\d|2[0-3]):[0-5]\d$/,
  timeWithSeconds: /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/,
};

export const time = defineFieldType({
  settings,
  column: ({ seconds }) => ({ sql: seconds ? 'time(0)' : 'time' }),
  value: (of) =>
    timeRule(of)
      .check(ensureWithin(of))
      .meta({ pattern: patternOf(of) }),
  filter: {
    operators: [...equality, ...order],
    operand: (of) => z.preprocess((written) => read(written, of), timeRule(of)),
  },
  text: {
    // The database adds seconds to every time.
    write: (value: string, of) => value.slice(0, of.seconds ? 8 : 5),
    read,
    cell: (cell, { seconds }) => readTimeCell(cell, seconds),
  },
  examples: [
    {
      settings: {},
      valid: ['14:30', '00:00', '23:59', '08:05:00'],
      invalid: ['24:00', '9:05', '14:30:05', '2:30 pm', 'noon', 1430, true],
    },
    {
      settings: { seconds: true, min: '06:00:00', max: '22:00:00' },
      valid: ['14:30:05', '06:00:00', '22:00'],
      invalid: ['05:59:59', '22:00:01', '14:30:60', '14'],
    },
  ],
});

/** Seconds are added or left out where that loses nothing. */
function timeRule({ seconds }: Settings) {
  const form = formOf(seconds);
  return z
    .string()
    .overwrite((value) => {
      if (seconds) return forms.time.test(value) ? `${value}:00` : value;
      return forms.timeWithSeconds.test(value) && value.endsWith(':00')
        ? value.slice(0, -3)
        : value;
    })
    .check(
      valueCheck((value) =>
        value === '' || forms[form].test(value)
          ? undefined
          : { code: 'V011', params: { expected: form } },
      ),
    );
}

function patternOf({ seconds }: Settings): string {
  return forms[formOf(seconds)].source;
}

function ensureWithin({ min, max }: Settings) {
  return valueCheck((value: string): ValueMistake | undefined => {
    if (value === '') return undefined;
    if (min !== undefined && value < min) return { code: 'V045', params: { min } };
    return max !== undefined && value > max ? { code: 'V046', params: { max } } : undefined;
  });
}

/** A text that is not a time comes back unchanged, and the value rule refuses it. */
function read(written: unknown, { seconds }: Settings): unknown {
  return typeof written === 'string' ? (readTime(written, seconds) ?? written.trim()) : written;
}
