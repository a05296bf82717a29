import { fireEvent } from '@testing-library/react';
import { beforeAll, describe, expect, test } from 'vitest';
import { addRecords } from '../../../support/screen-library.ts';
import { openScreen, screen, waitFor, within } from '../../../support/screen.tsx';
import { openStructureScreens } from '../../../support/structure-screens.ts';

const library = await openStructureScreens((source) => {
  source.roles.viewer = { devMenu: true };
  source.roles.staff = { configure: true };
  source.fieldSets = { stamps: { stampedOn: { type: 'date' } } };
  source.resources.books.fields.$use = 'stamps';
  source.resources.books.list = { columns: ['title', 'pages'] };
});
beforeAll(async () => {
  await addRecords(library, '/api/books', [{ title: '12' }, { title: 'Two' }]);
});

const openFields = (options: Parameters<typeof openScreen>[2] = {}) =>
  openScreen(library, '/structure/books', { as: 'staff', ...options });

const inputOf = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });

async function enter(name: string, value: string): Promise<HTMLInputElement> {
  const input = await inputOf(name);
  fireEvent.change(input, { target: { value } });
  fireEvent.keyDown(input, { key: 'Enter' });
  return input;
}

/** What the draft declares of the field, as its review would show it. */
const changes = (count: number) => screen.findByText(count === 1 ? '1 change' : `${count} changes`);

const names = () =>
  screen.getAllByRole<HTMLInputElement>('textbox', { name: /^Name of / }).map(({ value }) => value);

describe('the fields of a collection', () => {
  test('are closed to developers who may only look', async () => {
    await openFields({ as: 'viewer' });

    await screen.findAllByText(/not authorized|denied/i);

    expect(screen.queryByRole('button', { name: 'Add field' })).toBeNull();
  });

  test('of a set say where they can be changed', async () => {
    await openFields();

    expect((await inputOf('Name of Stamped on')).readOnly).toBe(true);
    expect(screen.getByText(/^From the shared fields stamps\..*: Books\.$/)).toBeTruthy();
  });

  test('that no collection has are named', async () => {
    await openScreen(library, '/structure/bokks', { as: 'staff' });

    expect(
      await screen.findByText('The descriptor has no collection with the name bokks.'),
    ).toBeTruthy();
  });
});

describe('a field', () => {
  test('is added by its label, and becomes a column where somebody asked for one', async () => {
    const { user } = await openScreen(library, '/structure/books?add=column', { as: 'staff' });
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Label (English)'), 'Shelf mark');
    expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe('shelfMark');

    await user.click(dialog.getByRole('button', { name: 'Add' }));

    await changes(2);
    expect(names().at(-1)).toBe('shelfMark');
  });

  test('needs a valid name, which a label in another script does not propose', async () => {
    const { user } = await openFields();
    await user.click(await screen.findByRole('button', { name: 'Add field' }));
    const dialog = within(screen.getByRole('dialog'));
    const label = dialog.getByLabelText('Label (English)');
    const name = dialog.getByLabelText<HTMLInputElement>('Name');

    await user.type(label, 'Полка');
    expect(name.getAttribute('aria-invalid')).toBe('true');
    await user.type(name, 'id');
    expect(dialog.getByText('id is a reserved name')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Add' }));

    expect(screen.getByRole('dialog')).toBeTruthy();
    await user.clear(name);
    await user.type(name, 'shelf2');
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    await changes(1);
  });

  test('is not added without what its type needs', async () => {
    const { user } = await openFields();
    await user.click(await screen.findByRole('button', { name: 'Add field' }));
    const dialog = within(screen.getByRole('dialog'));
    await user.type(dialog.getByLabelText('Label (English)'), 'Translator');
    await user.selectOptions(dialog.getByLabelText('Type'), 'reference');
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    expect(dialog.getByText('This type needs a value here.')).toBeTruthy();

    await user.selectOptions(dialog.getByLabelText('To'), 'authors');
    await user.click(dialog.getByRole('button', { name: 'Add' }));

    await changes(1);
  });

  test('is changed in its cells, and its problems are below it', async () => {
    const { user } = await openFields();
    await enter('Label (Deutsch) of Pages', 'Seiten');
    await user.click(screen.getByRole('checkbox', { name: 'Unique of Moods' }));

    await changes(2);
    expect((await inputOf('Label (English) of Pages')).value).toBe('Pages');
    const line = screen.getByRole('checkbox', { name: 'Unique of Moods' }).closest('tr');
    await waitFor(() => expect(line?.nextElementSibling?.className).toBe('f-problems'));
    expect(line?.nextElementSibling?.textContent).toMatch(/^unique: /);
  });

  test('is renamed where others mention it, and not to a name that is taken', async () => {
    await openFields();
    const input = await enter('Name of Pages', 'title');
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('The collection already has a field with this name.')).toBeTruthy();

    await enter('Name of Pages', 'leaves');

    await screen.findByText('2 changes');
    expect(names()).toContain('leaves');
    expect(names()).not.toContain('pages');
  });

  test('keeps the focus when it is renamed, also if only in case', async () => {
    await openFields();
    const input = await inputOf('Name of Pages');
    input.focus();
    await enter('Name of Pages', 'leaves');

    await changes(2);
    expect(document.activeElement).toBe(input);
    expect(input.value).toBe('leaves');
    fireEvent.keyDown(input, { key: 'ArrowDown', altKey: true });
    await enter('Name of Leaves', 'Leaves'.toLowerCase().replace('v', 'V'));
    await waitFor(() => expect(names()).toContain('leaVes'));
  });

  test('moves by keys and keeps the focus', async () => {
    await openFields();
    const input = await inputOf('Name of Isbn');
    input.focus();
    fireEvent.keyDown(input, { key: 'ArrowUp', altKey: true });

    await changes(1);
    expect(names().slice(0, 2)).toEqual(['isbn', 'title']);
    await waitFor(() => expect(document.activeElement).toBe(input));
    fireEvent.keyDown(input, { key: 'ArrowUp', altKey: true });
    expect(names()[0]).toBe('isbn');
    await waitFor(() =>
      expect(document.querySelector('#announcer')?.textContent).toMatch(/isbn is now field 1 of/),
    );
    fireEvent.keyDown(input, { key: 'ArrowDown', altKey: true });
    await waitFor(() =>
      expect(document.querySelector('#announcer')?.textContent).toMatch(/isbn is now field 2 of/),
    );
  });

  test('of choices keeps them with another type, and refuses one twice', async () => {
    const { user } = await openFields();
    await user.click(await screen.findByRole('button', { name: /^Type of Genre/ }));
    const dialog = within(screen.getByRole('dialog'));
    await user.selectOptions(dialog.getByLabelText('New type'), 'choices');
    expect(dialog.queryByLabelText(/^Choices/)).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));

    await user.click(screen.getByRole('button', { name: 'Settings of Genre' }));
    const panel = within(screen.getByRole('dialog'));
    await user.type(panel.getByLabelText('New choice'), 'novel{Enter}');
    panel.getByText('The list already has this choice.');
    const down = panel.getByRole('button', { name: 'Move novel down' });
    down.focus();
    await user.keyboard('{Enter}');

    await changes(1);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move novel down');
  });

  test('is removed with what mentions it', async () => {
    const { user } = await openFields();
    await user.click(await screen.findByRole('button', { name: 'More for Pages' }));
    await user.click(screen.getByRole('menuitem', { name: 'Remove…' }));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByText('Books › List › Columns › pages')).toBeTruthy();

    await user.click(dialog.getByRole('button', { name: 'Remove field and mentions' }));

    await changes(2);
    expect(names()).not.toContain('pages');
  });

  test('gets another type once somebody has seen which values do not convert', async () => {
    const { user } = await openFields({ as: 'admin' });
    const line = (await inputOf('Name of Title')).closest('tr')!;
    await user.click(within(line).getByRole('button', { name: 'Type of Title: text' }));
    const dialog = within(screen.getByRole('dialog'));
    await user.selectOptions(dialog.getByLabelText('New type'), 'number');

    expect(await dialog.findByText(/^1 value cannot be converted/)).toBeTruthy();
    expect(screen.getByRole('dialog').textContent).toMatch(/cannot be converted.*Two/);
    expect(
      dialog.getByText(/cannot keep these settings: (Max length, Search|Search, Max length)/),
    ).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Change type' }));

    await within(line).findByRole('button', { name: 'Type of Title: number' });
  });

  test('has all settings of its type in a panel, with problems at their setting', async () => {
    const { user } = await openFields();
    await user.click(await screen.findByRole('button', { name: 'Settings of Genre' }));
    const panel = within(screen.getByRole('dialog'));
    const novel = within(panel.getByRole('group', { name: 'novel' }));

    const value = novel.getByLabelText('Value');
    fireEvent.change(value, { target: { value: 'story' } });
    fireEvent.keyDown(value, { key: 'Enter' });
    await changes(1);
    await user.type(panel.getByLabelText('New choice'), 'essay{Enter}');
    await user.click(panel.getByRole('button', { name: 'Move essay up' }));

    expect(panel.getAllByLabelText<HTMLInputElement>('Value').map((input) => input.value)).toEqual([
      'story',
      'poetry',
      'essay',
      'science',
    ]);
    const preset = panel.getByLabelText('Default');
    await user.selectOptions(preset, 'A fixed value');
    await user.selectOptions(panel.getByLabelText('A fixed value'), 'poetry');
    await user.click(panel.getByRole('button', { name: 'Remove poetry' }));
    await waitFor(() => expect(preset.getAttribute('aria-invalid')).toBe('true'));
  });
});
