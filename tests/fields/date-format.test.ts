import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  endOfDay,
  fromLocal,
  readShownDate,
  readShownDateTime,
  showDate,
  showDateTime,
  startOfDay,
  toLocal,
} from '../../src/fields/date-format.ts';

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
  it('is read as it is shown, in any time zone', () => {
    fc.assert(
      fc.property(moment, (each) => {
        const shown = showDateTime(each);

        // In the hour a clock is set back, one local time is two moments.
        expect(showDateTime(readShownDateTime(shown)!)).toBe(shown);
        expect(showDateTime(fromLocal(toLocal(each)!)!)).toBe(shown);
        expect(shown).toMatch(/^\d\d\.\d\d\.\d{4} \d\d:\d\d:\d\d$/);
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
    'is not what is written as "%s"',
    (text) => {
      expect(readShownDateTime(text)).toBeUndefined();
    },
  );

  it('that the clock leaves out in the reader’s time zone is not read as another one', () => {
    const zone = process.env['TZ'];
    process.env['TZ'] = 'Europe/Berlin';
    const read = ['29.3.2026 1:59', '29.3.2026 2:30', '29.3.2026 3:00', '28.3.2026 24:00'].map(
      readShownDateTime,
    );
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;

    expect(read).toEqual([
      '2026-03-29T00:59:00.000Z',
      undefined,
      '2026-03-29T01:00:00.000Z',
      '2026-03-28T23:00:00.000Z',
    ]);
  });

  it('that is none is shown as it is', () => {
    expect(showDateTime('no moment')).toBe('no moment');
  });

  it('lies in its day from the first to the last millisecond', () => {
    const start = new Date(startOfDay('2026-11-21')!);
    const end = new Date(endOfDay('2026-11-21')!);

    expect([start.getDate(), start.getHours(), start.getMilliseconds()]).toEqual([21, 0, 0]);
    expect([end.getDate(), end.getHours(), end.getMilliseconds()]).toEqual([21, 23, 999]);
  });
});
