import { expect, test } from 'vitest';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { addRecords, screenLibrary } from '../../support/screen-library.ts';
import { openScreen, screen, waitFor, within } from '../../support/screen.tsx';

const api = await openScreensOf(screenLibrary, {
  clear: async () => {
    await api.database.query('truncate backoffice.watches');
    await api.database.query('delete from backoffice.views');
    await api.database.query('truncate backoffice.threads cascade');
  },
});

const watched = async (): Promise<any[]> =>
  (await api.call('GET', '/api/watches', { as: 'admin' })).json.data;

test('a record is watched by a button, and no longer by a second press', async () => {
  const [book] = await addRecords(api, '/api/books', [{ title: 'Dune' }]);
  const { user } = await openScreen(api, `/books/details/${book!['_id']}`);

  const button = await screen.findByRole('button', { name: 'Watch', pressed: false });
  await user.click(button);
  await screen.findByRole('button', { name: 'Watching', pressed: true });
  expect(await watched()).toMatchObject([{ resource: 'books', record: book!['_id'] }]);
  await user.click(button);
  await screen.findByRole('button', { name: 'Watch', pressed: false });
  expect(await watched()).toEqual([]);
});

test('the new records of a collection are watched from the menu of its list', async () => {
  await addRecords(api, '/api/books', [{ title: 'Dune' }]);
  const { user } = await openScreen(api, '/books/overview');

  await user.click(await screen.findByRole('button', { name: 'More' }));
  await user.click(
    await screen.findByRole('menuitemcheckbox', { name: 'Watch new records', checked: false }),
  );
  await waitFor(async () =>
    expect(await watched()).toMatchObject([{ resource: 'books', record: null }]),
  );
});

test('a saved view is watched from its menu, with fields whose changes count', async () => {
  await addRecords(api, '/api/books', [{ title: 'Dune' }]);
  const body = { resource: 'books', name: 'Long books', where: { pages_gte: 100 } };
  expect((await api.call('POST', '/api/views', { as: 'admin', body })).status).toBe(201);
  const { user } = await openScreen(api, '/books/overview');

  await user.click(await screen.findByRole('tab', { name: /^Long books/ }));
  await user.click(screen.getByRole('button', { name: 'Views' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Watch…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Watch “Long books”' }));
  await user.click(dialog.getByRole('combobox', { name: /^Also changes/ }));
  await user.click(await screen.findByRole('option', { name: 'Title' }));
  await user.click(dialog.getByRole('button', { name: 'Watch' }));
  await waitFor(async () =>
    expect(await watched()).toMatchObject([{ name: 'Long books', fields: ['title'] }]),
  );
});

test.each([
  ['of the record itself', { pages_gte: 100 }, false],
  ['of another record', { 'author.name': 'Ada' }, true],
  ['of the day', { printedOn_lt: '$today' }, true],
])(
  'the dialog says whether a view moves by more than its records: a condition %s',
  async (_, where, isSaid) => {
    const body = { resource: 'books', name: 'Some', where };
    expect((await api.call('POST', '/api/views', { as: 'admin', body })).status).toBe(201);
    const { user } = await openScreen(api, '/books/overview');

    await user.click(await screen.findByRole('tab', { name: /^Some/ }));
    await user.click(screen.getByRole('button', { name: 'Views' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Watch…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Watch “Some”' });
    expect(dialog.textContent.includes('another record')).toBe(isSaid);
  },
);

test('the inbox lists what somebody watches, and ends it', async () => {
  const [book] = await addRecords(api, '/api/books', [{ title: 'Dune' }]);
  const body = { resource: 'books', record: book!['_id'] };
  await api.call('PUT', '/api/watches', { as: 'admin', body });
  await api.call('POST', '/api/threads', { as: 'admin', body: { ...body, text: 'Why?' } });
  const { user } = await openScreen(api, '/inbox', { language: 'de' });

  await user.click(await screen.findByRole('button', { name: 'Was Sie beobachten' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Was Sie beobachten' }));
  const links = await dialog.findAllByRole('link', { name: 'Dune' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    expect.stringMatching(/\?thread=/),
    `/books/details/${book!['_id']}`,
  ]);
  await user.click(dialog.getAllByRole('button', { name: 'Dune nicht mehr beobachten' })[1]!);
  await waitFor(() => expect(dialog.getAllByRole('link', { name: 'Dune' })).toHaveLength(1));
  await user.click(dialog.getByRole('checkbox', { name: /^Was andere .* ändern/ }));
  await waitFor(async () =>
    expect(await watched()).toMatchObject([{ resource: null }, { thread: expect.any(String) }]),
  );
});
