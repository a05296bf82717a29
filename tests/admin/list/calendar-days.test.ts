import { describe, expect, test } from 'vitest';
import {
  addMonths,
  firstDayOf,
  isMonth,
  nameOfDay,
  nameOfMonth,
  weeksOf,
} from '../../../src/admin/list/calendar/calendar-days.ts';

describe('a month', () => {
  test.each([
    ['2026-11', 1, '2026-10-26', '2026-12-06', 6],
    ['2026-11', 7, '2026-11-01', '2026-12-05', 5],
    ['2026-02', 7, '2026-02-01', '2026-02-28', 4],
    ['2024-02', 1, '2024-01-29', '2024-03-03', 5],
    ['2026-03', 6, '2026-02-28', '2026-04-03', 5],
  ])('%s in weeks from day %i goes from %s to %s', (month, firstDay, first, last, count) => {
    const weeks = weeksOf(month, firstDay);

    expect([weeks[0]![0], weeks.at(-1)![6], weeks.length]).toEqual([first, last, count]);
    expect(new Set(weeks.flat()).size).toBe(count * 7);
  });

  test('continues across years', () => {
    expect([addMonths('2026-11', 2), addMonths('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
  });

  test.each(['2026-13', '2026-1', '0000-01', 'x', null])('%s is no month', (text) => {
    expect(isMonth(text)).toBe(false);
  });
});

test('a week starts on the day of the browser’s region, else of the language', () => {
  expect(firstDayOf('en', ['en-GB', 'en-US'])).toBe(1);
  expect(firstDayOf('en', ['de-DE', 'en-US'])).toBe(7);
  expect(firstDayOf('de', ['en-US'])).toBe(1);
});

test('days and months have their names in each language', () => {
  expect([nameOfDay('2026-11-25', 'en'), nameOfDay('2026-11-25', 'de')]).toEqual([
    'Wednesday, 25.11.2026',
    'Mittwoch, 25.11.2026',
  ]);
  expect([nameOfMonth('2026-03', 'en'), nameOfMonth('2026-03', 'de')]).toEqual([
    'March 2026',
    'März 2026',
  ]);
});
