import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { checkField } from '../../src/descriptor/field-check.ts';
import { readCell } from '../../src/files/formats/read-cell.ts';
import { readDuration, showDuration } from '../../src/fields/types/duration/duration-text.ts';
import { readTime } from '../../src/fields/types/time/time-text.ts';
import { duration } from '../../src/fields/types/duration/duration.ts';
import { time } from '../../src/fields/types/time/time.ts';
import { valueProblems } from '../../src/fields/problems/value-problems.ts';
import { toField } from '../../src/fields/type/to-field.ts';
import { readWhole } from '../support/read-whole.ts';

test.each([
  ['9:05', '09:05'],
  ['14.30', '14:30'],
  ['2:30 pm', '14:30'],
  ['2:30 p.m.', '14:30'],
  ['12 am', '00:00'],
  ['12:15pm', '12:15'],
  ['14 Uhr', '14:00'],
  [' 14:30:00 ', '14:30'],
  ['14:30:05', undefined],
  ['13:00 pm', undefined],
  ['0 am', undefined],
  ['24:00', undefined],
  ['14:60', undefined],
  ['14.3', undefined],
  ['14', undefined],
  ['1430', undefined],
  ['', undefined],
])('%s is the time %s', (text, read) => {
  expect(readTime(text, false)).toBe(read);
});

test.each([
  ['1:30', 5400],
  ['1:30 h', 5400],
  ['1:30:05', 5405],
  ['100:00', 360_000],
  ['90m', 5400],
  ['90 min', 5400],
  ['1h 30m', 5400],
  ['1h30m', 5400],
  ['1.5 h', 5400],
  ['1,5 Std', 5400],
  ['1.1 hours', 3960],
  ['2 days 1 h', 176_400],
  ['PT1H30M', 5400],
  ['P1DT5S', 86_405],
  ['45 Sek.', 45],
  ['-1:30', -5400],
  ['−15 min', -900],
  ['0:00', 0],
  ['90', undefined],
  ['1:75', undefined],
  ['30m 1h', undefined],
  ['0.1 s', undefined],
  ['PT', undefined],
  ['P1M', undefined],
  ['h', undefined],
  ['', undefined],
  [`${'9'.repeat(30)}h`, undefined],
])('%s is a duration of %s seconds', (text, seconds) => {
  expect(readDuration(text)).toBe(seconds);
});

test.each([
  [5400, false, '1:30 h'],
  [5405, false, '1:30:05'],
  [5400, true, '1:30:00'],
  [-60, false, '-0:01 h'],
])('%d seconds (with seconds: %s) are shown as %s', (seconds, has, shown) => {
  expect(showDuration(seconds, has)).toBe(shown);
  expect(readDuration(shown)).toBe(seconds);
});

describe('a cell of a workbook that holds a time', () => {
  const formats = ['[h]:mm', 'h:mm AM/PM', 'h:mm:ss'];
  const cellsOf = async (days: number) => {
    const cells = formats.map(
      (numFmt, at) => [`1,${at}`, { value: days, style: { numFmt } }] as const,
    );
    const row = formats.map(() => days);
    const sheet = { name: 'S', rows: [formats, row], cells: new Map(cells) };
    const found = await readWhole('x.xlsx', await writeXlsx({ sheets: [sheet] }));
    return Object.values((found as Record<string, unknown>[])[0]!);
  };

  test.each([
    [0.0625, '01:30', 5400],
    [14.5 / 24, '14:30', 52_200],
    [1.25, 'I026', 108_000],
    [70.5, 'I026', 6_091_200],
    [45_000, 'I026', 'I026'],
  ])('%d days are the time %s and a duration of %s', async (days, asTime, asDuration) => {
    const read = (field: ReturnType<typeof toField>, cell: unknown) => {
      const found = readCell(field, cell as Date, 'file');
      return 'value' in found ? checkField(field, found.value) : found.problem.code;
    };
    const expected = (value: unknown) => (value === 'I026' ? value : { value });

    for (const cell of await cellsOf(days)) {
      expect(read(toField(time, 'at', { type: 'time' }), cell)).toEqual(expected(asTime));
      expect(read(toField(duration, 'for', { type: 'duration' }), cell)).toEqual(
        expected(asDuration),
      );
    }
  });
});

test.each([
  [time, {}, '25:00', { code: 'V011', message: 'is not a time of day such as 14:30' }],
  [time, {}, '14:30:05', { code: 'V011', params: { expected: 'time' } }],
  [time, { min: '08:00' }, '07:59', { code: 'V045', params: { min: '08:00' } }],
  [time, { max: '18:00' }, '18:01', { code: 'V046', params: { max: '18:00' } }],
  [duration, {}, '1:30', { code: 'V002', params: { expected: 'duration' } }],
  [duration, {}, 90, { code: 'V047', message: 'must be whole minutes' }],
  [duration, { seconds: true }, 1.5, { code: 'V017' }],
  [duration, { min: 900 }, 600, { code: 'V005', params: { min: '0:15' } }],
  [duration, { max: 3600, seconds: true }, 3601, { code: 'V006', params: { max: '1:00:00' } }],
])('%# has one problem with the reason', (kind, settings, value, problem) => {
  const { error } = kind.value(kind.settings.parse(settings) as never).safeParse(value);

  expect(valueProblems(error!, 'field')).toMatchObject([problem]);
});

test.each([
  [time, { min: '8:00' }, 'must be a time such as 14:30'],
  [time, { seconds: true, max: '18:00' }, 'must be a time such as 14:30:05'],
  [time, { min: '18:00', max: '08:00' }, 'must not be later than max'],
  [duration, { min: 60, max: 0 }, 'must not be greater than max'],
])('%# has a limit that the descriptor refuses', (kind, settings, message) => {
  expect(kind.settings.safeParse(settings).error!.issues).toMatchObject([{ message }]);
});
