import { fireEvent } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { openScreen, screen, waitFor, within } from '../../../support/screen.tsx';
import { openStructureScreens } from '../../../support/structure-screens.ts';

const library = await openStructureScreens((source) => {
  source.roles.staff = { configure: true };
  source.resources.books.list = { columns: ['title', 'pages'], sort: '-pages' };
  source.resources.books.public = { fields: ['title'] };
  source.resources.books.fields.stage = { type: 'choice', choices: ['ordered', 'there'] };
  source.resources.books.fields.lentOn = { type: 'date' };
  source.resources.books.fields.backOn = { type: 'date' };
  source.resources.books.views = [{ name: 'cheap', filter: { price_lt: 5 } }, { name: 'long' }];
});

const openList = (tab = 'list') =>
  openScreen(library, `/structure/books?tab=${tab}`, { as: 'staff' });

const group = (name: string) => screen.findByRole('group', { name });

const changes = (count: number) => screen.findByText(count === 1 ? '1 change' : `${count} changes`);

/** The names in a list, as people read them. */
const rowsIn = (list: HTMLElement) =>
  within(list)
    .queryAllByRole('button', { name: /^Remove / })
    .map((button) => button.getAttribute('aria-label')!.slice('Remove '.length));

describe('the columns of a list', () => {
  test('are ordered by keys and by buttons, with the focus staying in the column', async () => {
    const { user } = await openList();
    const columns = await group('Columns');
    const up = within(columns).getByRole('button', { name: 'Move Pages up' });

    await user.click(up);

    expect(rowsIn(columns)).toEqual(['Pages', 'Title']);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Pages up');
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    expect(rowsIn(columns)).toEqual(['Title', 'Pages']);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Pages up');
  });

  test('are chosen among the fields, or lead through a reference', async () => {
    const { user } = await openList();
    const columns = await group('Columns');
    const add = within(columns).getByRole('combobox', { name: 'Add a field' });

    await user.type(add, 'isb');
    await user.click(await screen.findByRole('option', { name: /^ISBN/i }));
    await user.type(add, 'author.name{Enter}');

    await changes(1);
    expect(rowsIn(columns)).toEqual(['Title', 'Pages', 'Isbn', 'Author › Name']);
  });

  test('are dropped where somebody drags them', async () => {
    await openList();
    const columns = await group('Columns');
    const [title, pages] = within(columns).getAllByRole('listitem');
    const data = new Map<string, string>();
    const dataTransfer = {
      setData: (type: string, value: string) => data.set(type, value),
      getData: (type: string) => data.get(type) ?? '',
      setDragImage: () => {},
      get types() {
        return [...data.keys()];
      },
    };

    fireEvent.dragStart(pages!.querySelector('[draggable]')!, { dataTransfer });
    fireEvent.drop(title!, { dataTransfer, clientY: -1 });

    expect(rowsIn(columns)).toEqual(['Pages', 'Title']);
  });

  test('that are all removed are those that count without the setting', async () => {
    const { user } = await openList();
    const columns = await group('Columns');

    await user.click(within(columns).getByRole('button', { name: 'Remove Title' }));
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove Pages');
    expect(await screen.findByText('Title removed.', { ignore: false })).toBeTruthy();
    await user.click(within(columns).getByRole('button', { name: 'Remove Pages' }));

    expect(rowsIn(columns)).toEqual([]);
    expect(document.activeElement).toBe(within(columns).getByRole('combobox'));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect((await changes(1)).textContent).toBe('1 change');
  });
});

describe('the order of a list', () => {
  test('turns, and gets further fields', async () => {
    const { user } = await openList();
    const sort = await group('Sort');

    await user.click(
      within(sort).getByRole('button', { name: 'Pages: descending. Sort in ascending order' }),
    );
    expect(document.activeElement?.textContent).toBe('Ascending');
    await user.type(within(sort).getByRole('combobox'), 'Title{Enter}');

    expect(rowsIn(sort)).toEqual(['Pages', 'Title']);
    expect(within(sort).getAllByRole('button', { name: /: ascending/ })).toHaveLength(2);
  });
});

describe('the views of a list', () => {
  test('are opened, added with a name of their own, moved and removed', async () => {
    const { user } = await openList();
    const views = await group('Views');
    expect(rowsIn(views)).toEqual(['Cheap', 'Long']);

    await user.click(within(views).getAllByRole('button', { name: 'Add' }).at(-1)!);
    const added = within(views).getByRole('group', { name: 'View1' });
    expect(document.activeElement).toBe(within(added).getByLabelText(/^Name/));
    await user.type(within(added).getByLabelText('Label (English)'), 'Thin{Enter}');
    await user.click(within(views).getByRole('button', { name: 'Move Thin up' }));
    await user.click(within(views).getByRole('button', { name: 'Remove Cheap' }));

    expect(rowsIn(views)).toEqual(['Thin', 'Long']);
    // It stays open as it moves.
    expect(within(views).getByRole('group', { name: 'Thin' })).toBeTruthy();
  });

  test('offer each way to show the records that the fields allow', async () => {
    const { user } = await openList();
    const views = await group('Views');
    await user.click(within(views).getByRole('button', { name: 'Long' }));
    const shown = within(within(views).getByRole('group', { name: 'Long' })).getByLabelText(
      'Shown as',
    );

    const offered = within(shown)
      .getAllByRole('option', { hidden: true })
      .map(({ textContent }) => textContent);
    expect(offered[0]).toBe('Table');
    expect(offered).toEqual(
      expect.arrayContaining([
        'Board: Stage',
        'Calendar: Lent on',
        'Calendar: Lent on – Back on',
        'Calendar: Lent on – Back on · Stage',
      ]),
    );
    await user.selectOptions(shown, 'Calendar: Lent on – Back on');

    await changes(1);
    expect(shown).toHaveProperty('value', 'calendar:lentOn..backOn');
  });

  test('say what is wrong at their setting, and on a closed one below its name', async () => {
    const { user } = await openList();
    const views = await group('Views');
    await user.click(within(views).getByRole('button', { name: 'Long' }));
    const long = within(views).getByRole('group', { name: 'Long' });

    const size = within(long).getByLabelText('Per page');
    fireEvent.change(size, { target: { value: '2000' } });
    fireEvent.keyDown(size, { key: 'Enter' });

    await waitFor(() => expect(size.getAttribute('aria-invalid')).toBe('true'));
    await user.click(within(views).getByRole('button', { name: 'Long' }));
    expect(await within(views).findByText(/D004|1000/)).toBeTruthy();
  });
});

describe('the other settings of a collection', () => {
  test('are on a tab of their own', async () => {
    const { user } = await openList('general');

    await user.type(await screen.findByLabelText('Label (English)'), 'Volumes{Enter}');

    await changes(1);
    expect(screen.getByLabelText('Title')).toBeTruthy();
    expect(screen.queryByRole('group', { name: 'Views' })).toBeNull();
  });

  test('go away as a whole where they are a group', async () => {
    const { user } = await openList('general');

    await user.click(await screen.findByRole('button', { name: 'Remove Public' }));

    await changes(1);
    expect(screen.queryByRole('button', { name: 'Remove Public' })).toBeNull();
  });
});
