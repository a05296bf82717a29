import { createEvent, fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { addRecords, screenLibrary } from '../../support/screen-library.ts';
import { openScreen, screen, waitFor, within } from '../../support/screen.tsx';

const month = '/bookings/overview?filter={}&as=calendar:begins..ends by room&month=2001-05';

function bookedLibrary() {
  const source = structuredClone(screenLibrary().source) as Record<string, any>;
  source.app.timeZone = 'UTC';
  const may = ['list', 'read', 'create', 'update'];
  source.resources.rooms = {
    root: '/api/rooms',
    path: '/rooms',
    title: '{name}',
    importKey: 'name',
    fields: { name: { type: 'text', required: true, unique: true } },
    permissions: { staff: may },
  };
  source.resources.bookings = {
    root: '/api/bookings',
    path: '/bookings',
    label: { en: 'Bookings', de: 'Buchungen' },
    title: '{name}',
    fields: {
      name: { type: 'text', required: true },
      room: { type: 'reference', to: 'rooms', label: { en: 'Room', de: 'Raum' } },
      begins: { type: 'datetime', write: ['admin'], label: { en: 'Begins', de: 'Beginn' } },
      ends: { type: 'datetime', write: ['admin'], label: { en: 'Ends', de: 'Ende' } },
      size: { type: 'choice', choices: ['small', 'large'] },
    },
    permissions: { staff: may },
  };
  return toDescriptor(source);
}

const api = await openScreensOf(bookedLibrary);
beforeEach(async () => {
  await api.database.query('truncate bookings, rooms cascade');
  await addRecords(api, '/api/rooms', [
    { _id: 'hall', name: 'Hall' },
    { _id: 'attic', name: 'Attic' },
  ]);
  await addRecords(api, '/api/bookings', [
    booking('choir', 'hall', '09T09:00', '09T11:00'),
    booking('fair', 'hall', '10T10:00', '12T10:00'),
    booking('talk', null, '09T10:00', '09T11:00'),
  ]);
});

function booking(name: string, room: string | null, begins: string, ends: string) {
  const at = (time: string) => `2001-05-${time}:00Z`;
  return { _id: name, name, room, begins: at(begins), ends: at(ends), size: 'small' };
}

afterEach(() => vi.restoreAllMocks());

const bookingOf = async (id: string) =>
  (await api.call('GET', `/api/bookings/${id}`, { as: 'admin' })).json;
const cell = (name: RegExp) => screen.findByRole('gridcell', { name });
const dataTransfer = { effectAllowed: '' };

test('rows are all rooms in the order of their list, then records without one', async () => {
  await openScreen(api, month);
  await cell(/^Hall, Wednesday, 09\.05\.2001: 1 record\b/);

  const rows = screen.getAllByRole('rowheader').map(({ textContent }) => textContent);

  expect(rows).toEqual(['Attic', 'Hall', 'No value']);
  expect(await cell(/^Attic, Wednesday, 09\.05\.2001: 0 records/)).toBeDefined();
  expect(await cell(/^No value, Wednesday, 09\.05\.2001: 1 record\b/)).toBeDefined();
  expect(await cell(/^Hall, Friday, 11\.05\.2001: 1 record\b/)).toBeDefined();
});

test('a month opens at today, which may not fit beside the names of the rows', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockReturnValue(900);
  await openScreen(api, month.replace(/&month=.*/, ''));

  const table = await screen.findByRole('grid');

  expect(table.clientWidth).toBeGreaterThan(0);
  expect(table.scrollLeft).toBe(900 - table.clientWidth / 2);
});

test('a record dropped in another row gets its room and its day in one change', async () => {
  await openScreen(api, month);
  const entry = await within(await cell(/^Hall, Wednesday, 09\.05/)).findByText('choir');
  const { _version: version } = await bookingOf('choir');

  fireEvent.dragStart(entry, { dataTransfer });
  const target = await cell(/^Attic, Tuesday, 15\.05\.2001/);
  fireEvent.dragOver(target, { dataTransfer });
  fireEvent.drop(target, { dataTransfer });

  await waitFor(async () =>
    expect(await bookingOf('choir')).toMatchObject({
      room: 'attic',
      begins: '2001-05-15T09:00:00.000Z',
      ends: '2001-05-15T11:00:00.000Z',
      _version: Number(version) + 1,
    }),
  );
  expect(await cell(/^Attic, Tuesday, 15\.05\.2001: 1 record\b/)).toBeDefined();
});

test('who may change only the room drags to another row, and the days stay', async () => {
  await openScreen(api, month, { as: 'staff' });
  const { begins, ends, _version: version } = await bookingOf('choir');
  const dropIn = async (name: RegExp) => {
    const entry = await within(await cell(/^Hall, Wednesday, 09\.05/)).findByText('choir');
    expect(entry.closest('a')?.draggable).toBe(true);
    fireEvent.dragStart(entry, { dataTransfer });
    fireEvent.drop(await cell(name), { dataTransfer });
  };

  await dropIn(/^Hall, Tuesday, 15\.05\.2001/);
  await dropIn(/^Attic, Tuesday, 15\.05\.2001/);

  expect(await cell(/^Attic, Wednesday, 09\.05\.2001: 1 record\b/)).toBeDefined();
  await waitFor(async () =>
    expect(await bookingOf('choir')).toMatchObject({
      begins,
      ends,
      room: 'attic',
      _version: Number(version) + 1,
    }),
  );
});

test('arrow keys lead to other rows, and the dialog of a record chooses the room', async () => {
  const { user } = await openScreen(api, month);
  (await cell(/^Hall, Wednesday, 09\.05/)).focus();
  await user.keyboard('{ArrowUp}');
  await waitFor(() =>
    expect(document.activeElement?.textContent).toContain('Attic, Wednesday, 09.05.2001'),
  );
  await user.keyboard('{ArrowDown}{Enter}');
  const opened = await screen.findByRole('dialog', { name: 'Hall, Wednesday, 09.05.2001' });
  within(opened).getByRole('link', { name: 'choir' }).focus();
  await user.keyboard('m');
  const dialog = await screen.findByRole('dialog', { name: 'Move choir' });

  await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Room' }), 'No value');
  await user.click(within(dialog).getByRole('button', { name: 'Move' }));

  await waitFor(async () => expect(await bookingOf('choir')).toMatchObject({ room: null }));
});

test('a day has hours, where a drop sets the time and the room', async () => {
  await openScreen(api, month.replace('month=2001-05', 'day=2001-05-09'));
  const hall = await screen.findByRole('list', { name: 'Hall, Wednesday, 09.05.2001' });
  const [item] = await within(hall).findAllByRole('listitem');
  expect(item?.style.insetInlineStart).toBe('37.5%');

  const entry = within(item!).getByRole('link');
  const start = createEvent.dragStart(entry, { dataTransfer });
  Object.defineProperty(start, 'clientX', { value: 0 });
  fireEvent(entry, start);
  const attic = screen.getByRole('list', { name: 'Attic, Wednesday, 09.05.2001' }).closest('td')!;
  attic.getBoundingClientRect = () => new DOMRect(0, 0, 2400, 30);
  const drop = createEvent.drop(attic);
  Object.defineProperty(drop, 'clientX', { value: 1330 });
  fireEvent(attic, drop);

  await waitFor(async () =>
    expect(await bookingOf('choir')).toMatchObject({
      room: 'attic',
      begins: '2001-05-09T13:15:00.000Z',
      ends: '2001-05-09T15:15:00.000Z',
    }),
  );
});

test('on a phone, a day has a section for each room, and a month names it at the record', async () => {
  await openScreen(api, month.replace('month=2001-05', 'day=2001-05-09'), { width: 390 });

  const hall = await screen.findByRole('region', { name: 'Hall' });
  expect(await within(hall).findByRole('link', { name: 'choir' })).toBeDefined();
  expect(screen.getByRole('region', { name: 'Attic' }).textContent).toContain('No records');
});

test('rows can be the choices of a field', async () => {
  await openScreen(api, month.replace('by room', 'by size'));

  await cell(/^small, Wednesday, 09\.05\.2001: 2 records/);

  const rows = screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
  expect(rows).toEqual(['small', 'large', 'No value']);
});
