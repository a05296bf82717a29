import { describe, expect, test } from 'vitest';
import { openScreen, screen, waitFor, within } from '../../../support/screen.tsx';
import { openStructureScreens } from '../../../support/structure-screens.ts';

const library = await openStructureScreens((source) => {
  source.roles.viewer = { devMenu: true };
  source.roles.staff = { configure: true };
});

const valueOf = (name: string | RegExp) =>
  screen.getByRole<HTMLInputElement>('textbox', { name }).value;

describe('a new collection from nothing', () => {
  test('is made from labels, reviewed, and applied', async () => {
    const { user } = await openScreen(library, '/structure/new');
    await user.type(
      await screen.findByRole('textbox', { name: /^Label \(English\)/ }),
      'Book clubs',
    );
    expect(valueOf('Name')).toBe('bookClubs');
    const create = screen.getByRole('button', { name: 'Review and create' });
    await user.click(create);
    screen.getByText('Describe at least one field first.');
    await user.type(screen.getByRole('textbox', { name: 'Label of the field (English)' }), 'Title');
    await user.click(screen.getByRole('button', { name: 'Add field' }));
    await user.keyboard('State');
    const second = within(screen.getByRole('group', { name: 'Field 2' }));
    await user.selectOptions(second.getByRole('combobox', { name: 'Type' }), 'choice');
    screen.getByText('The field “State” still needs: Choices.');
    await user.type(second.getByRole('textbox', { name: /^Choices/ }), 'open, full; open');
    await user.click(screen.getByRole('button', { name: 'Add field' }));
    await user.keyboard('Part of');
    const third = within(screen.getByRole('group', { name: 'Field 3' }));
    await user.selectOptions(third.getByRole('combobox', { name: 'Type' }), 'reference');
    await user.selectOptions(third.getByRole('combobox', { name: 'To' }), 'This collection');
    screen.getByText(/Create that one first/);

    await user.click(create);

    await screen.findByText('Book clubs: new');
    await user.click(await screen.findByRole('button', { name: 'Apply' }));
    await screen.findByText(/The change was applied/);
    expect(screen.getByText(/^adds \d+ indexes in the background$/)).toBeTruthy();
    expect(screen.queryByText(/^adds the index/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByText(/The change was applied/)).toBeNull();
    const { json } = await library.call('GET', '/api/structure/descriptor', { as: 'admin' });
    expect(JSON.stringify(json.files)).toContain('\\"choices\\": [\\"open\\", \\"full\\"]');
  });

  test('has a label in each language of the app', async () => {
    const { user } = await openScreen(library, '/structure/new');
    await user.type(await screen.findByRole('textbox', { name: /^Label \(English\)/ }), 'Maps');
    await user.type(screen.getByRole('textbox', { name: 'Label (Deutsch)' }), 'Karten');
    await user.type(screen.getByRole('textbox', { name: 'Label of the field (English)' }), 'Title');

    await user.click(screen.getByRole('button', { name: 'Review and create' }));

    await screen.findByText('Maps: new');
    await expect
      .poll(async () => {
        const { json } = await library.call('GET', '/api/structure/drafts/mine', { as: 'admin' });
        return JSON.stringify(json.draft?.files);
      })
      .toContain('\\"en\\": \\"Maps\\", \\"de\\": \\"Karten\\"');
  });

  test('says what is wrong with a name', async () => {
    const { user } = await openScreen(library, '/structure/new');
    const name = await screen.findByRole('textbox', { name: 'Name' });
    await user.type(name, 'books');
    await screen.findByText('books exists already.');

    await user.clear(name);
    await user.type(screen.getByRole('textbox', { name: /^Label \(English\)/ }), 'Books');

    expect(valueOf('Name')).toBe('books2');
  });

  test('is not left without a question', async () => {
    const { user } = await openScreen(library, '/structure/new');
    await user.type(
      await screen.findByRole('textbox', { name: 'Label of the field (English)' }),
      'Title',
    );
    await user.click(screen.getByRole('tab', { name: 'Copy' }));

    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(valueOf('Label of the field (English)')).toBe('Title');
    await user.click(screen.getByRole('tab', { name: 'Copy' }));
    await user.click(await screen.findByRole('button', { name: 'Leave without saving' }));
    await screen.findByRole('combobox', { name: 'Copy of' });
  });

  test('is begun anew by the link of the menu, after a question', async () => {
    const { user } = await openScreen(library, '/structure/new');
    const first = { name: 'Label of the field (English)' };
    await user.type(await screen.findByRole('textbox', first), 'Title');
    const again = screen.getByRole('link', { name: 'New collection' });

    await user.click(again);
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(valueOf(first.name)).toBe('Title');
    await user.click(again);
    await user.click(await screen.findByRole('button', { name: 'Leave without saving' }));

    await waitFor(() => expect(valueOf(first.name)).toBe(''));
  });

  test('says in words who may use it', async () => {
    const { user } = await openScreen(library, '/structure/new', { as: 'staff' });
    expect((await screen.findByRole('note')).textContent).toMatch(/^Staff: list, read, create/);

    await user.selectOptions(screen.getByRole('combobox', { name: 'Who may use it' }), 'books');

    expect(screen.getByRole('note').textContent).toContain('Viewer: list, read');
  });

  test('is only for those who may change the descriptor', async () => {
    await openScreen(library, '/structure/new', { as: 'viewer' });

    await screen.findAllByText(/denied/i);
    expect(screen.queryByRole('link', { name: 'New collection' })).toBeNull();
  });
});

test('a copy has the text of its original, and its own label', async () => {
  const { user } = await openScreen(library, '/structure/new?from=copy');
  const name = { name: /^Label \(English\)/ };
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Copy of' }), 'books');
  await user.type(screen.getByRole('textbox', name), 'Films');

  await user.click(screen.getByRole('button', { name: 'Review and create' }));

  await screen.findByText('Films: new');
  expect(await screen.findByText('adds the table films')).toBeTruthy();
});
