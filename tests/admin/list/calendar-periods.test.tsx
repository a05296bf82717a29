import { fireEvent } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { addRecords, screenLibrary } from '../../support/screen-library.ts';
import { openScreen, screen, waitFor, within } from '../../support/screen.tsx';

const loans = '/loans/overview?filter={}&as=calendar:lentOn..dueOn&month=2001-05';

/** The library, which lends books to one reader at a time. */
function lendingLibrary() {
  const source = structuredClone(screenLibrary().source) as Record<string, any>;
  const may = ['list', 'read', 'create', 'update'];
  source.resources.loans = {
    root: '/api/loans',
    path: '/loans',
    label: { en: 'Loans', de: 'Ausleihen' },
    title: '{reader}',
    fields: {
      reader: { type: 'text', required: true },
      shelf: { type: 'text' },
      lentOn: { type: 'date', label: { en: 'Lent on', de: 'Ab' } },
      dueOn: { type: 'date', label: { en: 'Due on', de: 'Bis' }, write: ['admin', 'staff'] },
    },
    noOverlap: [{ fields: ['shelf'], from: 'lentOn', to: 'dueOn' }],
    views: [
      { name: 'lent', label: { en: 'Lent', de: 'Verliehen' }, shownAs: 'calendar:lentOn..dueOn' },
    ],
    permissions: { staff: may, viewer: may },
  };
  return toDescriptor(source);
}

const api = await openScreensOf(lendingLibrary);
const day = (name: RegExp) => screen.findByRole('gridcell', { name });
const entries = (cell: HTMLElement) =>
  within(cell)
    .queryAllByRole('link', { hidden: true })
    .map(({ textContent }) => textContent)
    .filter(Boolean);

const dataTransfer = { effectAllowed: '' };
const loanOf = async (id: string) =>
  (await api.call('GET', `/api/loans/${id}`, { as: 'admin' })).json;
const drag = async (element: HTMLElement, onto: RegExp): Promise<void> => {
  fireEvent.dragStart(element, { dataTransfer });
  fireEvent.dragOver(await day(onto), { dataTransfer });
  fireEvent.drop(await day(onto), { dataTransfer });
};
beforeEach(async () => {
  await api.database.query('truncate loans cascade');
  await addRecords(api, '/api/loans', [
    { _id: 'ada', reader: 'Ada', shelf: 'S', lentOn: '2001-05-09', dueOn: '2001-05-11' },
    { _id: 'bob', reader: 'Bob', shelf: 'S', lentOn: '2001-05-20', dueOn: '2001-05-21' },
    { _id: 'eve', reader: 'Eve', lentOn: '2001-03-01', dueOn: '2001-07-01' },
    { _id: 'one', reader: 'One', lentOn: '2001-05-15' },
    { _id: 'gone', reader: 'Gone', lentOn: '2001-03-01', dueOn: '2001-04-01' },
  ]);
});

test('shows records on all their days with one request, and the menu offers it', async () => {
  const { user, calls } = await openScreen(api, loans);

  expect(entries(await day(/08\.05\.2001: 1 record\b/))).toEqual(['Eve']);
  for (const name of [/09\.05\.2001: 2 records/, /10\.05\.2001: 2/, /11\.05\.2001: 2/])
    expect(entries(await day(name))).toEqual(['Eve', 'Ada']);
  expect(entries(await day(/15\.05\.2001: 2 records/))).toEqual(['Eve', 'One']);
  expect(calls().filter((call) => call.includes('/api/loans?'))).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Show as Calendar' }));
  const item = await screen.findByRole('menuitemradio', { name: 'Lent on – Due on' });
  expect(item.getAttribute('aria-checked')).toBe('true');
});

test('a record dragged by any of its days keeps its length, in one change that undo takes back', async () => {
  const { user } = await openScreen(api, loans);
  const entry = within(await day(/10\.05\.2001: 2/)).getByText('Ada');

  const version = (await loanOf('ada'))._version as number;
  await drag(entry, /12\.05\.2001/);

  expect(entries(await day(/13\.05\.2001: 2 records/))).toEqual(['Eve', 'Ada']);
  await waitFor(async () =>
    expect(await loanOf('ada')).toMatchObject({
      lentOn: '2001-05-11',
      dueOn: '2001-05-13',
      _version: version + 1,
    }),
  );
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(async () =>
    expect(await loanOf('ada')).toMatchObject({ lentOn: '2001-05-09', dueOn: '2001-05-11' }),
  );
});

test('a record is made longer by dragging its end', async () => {
  await openScreen(api, loans);
  const [end] = within(await day(/11\.05\.2001: 2/)).getAllByTitle(/Drag to make longer/);

  await drag(end!, /14\.05\.2001/);

  await waitFor(async () =>
    expect(await loanOf('ada')).toMatchObject({ lentOn: '2001-05-09', dueOn: '2001-05-14' }),
  );
});

test('keys open a dialog, in which the end moves along with the beginning', async () => {
  const { user } = await openScreen(api, loans);
  (await day(/09\.05\.2001: 2/)).focus();
  await user.keyboard('{Enter}');
  const opened = await screen.findByRole('dialog', { name: 'Wednesday, 09.05.2001' });
  within(opened).getByRole('link', { name: 'Ada' }).focus();
  await user.keyboard('m');
  const dialog = await screen.findByRole('dialog', { name: 'Move Ada' });
  const [begin, end] = ['Lent on', 'Due on'].map((name) =>
    within(dialog).getByRole<HTMLInputElement>('textbox', { name }),
  );
  await user.clear(begin!);
  await user.type(begin!, '01.05.2001');
  expect(end!.value).toBe('03.05.2001');
  await user.clear(end!);
  await user.type(end!, '02.05.2001');
  await user.click(within(dialog).getByRole('button', { name: 'Move' }));

  await waitFor(async () =>
    expect(await loanOf('ada')).toMatchObject({ lentOn: '2001-05-01', dueOn: '2001-05-02' }),
  );
});

test('what would overlap is refused as a whole, with the reason at the record', async () => {
  await openScreen(api, loans);
  const entry = within(await day(/10\.05\.2001: 2/)).getByText('Ada');

  await drag(entry, /21\.05\.2001/);

  await screen.findByText(/^Not moved to 20\.05\.2001 – 22\.05\.2001: /);
  expect(await loanOf('ada')).toMatchObject({ lentOn: '2001-05-09', dueOn: '2001-05-11' });
  expect(entries(await day(/09\.05\.2001: 2/))).toEqual(['Eve', 'Ada']);
});

test('a change of the end by somebody else is a conflict about the whole move', async () => {
  const { user } = await openScreen(api, loans);
  const entry = within(await day(/10\.05\.2001: 2/)).getByText('Ada');
  await api.call('PATCH', '/api/loans/ada', {
    as: 'staff',
    body: { dueOn: '2001-05-13' },
    headers: { 'If-Match': '*' },
  });

  await drag(entry, /11\.05\.2001/);

  await screen.findByText(/moved this record to 09\.05\.2001 – 13\.05\.2001. You moved it to 10/);
  expect(await loanOf('ada')).toMatchObject({ lentOn: '2001-05-09', dueOn: '2001-05-13' });
  await user.click(screen.getByRole('button', { name: 'Move to 10.05.2001 – 12.05.2001' }));
  await waitFor(async () =>
    expect(await loanOf('ada')).toMatchObject({ lentOn: '2001-05-10', dueOn: '2001-05-12' }),
  );
});

test('who cannot write the end can move only what has none', async () => {
  await openScreen(api, loans, { as: 'viewer' });
  const [eve, one] = within(await day(/15\.05\.2001: 2/)).getAllByRole('link', {
    name: /Eve|One/,
  });

  expect([eve!.draggable, one!.draggable]).toEqual([false, true]);
  expect(screen.queryByTitle(/Drag to make longer/)).toBeNull();
});
