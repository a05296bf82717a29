import { describe, expect, test } from 'vitest';
import { closeTicket, deskDescriptor } from '../../support/desk.ts';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { addRecords } from '../../support/screen-library.ts';
import {
  closeScreen,
  gridRows,
  openScreen,
  openSection,
  screen,
  tableRows,
  waitFor,
  within,
} from '../../support/screen.tsx';

const desk = await openScreensOf(deskDescriptor, { actions: [closeTicket] });
const agent = desk.userId('agent');
await addRecords(desk, '/api/tickets', [
  { _id: 'mine', number: '1', subject: 'Mine', assignedTo: agent },
  { _id: 'open', number: '2', subject: 'Open', assignedTo: agent, status: 'published' },
  { _id: 'closed', number: '3', subject: 'Closed', assignedTo: agent, status: 'closed' },
  { _id: 'free', number: '4', subject: 'Free' },
]);
await addRecords(
  desk,
  '/api/notes',
  Array.from({ length: 12 }, (_, index) => ({
    text: `Note ${String(index + 1).padStart(2, '0')}`,
    ticket: 'mine',
    related: index < 2 ? ['open', 'mine'] : [],
  })),
);

describe('a fresh list', () => {
  test('opens with the filter of the descriptor, as removable chips', async () => {
    const { user } = await openScreen(desk, '/tickets/overview', { as: 'agent' });

    expect((await gridRows('Tickets')).map((row) => row[1])).toEqual(['1', '2']);
    expect(await screen.findByText('Nested filter')).toBeTruthy();

    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await screen.findByText('1–3 of 4');

    expect((await gridRows('Tickets')).map((row) => row[1])).toEqual(['1', '2', '3']);
  });

  test('keeps the filter of a link', async () => {
    await openScreen(desk, '/tickets/overview?filter={"status":"closed"}', { as: 'agent' });

    expect((await gridRows('Tickets')).map((row) => row[1])).toEqual(['3']);
  });
});

test('an action is offered on the page of a record it applies to, and disabled on others', async () => {
  await openScreen(desk, '/tickets/details/open', { as: 'clerk' });
  expect(await screen.findByRole('button', { name: 'Close' })).toBeTruthy();
  closeScreen();

  await openScreen(desk, '/tickets/details/closed', { as: 'clerk' });
  await screen.findByRole('heading', { name: /Closed/ });

  const close = screen.getByRole('button', { name: 'Close' });
  expect(close.getAttribute('aria-disabled')).toBe('true');
});

describe('rows that a role may change only in part', () => {
  test('are counted before the confirmation, and only permitted ones are sent', async () => {
    const { user } = await openScreen(desk, '/tickets/overview', { as: 'agent' });
    for (const row of await screen.findAllByRole('checkbox', { name: /^Select (?!all)/ }))
      await user.click(row);

    await user.click(await screen.findByRole('button', { name: 'Delete' }));

    const dialog = await screen.findByRole('dialog', { name: 'Delete 1 record?' });
    expect(within(dialog).getByRole('alert').textContent).toBe('You can delete 1 of 2.');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  });
});

describe('a record that the role cannot change', () => {
  test('is shown without inputs, buttons to delete it, or a way to choose it', async () => {
    await openScreen(desk, '/tickets/details/closed', { as: 'agent' });

    await screen.findByText(/but not change it/);

    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
  });

  test('offers changing without deleting, or both', async () => {
    await openScreen(desk, '/tickets/details/open', { as: 'agent' });
    await screen.findByRole('button', { name: 'Edit' });
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
    closeScreen();

    await openScreen(desk, '/tickets/details/mine', { as: 'agent' });
    expect(await screen.findByRole('button', { name: 'Delete' })).toBeTruthy();
  });

  test('cannot be selected in the list, alone or with the whole page', async () => {
    const { user } = await openScreen(desk, '/tickets/overview?filter={}', { as: 'agent' });
    const closed: HTMLInputElement = await screen.findByRole('checkbox', { name: 'Select Closed' });

    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));

    expect(closed.disabled).toBe(true);
    expect(await screen.findByText('2 selected')).toBeTruthy();
  });
});

describe('a child list', () => {
  const openList = async (name: string) => {
    const shown = await openScreen(desk, '/tickets/details/mine', { as: 'agent' });
    await openSection(shown.user, name);
    return { ...shown, list: within(screen.getByRole('region', { name })) };
  };

  test('shows its count in the heading, and has pages', async () => {
    const { user } = await openList('Notes (12)');
    expect(await tableRows('Notes')).toHaveLength(10);

    await user.click(screen.getByRole('button', { name: 'Go to page 2' }));

    await waitFor(async () => expect(await tableRows('Notes')).toHaveLength(2));
  });

  test('has its own label, columns and order, which a click reverses', async () => {
    const { user } = await openList('Mentioned in (2)');
    const texts = async () => (await tableRows('Mentioned in')).map((row) => row[0]);
    expect(await texts()).toEqual(['Note 02', 'Note 01']);

    await user.click(screen.getByRole('button', { name: 'Text' }));

    await waitFor(async () => expect(await texts()).toEqual(['Note 01', 'Note 02']));
  });

  test('links to each record, to the whole list, and to a new record that refers to this one', async () => {
    const { user, address, list } = await openList('Mentioned in (2)');
    const link: HTMLAnchorElement = await list.findByRole('link', { name: 'Note 01' });
    const whole: HTMLAnchorElement = list.getByRole('link', { name: 'Open as a list' });

    expect(link.getAttribute('href')).toMatch(/^\/notes\/details\//);
    expect(decodeURIComponent(whole.getAttribute('href')!)).toBe(
      '/notes/overview?filter={"related":"mine"}',
    );

    await user.click(list.getByRole('link', { name: 'Create' }));
    await user.type(await screen.findByLabelText(/^Text/), 'A new one');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(address()).toMatch(/^\/notes\/details\//));

    const { json } = await desk.call('GET', '/api/notes?text=A+new+one', { as: 'admin' });
    expect(json.data[0].related).toEqual(['mine']);
    await desk.call('DELETE', `/api/notes/${json.data[0]._id}`, {
      as: 'admin',
      headers: { 'If-Match': '*' },
    });
  });

  test('shows a heading and a button to create if it is empty', async () => {
    await openScreen(desk, '/tickets/details/free', { as: 'agent' });

    const list = within(await screen.findByRole('region', { name: 'Notes (0)' }));
    expect(list.getByRole('link', { name: 'Create' })).toBeTruthy();
  });

  test('loads when the user scrolls to it, and not before', async () => {
    const { user, calls } = await openScreen(desk, '/tickets/details/mine', { as: 'agent' });
    await screen.findByRole('region', { name: 'Notes (12)' });
    const rows = () => calls().filter((call) => /api\/notes.*_perPage=10/.test(call));
    expect(rows()).toEqual([]);
    await openSection(user, 'Notes (12)');
    await screen.findByRole('table', { name: 'Notes' });
    expect(rows()).toHaveLength(1);
  });

  test('offers no new record to a role that cannot create', async () => {
    const { user } = await openScreen(desk, '/tickets/details/open', { as: 'reader' });
    await openSection(user, 'Mentioned in (2)');
    await screen.findByRole('table', { name: 'Mentioned in' });

    expect(screen.queryByRole('link', { name: 'Create' })).toBeNull();
  });
});

describe('an action', () => {
  const dialog = (name: string) => screen.findByRole('dialog', { name });

  test('runs from a button on the page of a record, after a confirmation', async () => {
    const { user } = await openScreen(desk, '/tickets/details/free', { as: 'clerk' });
    await user.click(await screen.findByRole('button', { name: 'Close' }));
    const asked = await dialog('Close');
    expect(within(asked).getByText(/Nobody can change it then/)).toBeTruthy();

    await user.click(within(asked).getByRole('button', { name: 'Close' }));
    expect(await within(asked).findByText('Is required')).toBeTruthy();

    await user.type(within(asked).getByRole('textbox', { name: /Reason/ }), 'spam');
    await user.click(within(asked).getByRole('button', { name: 'Close' }));

    await screen.findByText('Close: done');
    const { json } = await desk.call('GET', '/api/tickets/free', { as: 'admin' });
    expect(json).toMatchObject({ status: 'closed', labels: ['spam'], _version: 2 });
    expect(await screen.findByText(/Version 2/)).toBeTruthy();
  });

  test('without code calls the route it names, from the menu of a row', async () => {
    const { user, calls } = await openScreen(desk, '/tickets/overview', { as: 'agent' });
    await user.click(await screen.findByRole('button', { name: 'Menu for Mine' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Publish' }));

    await user.click(within(await dialog('Publish')).getByRole('button', { name: 'Publish' }));

    await screen.findByText('Publish: done');
    expect(calls()).toContain('PATCH /api/tickets/mine');
  });

  test('runs for each selected record to which it applies', async () => {
    const { user } = await openScreen(desk, '/tickets/overview?filter={}', { as: 'clerk' });
    await user.click(await screen.findByRole('checkbox', { name: 'Select Closed' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select Open' }));
    const bar = await screen.findByRole('toolbar', { name: 'Selected records' });
    await user.click(within(bar).getByRole('button', { name: 'Close' }));
    const asked = await dialog('Close');
    expect(within(asked).getByText(/1 selected record is left out/)).toBeTruthy();

    await user.type(within(asked).getByRole('textbox', { name: /Reason/ }), 'old');
    await user.click(within(asked).getByRole('button', { name: 'Close' }));

    await screen.findByText('Close: done');
    const { json } = await desk.call('GET', '/api/tickets/open', { as: 'admin' });
    expect(json).toMatchObject({ status: 'closed' });
  });

  test('is not offered to a role without the right', async () => {
    await openScreen(desk, '/tickets/details/mine', { as: 'agent' });
    await screen.findByRole('button', { name: 'Publish' });

    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  });
});
