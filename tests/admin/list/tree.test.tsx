import { beforeEach, describe, expect, test } from 'vitest';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { emitServerEvent } from '../../../src/admin/client/events/server-events.ts';
import { librarySource } from '../../support/library.ts';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { openScreen, screen, waitFor, within, type TestScreen } from '../../support/screen.tsx';

const may = ['list', 'read', 'create', 'update', 'delete'];
const source = {
  roles: { admin: { all: true }, staff: {}, guest: {} },
  resources: {
    parts: {
      importKey: 'name',
      title: '{name}',
      fields: {
        name: { type: 'text', required: true, unique: true, search: true },
        parent: { type: 'reference', to: 'parts', tree: true },
        weight: { type: 'number' },
      },
      list: { columns: ['name', 'weight', 'parent'], sort: 'name' },
      permissions: {
        staff: may,
        guest: { list: { weight_neq: 9 }, read: true },
      },
    },
    users: librarySource.resources.users,
  },
};

const ids = new Map<string, string>();
const settings = '/api/users/current/settings/grid.parts';

const add = async (name: string, parent?: string, weight = 1): Promise<void> => {
  const body = { name, parent: parent === undefined ? null : ids.get(parent), weight };
  const { json } = await api.call('POST', '/api/parts', { as: 'admin', body });
  ids.set(name, json._id);
};

const api = await openScreensOf(() => toDescriptor(source));
await add('Bike');
await add('Frame', 'Bike', 5);
await add('Wheel', 'Bike', 3);
await add('Spoke', 'Wheel');
await add('Rim', 'Wheel', 9);
await add('Anvil');
await add('Valve', 'Rim');
await add('Shelf');
await api.database.query(
  `insert into parts (_id, name, parent) select 'box' || n, 'Box ' || lpad(n::text, 3, '0'), $1
       from generate_series(1, 130) n`,
  [ids.get('Shelf')],
);
beforeEach(async () => {
  for (const as of ['admin', 'guest']) await api.call('DELETE', settings, { as });
});

const openTree = async (more: object = {}, query = ''): Promise<TestScreen> => {
  const opened = await openScreen(api, `/parts/overview?as=tree:parent${query}`, more);
  await screen.findByRole('treegrid', { name: /^(Parts|Teile)$/ });
  await screen.findByRole('row', { name: /Anvil/ });
  return opened;
};
const grid = () => screen.getByRole('treegrid', { name: 'Parts' });
/** Level, whether it is open, and name of each record. */
const rows = (): string[] =>
  within(grid())
    .getAllByRole('row')
    .filter((row) => row.hasAttribute('aria-level'))
    .map((row) => {
      const [, name] = within(row).getAllByRole('gridcell');
      const open = { true: '-', false: '+' }[row.getAttribute('aria-expanded') ?? ''] ?? ' ';
      return `${row.getAttribute('aria-level')}${open}${name!.textContent}`;
    });
const cell = (name: string) => screen.findByRole('gridcell', { name });
const top = ['1 Anvil', '1+Bike', '1+Shelf'];
const openBike = ['1 Anvil', '1-Bike', '2 Frame', '2+Wheel', '1+Shelf'];
const arrow = async (name: string) => (await cell(name)).querySelector('.g-expander')!;

describe('a list shown as a tree', () => {
  test('starts with the top records, and shows the children of an opened one', async () => {
    const { user, calls } = await openTree();
    expect(rows()).toEqual(top);
    calls();

    await user.click(await arrow('Bike'));

    await waitFor(() => expect(rows()).toEqual(openBike));
    // One statement for the records, and one for all counts of what is below them.
    const about = [`parent=${ids.get('Bike')}`, ids.get('Frame')!, ids.get('Wheel')!];
    const asked = calls().filter((call) => about.some((each) => call.includes(each)));
    expect([...new Set(asked)].map((call) => call.split('?')[0])).toEqual([
      'GET /api/parts',
      'GET /api/parts/groups',
    ]);
    await user.click(await arrow('Bike'));
    await waitFor(() => expect(rows()).toEqual(top));
  });

  test('opens and closes by arrow keys, which also lead to the parent', async () => {
    const { user } = await openTree();
    await user.click(await cell('Bike'));

    await user.keyboard('{ArrowRight}');
    await waitFor(() => expect(rows()).toEqual(openBike));
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowRight}');
    await waitFor(() => expect(rows()).toContain('3+Rim'));
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Rim'));

    await user.keyboard('{ArrowLeft}');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Wheel'));
    await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}');
    await waitFor(() => expect(rows()).toEqual(top));
    expect(document.activeElement?.textContent).toBe('Bike');
    expect(document.activeElement?.getAttribute('aria-expanded')).toBe('false');
  });

  test('moves to the next cell if there is nothing to open', async () => {
    const { user } = await openTree();
    await user.click(await cell('Anvil'));

    await user.keyboard('{ArrowRight}');

    await waitFor(() => expect(document.activeElement?.textContent).toBe('1'));
  });

  test('sorts siblings', async () => {
    const { user } = await openTree({}, '&sort=name&order=DESC');
    expect(rows()).toEqual(top.toReversed());

    await user.click(await arrow('Bike'));

    await waitFor(() =>
      expect(rows()).toEqual(['1+Shelf', '1-Bike', '2+Wheel', '2 Frame', '1 Anvil']),
    );
  });

  test('loads a page of children, and more on request', async () => {
    const { user } = await openTree();
    await user.click(await arrow('Shelf'));
    await waitFor(() => expect(rows()).toContain('2 Box 001'));
    await user.keyboard('{Control>}{End}{/Control}');
    const more = await screen.findByRole('button', {
      name: 'Show more in Shelf: 100 of 130 shown',
    });

    more.focus();
    await user.keyboard('{Enter}');

    await waitFor(() => expect(screen.queryByRole('button', { name: /Show more/ })).toBeNull());
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Box 101'));
  });

  test('shows a record below its new parent after a change', async () => {
    await add('Bell');
    const { user } = await openTree();
    expect(rows()).toContain('1 Bell');

    const id = ids.get('Bell')!;
    const body = { parent: ids.get('Anvil') };
    await api.call('PATCH', `/api/parts/${id}`, {
      as: 'admin',
      body,
      headers: { 'If-Match': '*' },
    });

    const told = { resource: 'parts', _id: id, version: 2, by: 'somebody' };
    emitServerEvent({ event: 'record.updated', data: told });
    await waitFor(() => expect(rows()).toContain('1+Anvil'));
    await user.click(await arrow('Anvil'));
    await waitFor(() => expect(rows()).toContain('2 Bell'));
    await api.call('DELETE', `/api/parts/${id}`, { as: 'admin', headers: { 'If-Match': '*' } });
  });

  test('edits cells as a table does', async () => {
    const { user } = await openTree();
    await user.click(await cell('Bike'));
    await user.keyboard('{ArrowRight}');
    await waitFor(() => expect(rows()).toContain('2 Frame'));

    await user.click(await screen.findByRole('gridcell', { name: '5' }));
    await user.keyboard('7{Enter}');

    await waitFor(async () => {
      const { json } = await api.call('GET', `/api/parts/${ids.get('Frame')}`, { as: 'admin' });
      expect(json.weight).toBe(7);
    });
    expect(rows()).toContain('2 Frame');
  });

  test('becomes a table of matches with their paths while a filter is set', async () => {
    await openScreen(api, '/parts/overview?as=tree:parent&filter={"q":"Valve"}', {});

    const match = (await screen.findByRole('link', { name: 'Valve' })).closest('[role="gridcell"]');
    await waitFor(() => expect(match?.textContent).toBe('Bike › Wheel › Rim › Valve'));
    expect(screen.queryByRole('treegrid')).toBeNull();
    expect(screen.getByRole('button', { name: 'Show as Tree' })).toBeTruthy();
  });

  test('shows a record at the top to users who cannot see its parent', async () => {
    await openTree({ as: 'guest' });

    expect(rows()).toEqual(['1 Anvil', '1+Bike', '1+Shelf', '1 Valve']);
  });

  test('is selected in the toolbar, and remembered', async () => {
    const { user, address } = await openScreen(api, '/parts/overview');
    await user.click(await screen.findByRole('button', { name: 'Show as Table' }));

    await user.click(await screen.findByRole('menuitemradio', { name: 'Tree' }));

    await screen.findByRole('treegrid', { name: 'Parts' });
    expect(new URLSearchParams(address().split('?')[1]).get('as')).toBe('tree:parent');
    await waitFor(async () => {
      const { json } = await api.call('GET', settings, { as: 'admin' });
      expect(json).toMatchObject({ shownAs: 'tree:parent' });
    });
  });

  test('falls back to a table, with a notice, if the list has no tree', async () => {
    await openScreen(api, '/parts/overview?as=tree:nosuch');

    await screen.findByText(
      'The link asks for a view that this list does not have. You see the table.',
    );
    expect(await screen.findByRole('grid', { name: 'Parts' })).toBeTruthy();
  });

  test('opens records on a phone by a button on their cards', async () => {
    const { user } = await openScreen(api, '/parts/overview?as=tree:parent', {
      width: 390,
      language: 'de',
    });

    const button = await screen.findByRole('button', { name: 'Bike öffnen', expanded: false });
    await user.click(button);

    expect(await screen.findByRole('link', { name: 'Wheel' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Bike schließen', expanded: true })).toBeTruthy();
    expect(screen.getAllByText('Ebene 2')).toHaveLength(2);
  });
});
