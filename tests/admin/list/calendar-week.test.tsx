import { createEvent, fireEvent } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { addRecords, screenLibrary } from '../../support/screen-library.ts';
import { openScreen, screen, waitFor, within } from '../../support/screen.tsx';

const week = '/shifts/overview?filter={}&as=calendar:begins..ends&week=2001-05-09';

function staffedLibrary() {
  const source = structuredClone(screenLibrary().source) as Record<string, any>;
  source.app.timeZone = 'UTC';
  source.resources.shifts = {
    root: '/api/shifts',
    path: '/shifts',
    label: { en: 'Shifts', de: 'Schichten' },
    title: '{name}',
    fields: {
      name: { type: 'text', required: true },
      begins: { type: 'datetime' },
      ends: { type: 'datetime' },
    },
  };
  return toDescriptor(source);
}

const api = await openScreensOf(staffedLibrary);
beforeEach(async () => {
  await api.database.query('truncate shifts cascade');
  await addRecords(api, '/api/shifts', [
    { _id: 'desk', name: 'Desk', begins: '2001-05-09T09:00:00Z', ends: '2001-05-09T11:00:00Z' },
    { _id: 'tour', name: 'Tour', begins: '2001-05-09T10:00:00Z', ends: '2001-05-09T10:30:00Z' },
    { _id: 'fair', name: 'Fair', begins: '2001-05-10T10:00:00Z', ends: '2001-05-12T10:00:00Z' },
    { _id: 'june', name: 'June', begins: '2001-06-10T10:00:00Z', ends: '2001-06-10T11:00:00Z' },
  ]);
});

const hours = (day: string) => screen.findByRole('list', { name: day });
const shiftOf = async (id: string) =>
  (await api.call('GET', `/api/shifts/${id}`, { as: 'admin' })).json;
/** Drops at a minute of the day; an hour has 48 pixels. */
const dropAt = (column: HTMLElement, minutes: number): void => {
  const drop = createEvent.drop(column);
  Object.defineProperty(drop, 'clientY', { value: (minutes / 60) * 48 });
  fireEvent(column, drop);
};
const dragStart = (element: HTMLElement): void => {
  const start = createEvent.dragStart(element, { dataTransfer: { effectAllowed: '' } });
  Object.defineProperty(start, 'clientY', { value: 0 });
  fireEvent(element, start);
};

test('a week has the hours of its days, with records at the same time side by side', async () => {
  await openScreen(api, week);
  const wednesday = await hours('Wednesday, 09.05.2001');

  const items = await within(wednesday).findAllByRole('listitem');
  expect(items.map(({ textContent, style }) => [textContent, style.top, style.width])).toEqual([
    ['09:00 Desk', '432px', '50%'],
    ['10:00 Tour', '480px', '50%'],
  ]);
  const thursday = await screen.findByRole('gridcell', { name: /10\.05\.2001: 1 record\b/ });
  expect(within(thursday).getByRole('link', { name: '10:00 Fair' })).toBeDefined();
  expect(screen.queryByText(/June/)).toBeNull();
});

test('a record dragged among the hours keeps its length, and its end can be dragged', async () => {
  await openScreen(api, week);
  const entry = await within(await hours('Wednesday, 09.05.2001')).findByRole('link', {
    name: '09:00 Desk',
  });

  dragStart(entry);
  dropAt(await hours('Friday, 11.05.2001'), 13 * 60 + 20);

  const moved = { begins: '2001-05-11T13:15:00.000Z', ends: '2001-05-11T15:15:00.000Z' };
  await waitFor(async () => expect(await shiftOf('desk')).toMatchObject(moved));
  const [end] = await within(await hours('Friday, 11.05.2001')).findAllByTitle(/make longer/);
  dragStart(end!);
  dropAt(await hours('Friday, 11.05.2001'), 24 * 60);
  const longer = { begins: moved.begins, ends: '2001-05-12T00:00:00.000Z' };
  await waitFor(async () => expect(await shiftOf('desk')).toMatchObject(longer));
});

test('buttons and keys lead from a month to a week and to a day, and the address has it', async () => {
  const { user, address } = await openScreen(api, week.replace('week=2001-05-09', 'month=2001-05'));
  await user.click(await screen.findByRole('button', { name: 'Week' }));
  await waitFor(() => expect(address()).toContain('week=2001-05-01'));
  expect(screen.getByRole('button', { name: 'Week' }).getAttribute('aria-pressed')).toBe('true');

  await user.click(screen.getByRole('button', { name: 'Next week' }));
  await waitFor(() => expect(address()).toContain('week=2001-05-08'));
  (await screen.findByRole('gridcell', { name: /06\.05\.2001/ })).focus();
  await user.keyboard('{ArrowLeft}');
  await waitFor(() => expect(address()).toContain('week=2001-05-05'));
  await user.click(screen.getByRole('button', { name: 'Day' }));
  await waitFor(() => expect(address()).toContain('day=2001-05-05'));
  await screen.findByText('No records on these days.');
  await user.click(await screen.findByRole('button', { name: 'Go to the first: 09.05.2001' }));
  const desk = await within(await hours('Wednesday, 09.05.2001')).findByRole('link', {
    name: '09:00 Desk',
  });
  desk.focus();
  await user.keyboard('m');
  await screen.findByRole('dialog', { name: 'Move Desk' });
});

test('on a phone, a day is a list', async () => {
  await openScreen(api, week.replace('week', 'day'), { width: 390 });

  const shown = await screen.findByRole('region', { name: 'Wednesday, 09.05.2001' });
  expect(await within(shown).findByText('09:00 – 11:00')).toBeDefined();
  expect(screen.queryByRole('grid')).toBeNull();
});
