import { expect, test, beforeEach } from 'vitest';
import { toDescriptor } from '../../../../src/descriptor/read/to-descriptor.ts';
import { librarySource } from '../../../support/library.ts';
import { openScreensOf } from '../../../support/open-screens-of.ts';
import { gridCell, openScreen, screen, waitFor } from '../../../support/screen.tsx';

/** Tasks in an order set by hand, each perhaps a part of another. */
const tasks = () =>
  toDescriptor({
    roles: librarySource.roles,
    resources: {
      users: librarySource.resources.users,
      tasks: {
        title: '{name}',
        order: 'place',
        list: { columns: ['name'] },
        fields: {
          name: { type: 'text' },
          place: { type: 'number' },
          part: { type: 'reference', to: 'tasks', tree: true },
        },
        permissions: { staff: ['list', 'read'] },
      },
    },
  });

const api = await openScreensOf(tasks);
const add = (body: object) => api.call('POST', '/api/tasks', { as: 'admin', body });

beforeEach(async () => {
  await api.database.query('truncate tasks cascade');
  // Without a place, they stand in the order of their `_id`.
  for (const [at, name] of names.entries()) await add({ _id: `t${at}`, name });
});

const names = ['mix', 'rise', 'bake', 'eat'];

const shown = () => screen.getAllByRole('gridcell', { name: /^(mix|rise|bake|eat|wait)$/ }).map(({ textContent }) => textContent); // prettier-ignore

async function stored(): Promise<[string, number | null][]> {
  const { json } = await api.call('GET', '/api/tasks?_sort=place', { as: 'admin' });
  return json.data.map(({ name, place }: any) => [name, place]);
}

const move = async (
  user: { keyboard(keys: string): Promise<void> },
  name: string,
  keys: string,
) => {
  (await gridCell(name)).focus();
  await user.keyboard(`{Alt>}{Shift>}${keys}{/Shift}{/Alt}`);
};

test('a record moves by keys, also twice before the first move is stored', async () => {
  const { user } = await openScreen(api, '/tasks/overview');
  await move(user, 'bake', '{ArrowUp}{ArrowUp}');

  await waitFor(() => expect(shown()).toEqual(['bake', 'mix', 'rise', 'eat']));
  expect(await stored()).toEqual([
    ['bake', expect.any(Number)],
    ['mix', expect.any(Number)],
    ['rise', null],
    ['eat', null],
  ]);
  await move(user, 'bake', '{ArrowDown}');
  await waitFor(() => expect(shown()).toEqual(['mix', 'bake', 'rise', 'eat']));
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(shown()).toEqual(['bake', 'mix', 'rise', 'eat']));
});

test('between two others it is the only one that is written', async () => {
  for (const at of names.keys())
    await api.call('PATCH', `/api/tasks/t${at}`, {
      as: 'admin',
      body: { place: at + 1 },
      headers: { 'If-Match': '*' },
    });
  const { user } = await openScreen(api, '/tasks/overview');
  await user.click(await screen.findByRole('button', { name: 'Menu for eat' }));
  await user.click(await screen.findByRole('menuitem', { name: /Move up/ }));

  await waitFor(() => expect(shown()).toEqual(['mix', 'rise', 'eat', 'bake']));
  expect(await stored()).toEqual([
    ['mix', 1],
    ['rise', 2],
    ['eat', 2.5],
    ['bake', 3],
  ]);
});

test('in another order, and for who may not write, nothing moves', async () => {
  const { user } = await openScreen(api, '/tasks/overview?sort=name&order=ASC');
  await user.click(await screen.findByRole('button', { name: 'Menu for eat' }));
  await screen.findByRole('menuitem', { name: /Open in a new tab/ });
  expect(screen.queryByRole('menuitem', { name: /Move up/ })).toBeNull();
  await user.keyboard('{Escape}');
  await move(user, 'rise', '{ArrowUp}');

  await openScreen(api, '/tasks/overview', { as: 'staff' });
  await user.click(await screen.findByRole('button', { name: 'Menu for eat' }));
  await screen.findByRole('menuitem', { name: /Open in a new tab/ });
  expect(screen.queryByRole('menuitem', { name: /Move up/ })).toBeNull();
  expect((await stored()).every(([, place]) => place === null)).toBe(true);
});

test('on a page, the place behind its last record is not guessed', async () => {
  const { user } = await openScreen(api, '/tasks/overview?perPage=2&page=2');
  await move(user, 'bake', '{ArrowUp}');
  await move(user, 'eat', '{ArrowUp}');

  expect(await screen.findByText(/The neighbour of that place is not shown here/)).toBeTruthy();
  expect((await stored()).every(([, place]) => place === null)).toBe(true);
});
