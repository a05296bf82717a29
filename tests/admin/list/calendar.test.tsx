import { fireEvent } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { addRecords, screenLibrary } from '../../support/screen-library.ts';
import { openScreen, screen, waitFor, within } from '../../support/screen.tsx';

const may2001 = '/books/overview?filter={}&as=calendar:printedOn&month=2001-05';

const api = await openScreensOf(screenLibrary);
beforeEach(async () => {
  await api.database.query('truncate books cascade');
  await addRecords(api, '/api/books', [
    { _id: 'a', title: 'Book A', pages: 100, printedOn: '2001-05-01' },
    ...['B', 'C', 'D', 'E', 'F'].map((name) => ({
      _id: name,
      title: `Book ${name}`,
      printedOn: '2001-05-15',
    })),
    { _id: 'old', title: 'Old book', printedOn: '1999-01-02', lentAt: '2001-05-03T08:30:00Z' },
  ]);
});

const day = (name: RegExp) => screen.findByRole('gridcell', { name });
const entries = (cell: HTMLElement) =>
  within(cell)
    .queryAllByRole('link', { hidden: true })
    .map(({ textContent }) => textContent)
    .filter(Boolean);
const bookOf = async (id: string) =>
  (await api.call('GET', `/api/books/${id}`, { as: 'admin' })).json;

test('a month shows its records on their days, with one request for the visible range', async () => {
  const { user, calls, address } = await openScreen(api, may2001);
  const first = await day(/Tuesday, 01\.05\.2001: 1 record\b/);

  expect(entries(first)).toEqual(['Book A']);
  const full = await day(/15\.05\.2001: 5 records/);
  expect(entries(full)).toEqual(['Book B', 'Book C', 'Book D']);
  const asked = calls().filter((call) => call.includes('/api/books?'));
  expect(asked).toHaveLength(1);
  expect(decodeURIComponent(asked[0]!)).toContain('printedOn_between":["2001-04-29","2001-06-02"]');

  await user.click(screen.getByRole('button', { name: '+2 more' }));
  const dialog = await screen.findByRole('dialog', { name: 'Tuesday, 15.05.2001' });
  expect(entries(dialog).slice(0, 5)).toEqual(['Book B', 'Book C', 'Book D', 'Book E', 'Book F']);
  await user.click(within(dialog).getByRole('link', { name: 'New on 15.05.2001' }));
  expect(decodeURIComponent(address())).toContain('/create?values={"printedOn":"2001-05-15"}');
});

test('keys move between days and months, open a day and move its record, and undo puts it back', async () => {
  const { user, address } = await openScreen(api, may2001);
  (await day(/01\.05\.2001: 1 record\b/)).focus();

  await user.keyboard('{ArrowLeft}');
  await waitFor(() => expect(address()).toContain('month=2001-04'));
  await waitFor(async () => expect(document.activeElement).toBe(await day(/30\.04\.2001/)));
  await user.keyboard('{ArrowRight}');
  await waitFor(async () => expect(document.activeElement).toBe(await day(/01\.05\.2001: 1/)));
  await user.keyboard('{Enter}');
  const opened = await screen.findByRole('dialog', { name: 'Tuesday, 01.05.2001' });
  within(opened).getByRole('link', { name: 'Book A' }).focus();
  await user.keyboard('m');
  const moving = await screen.findByRole('dialog', { name: 'Move Book A' });
  const input = within(moving).getByRole('textbox', { name: 'New day' });
  await user.clear(input);
  await user.type(input, '20.05.2001');
  await user.click(within(moving).getByRole('button', { name: 'Move' }));

  expect(entries(await day(/20\.05\.2001: 1 record\b/))).toEqual(['Book A']);
  await waitFor(async () => expect((await bookOf('a')).printedOn).toBe('2001-05-20'));
  await user.keyboard('{Control>}z{/Control}');
  expect(entries(await day(/01\.05\.2001: 1 record\b/))).toEqual(['Book A']);
});

test('a record dragged to another day keeps its time of day', async () => {
  await openScreen(api, '/books/overview?filter={}&as=calendar:lentAt&month=2001-05');
  const entry = within(await day(/03\.05\.2001: 1 record\b/)).getByText('Old book');
  const before = (await bookOf('old')).lentAt as string;

  const dataTransfer = { effectAllowed: '' };
  fireEvent.dragStart(entry, { dataTransfer });
  fireEvent.dragOver(await day(/09\.05\.2001/), { dataTransfer });
  fireEvent.drop(await day(/09\.05\.2001/), { dataTransfer });

  expect(entries(await day(/09\.05\.2001: 1 record\b/))).toEqual([
    expect.stringMatching(/^\d\d:30 Old book$/),
  ]);
  const moved = new Date(before);
  moved.setDate(moved.getDate() + 6);
  await waitFor(async () => expect((await bookOf('old')).lentAt).toBe(moved.toISOString()));
});

test('a refused move shows the reason above the days, and the record stays', async () => {
  await openScreen(api, '/books/overview?filter={}&as=calendar:lentAt&month=2001-05');
  const entry = within(await day(/03\.05\.2001: 1 record\b/)).getByText('Old book');
  await api.call('PATCH', '/api/books/old', {
    as: 'staff',
    body: { lentAt: '2001-05-07T08:30:00Z' },
    headers: { 'If-Match': '*' },
  });

  const dataTransfer = { effectAllowed: '' };
  fireEvent.dragStart(entry, { dataTransfer });
  fireEvent.drop(await day(/09\.05\.2001/), { dataTransfer });

  await screen.findByText(/Someone else moved this record to 07.05.2001/);
  expect(entries(await day(/07\.05\.2001: 1 record\b/))).toEqual([
    expect.stringMatching(/Old book$/),
  ]);
});

test('a move that could not be saved stays on its day, and is sent again', async () => {
  await openScreen(api, may2001);
  const entry = within(await day(/01\.05\.2001: 1 record\b/)).getByText('Book A');
  const { fetch } = globalThis;
  onTestFinished(() => void (globalThis.fetch = fetch));
  let left = 2;
  globalThis.fetch = async (...request) => {
    if (request[0] !== '/api/books/bulk' || left === 0) return fetch(...request);
    left -= 1;
    return new Response('{}', { status: 503, headers: { 'Retry-After': '0.2' } });
  };

  const dataTransfer = { effectAllowed: '' };
  fireEvent.dragStart(entry, { dataTransfer });
  fireEvent.drop(await day(/09\.05\.2001/), { dataTransfer });

  await screen.findByText(/^Not moved to 09\.05\.2001 yet/);
  expect(entries(await day(/09\.05\.2001: 1 record\b/))).toEqual(['Book A']);
  await waitFor(async () => expect((await bookOf('a')).printedOn).toBe('2001-05-09'));
  await waitFor(() => expect(screen.queryByText(/^Not moved to/)).toBeNull());
  expect(entries(await day(/09\.05\.2001: 1 record\b/))).toEqual(['Book A']);
});

test('an empty month links to the first and last record, in German on a phone as a list of days', async () => {
  const { user, address } = await openScreen(
    api,
    '/books/overview?filter={}&as=calendar:printedOn&month=2010-02',
    { language: 'de', width: 390 },
  );

  await screen.findByText('Keine Datensätze im Februar 2010.');
  await user.click(await screen.findByRole('button', { name: 'Zum letzten: Mai 2001' }));
  await waitFor(() => expect(address()).toContain('month=2001-05'));
  const shown = await screen.findByRole('region', { name: 'Dienstag, 15.05.2001' });
  expect(entries(shown).slice(0, 2)).toEqual(['Book B', 'Book C']);
  await user.click(screen.getByRole('button', { name: 'Vorheriger Monat' }));
  await screen.findByText('Keine Datensätze im April 2001.');
});

test('beyond 500 records, the month shows from which day on it is incomplete', async () => {
  await api.database.query(
    `insert into books (_id, _version, title, "printedOn", "createdAt", "updatedAt")
     select 'n' || n, 1, 'N' || n, date '2005-03-01' + n / 100, now(), now() from generate_series(0, 599) n`,
  );
  await openScreen(api, '/books/overview?filter={}&as=calendar:printedOn&month=2005-03');

  expect(
    await screen.findByText(/more than 500 records here. The days from 05.03.2005 on/),
  ).toBeDefined();
});

test('a user who cannot change or create records gets a read-only calendar', async () => {
  const { user } = await openScreen(api, may2001, { as: 'viewer' });
  const entry = within(await day(/01\.05\.2001: 1 record\b/)).getByText('Book A');

  expect(entry.draggable).toBe(false);
  expect(screen.queryByRole('link', { name: /New on/ })).toBeNull();
  await user.click(await day(/02\.05\.2001/));
  await screen.findByText('No records on this day');
});
