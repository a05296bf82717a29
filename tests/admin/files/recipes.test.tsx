import { describe, expect, test } from 'vitest';
import { pasteRows } from '../../support/paste-rows.ts';
import { openScreen, screen, waitFor, within } from '../../support/screen.tsx';
import { openThreeBooks } from '../../support/three-books.ts';

const api = await openThreeBooks();

const request = {
  mode: 'create',
  key: 'isbn',
  mapping: { Werk: 'title', Jahr: 'pages' },
  steps: [{ do: 'case', column: 'Werk', to: 'title' }],
};

const add = async (name: string, as = 'admin', more: object = {}) =>
  (await api.call('POST', '/api/books/recipes', { as, body: { name, request, ...more } })).json;

type User = Awaited<ReturnType<typeof openScreen>>['user'];

const choose = (user: User, label: string, value: string) =>
  user.selectOptions(screen.getByLabelText(label), value);

describe('a recipe', () => {
  test('is chosen for a file with other columns, which are named, and saved with a change', async () => {
    const { id } = await add('Shop');
    const { user } = await openScreen(api, '/tools/import?into=books');
    await pasteRows(user, 'Werk\tisbn\nEpsilon\t7\n');
    await screen.findByRole('option', { name: 'Shop' });

    await choose(user, 'Recipe', id);

    await screen.findByText('The file does not have these columns of the recipe: Jahr');
    expect(screen.getByLabelText('Field for the column Werk')).toHaveProperty('value', 'title');
    expect(screen.getByLabelText('Import mode')).toHaveProperty('value', 'create');
    await choose(user, 'Import mode', 'upsert');
    await user.click(screen.getByRole('button', { name: 'Save changes to “Shop”' }));
    await screen.findByText('Recipe saved');
    const { json } = await api.call('GET', '/api/books/recipes', { as: 'admin' });
    expect(json.data).toMatchObject([{ id, version: 2, request: { mode: 'upsert' } }]);
  });

  test('does not overwrite the change of another person', async () => {
    const { id } = await add('Shop');
    const { user } = await openScreen(api, '/tools/import?into=books');
    await pasteRows(user, 'Werk\tisbn\nEpsilon\t7\n');
    await screen.findByRole('option', { name: 'Shop' });
    await choose(user, 'Recipe', id);
    await choose(user, 'Import mode', 'upsert');
    await api.call('PUT', `/api/recipes/${id}`, { as: 'admin', body: { name: 'Bookshop' } });

    await user.click(screen.getByRole('button', { name: 'Save changes to “Shop”' }));

    expect(await screen.findByText(/was changed in the meantime/i)).toBeDefined();
    await screen.findByRole('option', { name: 'Bookshop' });
  });

  test('is managed on its page: renamed, shared, reset to an earlier version and deleted', async () => {
    const { id } = await add('Shop');
    const change = { ...request, mode: 'update' };
    await api.call('PUT', `/api/recipes/${id}`, {
      as: 'admin',
      headers: { 'If-Match': '"1"' },
      body: { request: change },
    });
    const { user } = await openScreen(api, '/tools/jobs');
    await user.click(await screen.findByRole('link', { name: 'Recipes' }));
    await screen.findByRole('heading', { name: 'Import recipes' });
    await choose(user, 'Collection', 'books');

    await user.click(await screen.findByRole('button', { name: 'Edit: Shop' }));
    const edit = within(await screen.findByRole('dialog'));
    await user.clear(edit.getByLabelText(/Recipe name/));
    await user.type(edit.getByLabelText(/Recipe name/), 'Market');
    await user.selectOptions(edit.getByLabelText('Shared with'), 'roles');
    await user.click(edit.getByRole('checkbox', { name: 'staff' }));
    await user.click(edit.getByRole('button', { name: 'Save' }));
    await user.click(await screen.findByRole('button', { name: 'Versions: Market' }));
    const versions = within(await screen.findByRole('dialog'));
    expect(await versions.findByText('Update existing records only')).toBeTruthy();
    await user.selectOptions(versions.getByLabelText('Version'), '1');
    expect(versions.getByText('Create new records only')).toBeTruthy();
    expect(versions.getByText('Werk: Title')).toBeTruthy();
    expect(versions.getByText(/^1\. .*Werk.*to: title$/)).toBeTruthy();
    await user.click(versions.getByRole('button', { name: 'Go back to this version' }));
    await screen.findByText('Restored version 1.');

    const { json } = await api.call('GET', '/api/books/recipes', { as: 'admin' });
    expect(json.data[0]).toMatchObject({ name: 'Market', version: 4, shared: ['staff'], request });
    await user.click(versions.getByRole('button', { name: 'Close' }));
    await user.click(await screen.findByRole('button', { name: 'Delete: Market' }));
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }),
    );
    await screen.findByText(/There are no recipes for this collection yet/);
  });

  test('of another person can be used and viewed, but not changed', async () => {
    await add('Shop', 'admin', { shared: true });
    await openScreen(api, '/tools/recipes?of=books', { as: 'staff' });

    await screen.findByRole('button', { name: 'Versions: Shop' });
    expect(screen.queryByRole('button', { name: 'Edit: Shop' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Delete: Shop' })).toBeNull();
    await waitFor(() => expect(screen.getByText('Everyone who can import here')).toBeTruthy());
  });
});
