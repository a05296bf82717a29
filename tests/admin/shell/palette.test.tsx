import { describe, expect, test } from 'vitest';
import { isLocked } from '../../../src/admin/client/account/lock.ts';
import { closeTicket, deskDescriptor } from '../../support/desk.ts';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { addRecords } from '../../support/screen-library.ts';
import {
  openScreen,
  screen,
  waitFor,
  within,
  type ScreenOptions,
  type TestScreen,
} from '../../support/screen.tsx';

const desk = await openScreensOf(deskDescriptor, { actions: [closeTicket] });
await addRecords(desk, '/api/tickets', [
  { _id: 'printer', number: '1', subject: 'Printer on fire' },
  { _id: 'mouse', number: '2', subject: 'Mouse has left', status: 'published' },
]);

type Opened = TestScreen & { input: HTMLElement };

async function open(path: string, options: ScreenOptions): Promise<Opened> {
  const opened = await openScreen(desk, path, options);
  await screen.findByRole('heading', { level: 1 });
  await opened.user.keyboard('{Control>}k{/Control}');
  return { ...opened, input: await screen.findByRole('combobox') };
}

const options = (): string[] => screen.queryAllByRole('option').map((each) => each.textContent);
const chosen = (): string => screen.getByRole('option', { selected: true }).textContent;
const group = (name: string) => screen.findByRole('group', { name });

describe('the palette', () => {
  test('finds a record of any collection, and lists it first the next time', async () => {
    const { user, input, address } = await open('/dashboard', { as: 'agent' });
    await user.type(input, 'fire');
    expect(within(await group('Tickets')).getByRole('option').textContent).toBe('Printer on fire');

    expect(chosen()).toBe('Printer on fire');
    expect(input.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option').id);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(address()).toBe('/tickets/details/printer'));
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());

    await user.keyboard('{Meta>}k{/Meta}');
    expect(within(await group('Recent')).getByRole('option').textContent).toBe('Printer on fire');
    const path = '/api/users/current/settings/palette';
    await waitFor(async () =>
      expect((await desk.call('GET', path, { as: 'agent' })).json).toEqual([
        { id: 'record:tickets:printer', label: 'Printer on fire' },
      ]),
    );
  });

  test('moves by arrow keys, wraps at the ends, and restores the focus on closing', async () => {
    const opened = await openScreen(desk, '/dashboard', { as: 'reader' });
    const opener = await screen.findByRole('button', { name: 'Search and commands' });
    opener.focus();
    await opened.user.keyboard('{Enter}');
    await screen.findByRole('combobox');
    const [first, second] = options();

    expect(chosen()).toBe(first);
    await opened.user.keyboard('{ArrowDown}');
    expect(chosen()).toBe(second);
    await opened.user.keyboard('{ArrowUp}{ArrowUp}');
    expect(chosen()).toBe(options().at(-1));

    await opened.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
    expect(document.activeElement).toBe(opener);
  });

  test('offers nothing that would be refused', async () => {
    await open('/tickets/details/mouse', { as: 'reader' });

    const shown = options();
    expect(shown).toEqual(expect.arrayContaining(['Tickets', 'Notes', 'My Profile', 'Logout']));
    expect(shown.filter((each) => /create|administration|structure|^import$/i.test(each))).toEqual(
      [],
    );
    expect(screen.queryByRole('group', { name: 'On this page' })).toBeNull();
  });

  test('runs the actions of the open record, found in either language', async () => {
    const { user, input } = await open('/tickets/details/printer', { as: 'clerk' });
    await user.type(input, 'abschl');
    expect(within(await group('On this page')).getByRole('option').textContent).toBe('Close');

    await user.keyboard('{Enter}');

    expect(await screen.findByText('Nobody can change it then.')).toBeTruthy();
  });

  test('starts a new record, changes the language and locks', async () => {
    const { user, input, address } = await open('/dashboard', { as: 'agent' });
    await user.type(input, 'create tick{Enter}');
    await waitFor(() => expect(address()).toBe('/tickets/create'));

    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox'), 'deutsch{Enter}');
    await screen.findByRole('navigation', { name: 'Hauptmenü' });
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox'), 'bildschirm');
    expect(await screen.findByRole('option', { name: 'Bildschirm sperren' })).toBeTruthy();
    await user.keyboard('{Enter}');

    await waitFor(() => expect(isLocked()).toBe(true));
  });

  test('says that nothing matches', async () => {
    const { user, input } = await open('/dashboard', { as: 'agent' });

    await user.type(input, 'no such thing');

    expect(await screen.findByText('Nothing found')).toBeTruthy();
    expect(options()).toEqual([]);
  });
});

describe('the list of keys', () => {
  test('opens by one key, except while the user types or if that is switched off', async () => {
    const { user } = await openScreen(desk, '/tickets/create', { as: 'agent' });
    const title = await screen.findByLabelText(/^Subject/);
    await user.type(title, 'Really?');
    expect(screen.queryByRole('dialog')).toBeNull();

    title.blur();
    await user.keyboard('?');
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(within(dialog).getByRole('row', { name: /^Lock screen/ }).textContent).toContain('L');
    await user.click(within(dialog).getByRole('switch', { name: /^Single keys/ }));
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.keyboard('?');
    expect(screen.queryByRole('dialog')).toBeNull();

    await user.keyboard('{Control>}/{/Control}');
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy();
  });

  test('locks by its key also while the user types', async () => {
    const { user } = await openScreen(desk, '/tickets/create', { as: 'agent' });
    await user.type(await screen.findByLabelText(/^Subject/), 'Half');

    await user.keyboard('{Alt>}{Shift>}L{/Shift}{/Alt}');

    expect(isLocked()).toBe(true);
  });
});
