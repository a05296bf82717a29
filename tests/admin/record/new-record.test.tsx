import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { librarySource } from '../../support/library.ts';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { addRecords } from '../../support/screen-library.ts';
import { openScreen, screen, waitFor, startEditing } from '../../support/screen.tsx';

const api = await openScreensOf(notesDescriptor);

/** Staff may write notes of their own, about what is open or waits. */
function notesDescriptor() {
  const source = structuredClone(librarySource) as Record<string, any>;
  const own = { assignedTo: '$user', state_in: ['open', 'waiting'] };
  source.resources = {
    users: source.resources.users,
    notes: {
      title: '{text}',
      fields: {
        text: { type: 'text', required: true },
        assignedTo: { type: 'reference', to: 'users' },
        state: { type: 'choice', choices: ['open', 'waiting', 'closed'] },
        cas: { type: 'cas', label: 'CAS number', pseudoKeys: true },
      },
      permissions: { staff: { list: true, read: true, create: own, update: own } },
    },
  };
  source.resources.users.permissions = { staff: ['list', 'read'] };
  return toDescriptor(source);
}

const create = () => openScreen(api, '/notes/create', { as: 'staff' });
const save = () => screen.getByRole('button', { name: 'Save' });
const field = (name: RegExp) => screen.findByRole('textbox', { name });

describe('a new record of a role that can create only some', () => {
  test('starts with the values its filter demands, and offers no others', async () => {
    const { user } = await create();
    const assigned = await screen.findByRole('combobox', { name: 'Assigned to' });
    await waitFor(() => expect(assigned).toHaveProperty('value', 'staff'));

    await user.click(screen.getByRole('combobox', { name: /^State/ }));
    await screen.findByRole('option', { name: 'waiting' });
    expect(screen.queryByRole('option', { name: 'closed' })).toBeNull();
    await user.click(screen.getByRole('option', { name: 'open' }));
    await user.clear(assigned);
    await screen.findByRole('option', { name: 'staff' });
    expect(screen.queryByRole('option', { name: 'admin' })).toBeNull();
  });

  test('shows at the fields of the filter what is missing, before it is sent', async () => {
    const { user, calls } = await create();
    await user.type(await field(/^Text/), 'Call back');
    calls();

    await user.click(save());

    const state = screen.getByRole('combobox', { name: /^State/ });
    await waitFor(() => expect(state.getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getByText('Is not allowed for the role staff')).toBeTruthy();
    expect(screen.getByText('Please correct the highlighted fields')).toBeTruthy();
    expect(calls().filter((call) => call.startsWith('POST'))).toEqual([]);
    await user.click(state);
    await user.click(await screen.findByRole('option', { name: 'open' }));
    await user.click(save());
    await screen.findByText('Created');
  });
});

test('a value being typed gets no warning, and a wrong one shows only its error', async () => {
  const { user } = await create();
  const cas = await field(/^CAS number/);

  await user.type(cas, '50-00-');
  expect(screen.queryByText(/Is not a CAS number/)).toBeNull();
  await user.type(cas, '1');
  await user.tab();

  await screen.findByText(/Has a wrong check digit/);
  expect(screen.queryByText(/Is not a CAS number/)).toBeNull();
  await user.clear(cas);
  await user.type(cas, 'MOSH');
  expect(await screen.findByText('Is not a CAS number; it is kept as entered')).toBeTruthy();
});

test('the app is the heading while the page loads', async () => {
  const answer = api.api.fetch.bind(api.api);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const fetch = vi.spyOn(api.api, 'fetch').mockImplementation(async (request, ...more) => {
    if (request.url.includes('/api/notes')) await held;
    return answer(request, ...more);
  });
  onTestFinished(() => fetch.mockRestore());
  await openScreen(api, '/notes/overview', { as: 'staff' });

  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Library');
  release();

  await screen.findByRole('heading', { level: 1, name: 'Notes' });
});

test('the title of the first page is announced when it is known, and the app is not announced before', async () => {
  document.title = 'Library';
  await create();

  const said = await screen.findByText(/^New record · Notes/, {
    selector: '[role="status"] *',
    ignore: false,
  });

  expect(said.textContent).not.toBe('Library');
});

test.each([
  [
    'en',
    'State',
    'Save',
    'Is not allowed for the role staff: with these values, the record would be outside what this role may see or change',
  ],
  [
    'de',
    'State',
    'Speichern',
    'Ist für die Rolle staff nicht erlaubt: Mit diesen Werten gehört der Datensatz nicht mehr zu denen, die diese Rolle sehen oder ändern darf',
  ],
] as const)(
  'a change after which the role could not change the record causes a warning in %s',
  async (language, state, saveName, said) => {
    const [note] = await addRecords(api, '/api/notes', [
      { text: 'Call', assignedTo: api.userId('staff'), state: 'open' },
    ]);
    const { user } = await openScreen(api, `/notes/details/${note!['_id']}`, {
      as: 'staff',
      language,
    });

    await startEditing(user);
    await user.click(await screen.findByRole('combobox', { name: state }));
    await user.click(await screen.findByRole('option', { name: 'closed' }));
    await user.click(screen.getByRole('button', { name: saveName }));

    expect((await screen.findAllByText(said)).length).toBeGreaterThan(0);
  },
);
