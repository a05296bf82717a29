import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import {
  endOfDay,
  fromLocal,
  readShownDate,
  readShownDateTime,
  showDate,
  showDateTime,
  showTimesIn,
  startOfDay,
  toLocal,
} from '../../src/fields/text/date-format.ts';
import { ownTimeZone } from '../../src/fields/text/time-zone.ts';

const moment = fc
  .date({ min: new Date('1000-01-02'), max: new Date('9999-12-30'), noInvalidDate: true })
  .map((date) => new Date(Math.floor(date.getTime() / 1000) * 1000).toISOString());

describe('a day', () => {
  it.each([
    ['2026-11-21', '21.11.2026'],
    ['0999-01-02', '02.01.0999'],
    ['no day', 'no day'],
  ])('%s is shown as %s', (date, shown) => {
    expect(showDate(date)).toBe(shown);
  });

  it.each([
    ['21.11.2026', '2026-11-21'],
    [' 1.2.2026 ', '2026-02-01'],
    ['2026-11-21', '2026-11-21'],
    ['29.2.2024', '2024-02-29'],
    ['29.2.2023', undefined],
    ['31.4.2026', undefined],
    ['1.1.0000', undefined],
    ['1.1.26', undefined],
    ['21.11.', undefined],
    ['11/21/2026', undefined],
    ['', undefined],
  ])('written as "%s" is %s', (text, date) => {
    expect(readShownDate(text)).toBe(date);
  });
});

describe('a moment', () => {
  afterEach(() => showTimesIn(ownTimeZone()));

  it('is read as it is shown, in any time zone', () => {
    fc.assert(
      fc.property(moment, (each) => {
        const shown = showDateTime(each);

        expect(readShownDateTime(shown)).toBe(each);
        // In the hour a clock is set back, one local time is two moments.
        expect(toLocal(fromLocal(toLocal(each)!)!)).toBe(toLocal(each));
        expect(shown).toMatch(/^\d\d\.\d\d\.\d{4} \d\d:\d\d:\d\d( [+-]\d\d:\d\d)?$/);
      }),
    );
  });

  it.each([
    ['21.11.2026 13:45', '2026-11-21T13:45:00'],
    [' 1.2.2026  9:05 ', '2026-02-01T09:05:00'],
    ['1.2.2026 9:05:07', '2026-02-01T09:05:07'],
  ])('written as "%s" is %s for the reader', (text, local) => {
    expect(toLocal(readShownDateTime(text)!)).toBe(local);
  });

  it.each(['21.11.2026', '21.11.2026 25:00', '31.2.2026 10:00', '13:45', 'no moment'])(
    'is not recognised in "%s"',
    (text) => {
      expect(readShownDateTime(text)).toBeUndefined();
    },
  );

  it('that clocks skip is not read as another one', () => {
    showTimesIn('Europe/Berlin');
    const read = ['29.3.2026 1:59', '29.3.2026 2:30', '29.3.2026 3:00', '28.3.2026 24:00'].map(
      readShownDateTime,
    );

    expect(read).toEqual([
      '2026-03-29T00:59:00.000Z',
      undefined,
      '2026-03-29T01:00:00.000Z',
      '2026-03-28T23:00:00.000Z',
    ]);
  });

  it.each([
    ['25.10.2026 1:30', '2026-10-24T23:30:00.000Z', '25.10.2026 01:30:00'],
    ['25.10.2026 2:30', '2026-10-25T00:30:00.000Z', '25.10.2026 02:30:00'],
    ['25.10.2026 2:30 +01:00', '2026-10-25T01:30:00.000Z', '25.10.2026 02:30:00 +01:00'],
    ['25.10.2026 3:30', '2026-10-25T02:30:00.000Z', '25.10.2026 03:30:00'],
  ])('when clocks go back, %s is %s, and the second of an hour is marked', (text, at, shown) => {
    showTimesIn('Europe/Berlin');

    expect(readShownDateTime(text)).toBe(at);
    expect(showDateTime(at)).toBe(shown);
  });

  it.each([
    ['Pacific/Auckland', '2026-11-20T11:00:00.000Z', '2026-11-21T10:59:59.999Z'],
    ['America/Los_Angeles', '2026-11-21T08:00:00.000Z', '2026-11-22T07:59:59.999Z'],
  ])('is of a day in the time zone of the app: %s', (zone, start, end) => {
    showTimesIn(zone);

    expect([startOfDay('2026-11-21'), endOfDay('2026-11-21')]).toEqual([start, end]);
    expect(showDateTime(start)).toBe('21.11.2026 00:00:00');
    // As a filter on moments may have it.
    expect(showDateTime('2026-11-21')).toBe('21.11.2026');
  });

  it('that is invalid is shown unchanged', () => {
    expect(showDateTime('no moment')).toBe('no moment');
  });

  it('is in its day from the first to the last millisecond', () => {
    const start = new Date(startOfDay('2026-11-21')!);
    const end = new Date(endOfDay('2026-11-21')!);

    expect([start.getDate(), start.getHours(), start.getMilliseconds()]).toEqual([21, 0, 0]);
    expect([end.getDate(), end.getHours(), end.getMilliseconds()]).toEqual([21, 23, 999]);
  });
});
