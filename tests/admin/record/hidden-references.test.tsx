import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { fillDesk } from '../../support/desk-tickets.ts';
import { deskDescriptor } from '../../support/desk.ts';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { addRecords } from '../../support/screen-library.ts';
import {
  closeScreen,
  openScreen,
  openSection,
  screen,
  startEditing,
  waitFor,
  within,
} from '../../support/screen.tsx';

const desk = await openScreensOf(deskDescriptor);
beforeEach(async () => {
  await fillDesk(desk);
  await desk.call('PATCH', '/api/notes/note', {
    as: 'admin',
    body: { related: ['hidden', 'mine'] },
    headers: { 'If-Match': '*' },
  });
});

const related = async () =>
  (await desk.call('GET', '/api/notes/note', { as: 'admin' })).json.related;

const choose = async (user: Awaited<ReturnType<typeof openScreen>>['user'], title: string) => {
  const input = await screen.findByRole('combobox', { name: 'Related' });
  await user.click(input);
  await user.type(input, title);
  const choices = await screen.findByRole('listbox', { name: 'Related' });
  await user.click(await within(choices).findByRole('option', { name: title }));
  return input;
};

describe('a reference to a record that the reader cannot see', () => {
  test('is called hidden in a list and on a form, with its _id on hover', async () => {
    await openScreen(desk, '/notes/overview', { as: 'agent' });
    const cells = await screen.findAllByText('not visible to you');
    expect(cells.map((cell) => cell.title)).toEqual(['hidden', 'hidden']);
    expect(screen.queryByText('hidden')).toBeNull();
  });

  test('does not leave its field empty on a form', async () => {
    const { user } = await openScreen(desk, '/notes/details/note', { as: 'agent' });
    await startEditing(user);

    const chips = await screen.findAllByText('1 record you cannot see');
    expect(chips.map((chip) => chip.closest('[title]')?.getAttribute('title'))).toEqual([
      'hidden',
      'hidden',
    ]);
  });

  test('is called hidden in the form beside a list and in the list of another record', async () => {
    await desk.call('PATCH', '/api/notes/note', {
      as: 'admin',
      body: { ticket: 'mine' },
      headers: { 'If-Match': '*' },
    });
    const beside = await openScreen(desk, '/notes/overview?open=note', { as: 'agent' });
    const form = await screen.findByRole('dialog');
    await startEditing(beside.user);
    await within(form).findByText('1 record you cannot see');

    closeScreen();
    const { user } = await openScreen(desk, '/tickets/details/mine', { as: 'agent' });
    await openSection(user, /^Notes/);
    const [cell] = await screen.findAllByText('not visible to you');
    expect(cell!.title).toBe('hidden');
  });

  test('stays when another one is added in bulk', async () => {
    const { user } = await openScreen(desk, '/notes/overview', { as: 'agent' });
    await user.click(await screen.findByRole('checkbox', { name: 'Select A note' }));
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit 1 record' });
    await user.click(await screen.findByRole('option', { name: 'Related' }));

    await choose(user, 'Free');
    await user.click(within(dialog).getByRole('button', { name: 'Change 1 record' }));

    await waitFor(async () => expect(await related()).toEqual(['hidden', 'free']));
  });

  test('stays with all others when none of them can be loaded', async () => {
    const { api } = desk;
    const { fetch } = api;
    onTestFinished(() => void (api.fetch = fetch));
    api.fetch = async (...call: Parameters<typeof fetch>) =>
      call[0].url.includes('_id') && call[0].url.includes('/api/tickets')
        ? Response.json({ status: 503, code: 'S005', problems: [] }, { status: 503 })
        : fetch.apply(api, call);
    const { user } = await openScreen(desk, '/notes/details/note', { as: 'agent' });
    await startEditing(user);

    await choose(user, 'Free');
    await user.click(screen.getByRole('button', { name: 'Save' }));

    await waitFor(async () => expect(await related()).toEqual(['hidden', 'mine', 'free']));
  });

  test('stays when several are pasted on the form, where the unknown names of a list stay in the input', async () => {
    const { user } = await openScreen(desk, '/notes/details/note', { as: 'agent' });
    await startEditing(user);
    const input = await screen.findByRole('combobox', { name: 'Related' });
    await user.click(input);

    await user.paste('Free, Nobody');
    expect(input).toHaveProperty('value', 'Free, Nobody');
    await user.clear(input);
    await user.paste('Nobody\nNothing');
    await screen.findByText('There is no “Nobody” in Tickets. There is no “Nothing” in Tickets');
    expect(input).toHaveProperty('value', 'Nobody | Nothing');
    await user.clear(input);
    await user.paste('Free\nNobody\nPublished');
    await screen.findByText('There is no “Nobody” in Tickets. Only the other records are added.');
    expect(screen.queryByText('There is no “Free, Nobody” in Tickets')).toBeNull();
    expect(input).toHaveProperty('value', 'Nobody');
    await screen.findByRole('button', { name: 'Published' });
    await user.click(screen.getByRole('button', { name: 'Save' }));

    await waitFor(async () =>
      expect(await related()).toEqual(['hidden', 'mine', 'free', 'published']),
    );
  });

  test('stays when another one is added on the form', async () => {
    const { user } = await openScreen(desk, '/notes/details/note', { as: 'agent' });
    await startEditing(user);
    await screen.findByRole('button', { name: 'Mine' });

    await choose(user, 'Free');
    await user.click(screen.getByRole('button', { name: 'Save' }));

    await waitFor(async () => expect(await related()).toEqual(['hidden', 'mine', 'free']));
  });

  test('stays when another one is added in a cell', async () => {
    const { user } = await openScreen(desk, '/notes/overview', { as: 'agent' });
    // The menu may name the record too, among the recent ones.
    const grid = await screen.findByRole('grid');
    const link = await within(grid).findByRole('link', { name: 'Mine' });
    link.closest<HTMLElement>('[role="gridcell"]')!.focus();
    await user.keyboard('{F2}');

    await choose(user, 'Free');
    await user.keyboard('{Tab}');

    await waitFor(async () => expect(await related()).toEqual(['hidden', 'mine', 'free']));
  });

  test('is removed on purpose, without the others', async () => {
    const { user } = await openScreen(desk, '/notes/details/note', { as: 'agent' });
    await startEditing(user);
    await screen.findByRole('button', { name: 'Mine' });
    const chips = await screen.findAllByText('1 record you cannot see');

    const chip = chips.at(-1)!.closest<HTMLElement>('[role="button"]')!;
    chip.focus();
    await user.keyboard('{Delete}');
    await user.click(screen.getByRole('button', { name: 'Save' }));

    await waitFor(async () => expect(await related()).toEqual(['mine']));
  });
});

test('the first twenty of many selected records are chips, and typing finds the others', async () => {
  const tickets = await addRecords(
    desk,
    '/api/tickets',
    Array.from({ length: 30 }, (_, index) => ({
      number: `t${index}`,
      subject: `Many \u202E${index}.`,
    })),
  );
  await desk.call('PATCH', '/api/notes/note', {
    as: 'admin',
    body: { related: tickets.map(({ _id }) => _id) },
    headers: { 'If-Match': '*' },
  });
  const { user } = await openScreen(desk, '/notes/details/note', { as: 'agent' });
  await startEditing(user);

  // Before the titles have come, the label is out of the way of the chips.
  const named = await screen.findAllByText('Related');
  const label = named.map((element) => element.closest('label')).find((found) => found !== null);
  expect(screen.queryByRole('button', { name: '10 more' })).toBeNull();
  expect(label?.dataset['shrink']).toBe('true');
  await screen.findByRole('button', { name: '10 more' });
  expect(screen.getAllByRole('button', { name: /^Many/ })).toHaveLength(20);
  await user.type(screen.getByRole('combobox', { name: 'Related' }), '29');
  const found = await screen.findByRole('button', { name: 'Many ␦29.' });
  expect(within(found).getByText('Many ␦29.').tagName).toBe('BDI');
  expect(screen.getAllByRole('button', { name: /^Many/ })).toHaveLength(1);
  await user.clear(screen.getByRole('combobox', { name: 'Related' }));
  await user.click(screen.getByRole('button', { name: '10 more' }));
  expect(screen.getAllByRole('button', { name: /^Many/ })).toHaveLength(30);
  expect(within(document.body).queryByText(/cannot see/)).not.toBeNull();
});
