import { fireEvent } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { openScreen, screen, waitFor, within } from '../../../support/screen.tsx';
import { openStructureScreens } from '../../../support/structure-screens.ts';

const library = await openStructureScreens((source) => {
  source.roles.configurer = { configure: true };
  source.resources.users.fields.role.choices.push('configurer');
  source.permissionSets = { shared: { staff: ['list', 'read'] } };
  source.resources.authors.permissions = 'shared';
  source.resources.ledgers.permissions = 'shared';
  source.resources.books.permissions.configurer = {
    list: { inPrint: true },
    read: { title: 'B' },
    export: true,
  };
});

const openRights = (collection = 'books', options: Parameters<typeof openScreen>[2] = {}) =>
  openScreen(library, `/structure/${collection}?tab=permissions`, { as: 'admin', ...options });

const cell = (name: string) => screen.findByRole('button', { name });

async function choose(of: string, choice: string): Promise<void> {
  fireEvent.click(await cell(of));
  fireEvent.click(await screen.findByRole('menuitemradio', { name: choice }));
}

describe('the permissions of a collection', () => {
  test('are given and taken in the cells, and say why', async () => {
    await openRights();

    await choose('Viewer, create, Books: No', 'All records');

    expect(await cell('Viewer, create, Books: Yes')).toBeTruthy();
    expect(await screen.findByText('1 change')).toBeTruthy();
    expect(
      screen.getByText('The permissions of Books grant the role Viewer “create”.'),
    ).toBeTruthy();
  });

  test('of a role that may do everything only say so', async () => {
    await openRights();

    fireEvent.click(await cell('Admin, create, Books: Yes'));

    expect(await screen.findByText(/is declared with "all": true/)).toBeTruthy();
    expect(screen.queryByRole('menu')).toBeNull();
  });

  test('are limited to records by the conditions of lists', async () => {
    await openRights();
    await choose('Staff, update, Books: Yes', 'Only some records…');
    const dialog = within(await screen.findByRole('dialog'));

    const field = dialog.getByRole('combobox', { name: 'Field' });
    fireEvent.change(field, { target: { value: 'Pages' } });
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    fireEvent.keyDown(field, { key: 'Enter' });
    fireEvent.change(await dialog.findByRole('textbox', { name: 'Value' }), {
      target: { value: '12' },
    });
    fireEvent.click(dialog.getByRole('button', { name: 'Use condition' }));

    expect(await cell('Staff, update, Books: Some records')).toBeTruthy();
    expect(screen.getByText(/^Staff, update: Pages .*12/)).toBeTruthy();
  });

  test('offer no field that the role may not read', async () => {
    await openRights();
    await choose('Staff, update, Books: Yes', 'Only some records…');
    const dialog = within(await screen.findByRole('dialog'));

    fireEvent.keyDown(dialog.getByRole('combobox', { name: 'Field' }), { key: 'ArrowDown' });

    expect((await screen.findAllByRole('option', { name: 'Title' })).length).toBeGreaterThan(0);
    expect(screen.queryByRole('option', { name: 'Secret' })).toBeNull();
  });

  test('are limited by an expression, whose mistake is named before it is used', async () => {
    await openRights();
    await choose('Staff, update, Books: Yes', 'Only some records…');
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.click(dialog.getByRole('button', { name: 'As text' }));
    const text = dialog.getByRole('combobox', { name: 'Expression' });
    const use = dialog.getByRole<HTMLButtonElement>('button', { name: 'Use condition' });

    fireEvent.change(text, { target: { value: 'pagess > 1' } });
    expect(await dialog.findByText(/pagess/)).toBeTruthy();
    expect(use.disabled).toBe(true);
    fireEvent.change(text, { target: { value: 'pages > stock' } });
    fireEvent.click(use);

    expect(await cell('Staff, update, Books: Some records')).toBeTruthy();
  });

  test('of a role are set at once', async () => {
    await openRights();

    fireEvent.click(await cell('All operations of Viewer'));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Read and change' }));

    expect(await cell('Viewer, update, Books: Yes')).toBeTruthy();
    expect(await cell('Viewer, delete, Books: No')).toBeTruthy();
  });

  test('to a field get rows when somebody limits it', async () => {
    await openRights();
    const choice = await screen.findByRole('combobox', { name: 'Limit a field' });
    fireEvent.change(choice, { target: { value: 'price' } });
    fireEvent.click(screen.getByRole('button', { name: 'Add to the table' }));

    await choose('Viewer, read Price, Books: Yes', 'Not allowed');

    expect(await cell('Viewer, read Price, Books: No')).toBeTruthy();
    expect(await cell('Staff, read Price, Books: Yes')).toBeTruthy();
  });

  test('that are shared name all their collections, and become own ones', async () => {
    await openRights('ledgers');

    expect(await screen.findByText(/shared permissions shared.*Authors, Ledgers\.$/)).toBeTruthy();
    fireEvent.change(screen.getByRole('combobox', { name: 'Permissions from' }), {
      target: { value: '' },
    });

    await waitFor(() => expect(screen.queryByText(/shared permissions shared/)).toBeNull());
    expect(await cell('Staff, read, Ledgers: Yes')).toBeTruthy();
  });

  test('need a condition of the list only once', async () => {
    await openRights();

    await choose('Configurer, export, Books: Some records', 'The same records as for “list, read”');

    expect(screen.queryByText('1 change')).toBeNull();
    expect(await cell('Configurer, export, Books: Some records')).toBeTruthy();
  });

  test('end a condition only after saying what that opens', async () => {
    await openRights();
    await choose('Configurer, list, Books: Some records', 'No records');
    const asked = within(await screen.findByRole('dialog'));

    expect(
      asked.getByText('Configurer may then use more records than now: read, export, comment.'),
    ).toBeTruthy();
    fireEvent.click(asked.getByRole('button', { name: 'Cancel' }));
    expect(await cell('Configurer, list, Books: Some records')).toBeTruthy();
    fireEvent.change(screen.getByRole('combobox', { name: 'Permissions from' }), {
      target: { value: 'shared' },
    });
    expect(
      await screen.findByText(/replaced\. Configurer: the conditions of .* go: list, read\.$/),
    ).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Change' }));
    expect(await cell('Configurer, list, Books: No')).toBeTruthy();
  });

  test('speak German', async () => {
    await openRights('books', { language: 'de' });

    await choose('Viewer, anlegen, Books: Nein', 'Alle Datensätze');

    expect(await cell('Viewer, anlegen, Books: Ja')).toBeTruthy();
  });
});
