import { beforeEach, describe, expect, test } from 'vitest';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { loansDescriptor } from '../../support/loans.ts';
import { addRecords } from '../../support/screen-library.ts';
import { openScreen, screen, startEditing, waitFor } from '../../support/screen.tsx';

const api = await openScreensOf(loansDescriptor);
beforeEach(async () => {
  await api.database.query('truncate loans cascade');
});

type User = Awaited<ReturnType<typeof openScreen>>['user'];

const create = () => openScreen(api, '/loans/create', { as: 'staff' });
const input = (name: string) => screen.findByRole('textbox', { name });
const there = (name: string) => screen.queryByRole('textbox', { name }) !== null;
const save = () => screen.getByRole('button', { name: 'Save' });

async function choose(user: User, name: string, choice: string): Promise<void> {
  await user.click(await screen.findByRole('combobox', { name: new RegExp(`^${name}`) }));
  await user.click(await screen.findByRole('option', { name: choice }));
}

async function add(values: object): Promise<Record<string, any>> {
  const [loan] = await addRecords(api, '/api/loans', [{ code: 'a', ...values }]);
  return loan as Record<string, any>;
}

const stored = async (id: string) =>
  (await api.call('GET', `/api/loans/${id}`, { as: 'admin' })).json;

describe('the form', () => {
  test('shows and hides inputs as the user makes choices', async () => {
    const { user } = await create();
    await input('Code');
    expect([there('Title'), there('Room')]).toEqual([false, false]);

    await choose(user, 'Kind', 'book');
    expect([there('Title'), there('Room')]).toEqual([true, false]);

    await choose(user, 'Kind', 'room');
    expect([there('Title'), there('Room')]).toEqual([false, true]);
    expect(screen.getByRole('spinbutton', { name: 'Seats' })).toBeTruthy();
    await user.clear(await input('Room'));
    await waitFor(() => expect(screen.queryByRole('spinbutton', { name: 'Seats' })).toBeNull());
  });

  test('tells screen readers which fields are required as the user makes choices', async () => {
    const { user } = await create();
    const isRequired = (named: HTMLElement): boolean =>
      named.hasAttribute('required') || named.getAttribute('aria-required') === 'true';

    expect(isRequired(await input('Code'))).toBe(true);
    expect(isRequired(screen.getByRole('combobox', { name: /^Kind/ }))).toBe(true);
    expect(isRequired(screen.getByRole('textbox', { name: 'Since' }))).toBe(false);

    await choose(user, 'Kind', 'book');
    expect(isRequired(await input('Title'))).toBe(true);
  });

  test('starts with the current day and user', async () => {
    const { user } = await create();

    await user.type(await input('Code'), 'mine');
    await user.click(save());

    await waitFor(async () => {
      const { json } = await api.call('GET', '/api/loans?code=mine', { as: 'admin' });
      const [loan] = json.data;
      expect(loan).toMatchObject({
        since: new Date().toISOString().slice(0, 10),
        owner: api.userId('staff'),
        room: null,
      });
    });
  });

  test('requires what the record needs, before it is sent', async () => {
    const { user, calls } = await create();
    await user.type(await input('Code'), 'b');
    await choose(user, 'Kind', 'book');
    calls();

    await user.click(save());

    await screen.findByText('Is required');
    expect(calls().filter((call) => call.startsWith('POST'))).toEqual([]);
    await user.type(await input('Title'), 'Emma');
    await user.click(save());
    await screen.findByText('Created');
  });

  test('clears what it no longer shows', async () => {
    const loan = await add({ kind: 'book', title: 'Emma' });
    const { user } = await openScreen(api, `/loans/details/${loan._id}`, { as: 'staff' });
    await startEditing(user);
    await input('Title');

    await choose(user, 'Kind', 'other');
    expect(there('Title')).toBe(false);
    await user.click(save());

    await screen.findByText('Saved');
    expect(await stored(loan._id)).toMatchObject({ kind: 'other', title: null });
  });

  test('keeps the input when the user changes a choice back', async () => {
    const { user } = await create();
    await choose(user, 'Kind', 'book');
    await user.type(await input('Title'), 'Emma');

    await choose(user, 'Kind', 'other');
    await choose(user, 'Kind', 'book');

    expect(await input('Title')).toHaveProperty('value', 'Emma');
  });

  test('locks the fields that the record locks', async () => {
    const loan = await add({ note: 'first' });
    const { user } = await openScreen(api, `/loans/details/${loan._id}`, { as: 'staff' });
    await startEditing(user);
    await user.type(await input('Note'), ' and more');

    await choose(user, 'Status', 'closed');

    expect(there('Note')).toBe(false);
    expect(screen.getByRole('group', { name: 'Note' }).textContent).toBe('first');
    await user.click(save());
    await screen.findByText('Saved');
    expect(await stored(loan._id)).toMatchObject({ status: 'closed', note: 'first' });
  });

  test('shows at both fields, in the user’s language, that they do not match', async () => {
    const loan = await add({ since: '2024-02-01', until: '2024-03-01' });
    const { user } = await openScreen(api, `/loans/details/${loan._id}`, {
      as: 'staff',
      language: 'de',
    });
    await startEditing(user);
    const until = await input('Until');
    await user.clear(await input('Since'));
    await user.type(await input('Since'), '01.02.2024');

    await user.clear(until);
    await user.type(until, '01.01.2024');
    await user.tab();

    const text = 'Darf nicht vor dem Beginn enden';
    await waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2));
    await user.clear(until);
    await user.type(until, '01.05.2024');
    await waitFor(() => expect(screen.queryByText(text)).toBeNull());
  });

  test('still shows values from before the rule', async () => {
    await api.database.query(
      `insert into loans (_id, code, kind, title) values ('old', 'old', 'other', 'Emma')`,
    );

    const { user } = await openScreen(api, '/loans/details/old', { as: 'staff' });
    expect((await screen.findByRole('group', { name: 'Title' })).textContent).toBe('Emma');
    await startEditing(user);

    expect(await input('Title')).toHaveProperty('value', 'Emma');
    expect(screen.queryByText(/changed/)).toBeNull();
  });
});
