import { afterEach, describe, expect, test } from 'vitest';
import {
  movedBy,
  showTimes,
  stretchedTo,
  toEntry,
  toLanes,
  type Entry,
} from '../../../src/admin/list/calendar/entries.ts';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { requireEntry, requireValue } from '../../../src/fields/require-entry.ts';
import { showTimesIn } from '../../../src/fields/text/date-format.ts';
import { librarySource } from '../../support/library.ts';

const { resources } = toDescriptor({
  ...librarySource,
  resources: {
    users: librarySource.resources.users,
    stays: {
      root: '/api/stays',
      path: '/stays',
      fields: {
        from: { type: 'date' },
        to: { type: 'date' },
        starts: { type: 'datetime' },
        ends: { type: 'datetime' },
      },
    },
  },
});
const { fields } = requireEntry(resources, 'stays');
const field = (name: string) => requireEntry(fields, name);
const days = { field: field('from'), end: field('to') };
const moments = { field: field('starts'), end: field('ends') };
const stay = (from: string, to?: string, id = from): Entry =>
  requireValue(toEntry(days, { id, from, to }), id);
const shift = (starts: string, ends?: string): Entry =>
  requireValue(toEntry(moments, { id: 1, starts, ends }), starts);

afterEach(() => showTimesIn('UTC'));
showTimesIn('UTC');

describe('the days of a record', () => {
  test.each([
    [stay('2026-03-03', '2026-03-05'), '2026-03-03', '2026-03-05'],
    [stay('2026-03-03'), '2026-03-03', '2026-03-03'],
    [stay('2026-03-03', '2026-03-01'), '2026-03-03', '2026-03-03'],
    [shift('2026-03-03T09:00:00.000Z', '2026-03-04T00:00:00.000Z'), '2026-03-03', '2026-03-03'],
    [shift('2026-03-03T09:00:00.000Z', '2026-03-04T00:00:00.001Z'), '2026-03-03', '2026-03-04'],
    [shift('2026-03-03T00:00:00.000Z', '2026-03-03T00:00:00.000Z'), '2026-03-03', '2026-03-03'],
  ])('go from its begin to its end %#', (entry, first, last) => {
    expect([entry.first, entry.last]).toEqual([first, last]);
  });

  test('are none without a begin', () => {
    expect(toEntry(days, { id: 1, from: null, to: '2026-03-05' })).toBeUndefined();
  });
});

test('a move keeps the length and the times of day, also when clocks change', () => {
  showTimesIn('Europe/Berlin');

  expect(movedBy(30, days, stay('2026-03-03', '2026-03-05'))).toEqual({
    from: '2026-04-02',
    to: '2026-04-04',
  });
  expect(movedBy(1, days, stay('2026-03-03'))).toEqual({ from: '2026-03-04' });
  // The clocks go forward on 29 March 2026.
  expect(
    movedBy(1, moments, shift('2026-03-28T09:00:00.000Z', '2026-03-28T11:00:00.000Z')),
  ).toEqual({ starts: '2026-03-29T08:00:00.000Z', ends: '2026-03-29T10:00:00.000Z' });
});

test('a record is stretched to another last day, and does not end before it begins', () => {
  const entry = shift('2026-03-03T22:00:00.000Z', '2026-03-05T00:00:00.000Z');

  expect(stretchedTo('2026-03-07', moments, entry)).toEqual({ ends: '2026-03-08T00:00:00.000Z' });
  expect(stretchedTo('2026-03-02', moments, entry)).toBeUndefined();
  expect(stretchedTo('2026-03-06', days, stay('2026-03-03'))).toEqual({ to: '2026-03-06' });
  expect(stretchedTo('2026-03-06', { field: days.field }, stay('2026-03-03'))).toBeUndefined();
});

test('its times have days beside them if it has several', () => {
  const long = shift('2026-03-03T22:00:00.000Z', '2026-03-04T06:00:00.000Z');
  const short = shift('2026-03-03T09:00:00.000Z', '2026-03-03T11:30:00.000Z');

  expect([short, long].map((entry) => showTimes(moments, entry))).toEqual([
    '09:00 – 11:30',
    '03.03.2026 22:00 – 04.03.2026 06:00',
  ]);
  expect(showTimes(days, stay('2026-03-03', '2026-03-04'))).toBe('03.03.2026 – 04.03.2026');
  expect(showTimes(days, stay('2026-03-03'))).toBe('');
});

test('in a week, a record has the same place on all its days, the longest first', () => {
  const week = ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05'];
  const lanes = toLanes(
    [
      stay('2026-03-03', undefined, 'short'),
      stay('2026-03-03', '2026-03-09', 'long'),
      stay('2026-02-20', '2026-03-03', 'before'),
      stay('2026-03-04', '2026-03-04', 'later'),
      stay('2026-03-06', undefined, 'next week'),
    ],
    week,
  );

  expect([...lanes.values()].map((lane) => lane.map((entry) => entry?.record.id))).toEqual([
    ['before'],
    ['before', 'long', 'short'],
    ['later', 'long'],
    [undefined, 'long'],
  ]);
});
