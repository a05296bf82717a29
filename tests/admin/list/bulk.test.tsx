import { fireEvent } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { addRecords, screenLibrary } from '../../support/screen-library.ts';
import { gridCell, openScreen, screen, waitFor, within } from '../../support/screen.tsx';

const api = await openScreensOf(screenLibrary);
await addRecords(
  api,
  '/api/books',
  Array.from({ length: 12 }, (_, index) => ({ title: `Book ${10 + index}`, pages: 100 })),
);

test('only the chosen fields of all matching records change, and a summary reports it', async () => {
  const { user, calls } = await openScreen(api, '/books/overview');
  await gridCell('Book 10');

  await user.click(screen.getByRole('checkbox', { name: 'Select Book 10' }));
  await user.click(await screen.findByRole('button', { name: 'Select all 12' }));
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit 12 records' });
  await user.click(await screen.findByRole('option', { name: 'Price' }));
  await user.type(await within(dialog).findByRole('spinbutton', { name: /Price/ }), '7');
  calls();
  await user.click(within(dialog).getByRole('button', { name: 'Change 12 records' }));

  await within(dialog).findByText('Operation lead to the following results');
  expect(within(dialog).getByText(/^Updated/).textContent).toContain('12');
  expect(calls().filter((call) => call.startsWith('POST'))).toEqual(['POST /api/books/bulk']);
  const { json } = await api.call('GET', '/api/books?price=7&pages=100', { as: 'admin' });
  expect(json.total).toBe(12);
});

test('an edit shows how many records have a value, and can change only the others', async () => {
  const books = async () =>
    (await api.call('GET', '/api/books?_sort=title&_perPage=2', { as: 'admin' })).json.data;
  const [full, blank] = await books();
  for (const [book, price] of [
    [full, 7],
    [blank, null],
  ])
    await api.call('PATCH', `/api/books/${book._id}`, {
      as: 'admin',
      body: { price },
      headers: { 'If-Match': '*' },
    });
  const { user } = await openScreen(api, '/books/overview');
  await gridCell('Book 10');
  await user.click(screen.getByRole('checkbox', { name: 'Select Book 10' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select Book 11' }));
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit 2 records' }));
  await user.click(await screen.findByRole('option', { name: 'Price' }));

  await dialog.findByText('Filled in 1 of 2 records', { ignore: false });
  await user.type(await dialog.findByRole('spinbutton', { name: /Price/ }), '9');
  await user.click(dialog.getByRole('checkbox', { name: 'Only in records where it is empty' }));
  await user.click(dialog.getByRole('combobox', { name: 'Add a field' }));
  await user.click(await screen.findByRole('option', { name: 'Pages' }));
  const change = dialog.getByRole('button', { name: 'Change 2 records' });
  expect(change).toHaveProperty('disabled', true);
  dialog.getByText(/^This works only with a single field/);
  await user.click(dialog.getByRole('button', { name: 'Do not change Pages' }));
  await user.click(change);

  await dialog.findByText('Operation lead to the following results');
  expect((await books()).map(({ price }: any) => price)).toEqual([7, 9]);
});

test('an edit appends to the texts of records, and the filter stays visible', async () => {
  const [first] = (await api.call('GET', '/api/books?_sort=title&_perPage=2', { as: 'admin' })).json
    .data;
  await api.call('PATCH', `/api/books/${first._id}`, {
    as: 'admin',
    body: { blurb: 'Seen in May.' },
    headers: { 'If-Match': '*' },
  });
  const { user } = await openScreen(
    api,
    `/books/overview?filter=${encodeURIComponent('{"pages":100}')}`,
  );
  await gridCell('Book 10');
  await user.click(screen.getByRole('checkbox', { name: 'Select Book 10' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select Book 11' }));
  const edit = await screen.findByRole('button', { name: 'Edit' });
  await screen.findByRole('button', { name: 'Remove the filter Pages' });
  await user.click(edit);
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit 2 records' }));
  await user.click(await screen.findByRole('option', { name: 'Blurb' }));

  await user.selectOptions(
    await dialog.findByRole('combobox', { name: 'How Blurb changes' }),
    'Append',
  );
  await user.type(
    await dialog.findByRole('textbox', { name: 'Text to append to Blurb' }),
    'Checked.',
  );
  await user.click(dialog.getByRole('button', { name: 'Change 2 records' }));

  await dialog.findByText('Operation lead to the following results');
  const { json } = await api.call('GET', '/api/books?_sort=title&_perPage=2', { as: 'admin' });
  expect(json.data.map(({ blurb }: any) => blurb)).toEqual(['Seen in May.\nChecked.', 'Checked.']);
});

test('rows are chosen from one to another with Shift, and by Space from the keyboard', async () => {
  const { user } = await openScreen(api, '/books/overview');
  await gridCell('Book 10');

  await user.click(screen.getByRole('checkbox', { name: 'Select Book 11' }));
  await user.keyboard('{Shift>}');
  await user.click(screen.getByRole('checkbox', { name: 'Select Book 14' }));
  await user.keyboard('{/Shift}');
  await screen.findByText('4 selected');
  (await gridCell('Book 12')).focus();
  await user.keyboard('{Shift>} {/Shift}');

  await screen.findByText('3 selected');
  await waitFor(() =>
    expect(screen.getByRole('checkbox', { name: 'Select Book 12' })).toHaveProperty(
      'checked',
      false,
    ),
  );
});

test('failed records can stay selected', async () => {
  const [author] = await addRecords(api, '/api/authors', [{ name: 'Ada' }, { name: 'Bo' }]);
  await addRecords(api, '/api/books', [{ title: 'Book of Ada', author: author!._id }]);
  const { user } = await openScreen(api, '/authors/overview');
  await gridCell('Ada');

  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete 2 records?' });
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await user.click(await within(dialog).findByRole('button', { name: 'Select the failed record' }));

  await screen.findByText('1 selected');
  expect(screen.getByRole('checkbox', { name: 'Select Ada' })).toHaveProperty('checked', true);
});

test('a stopped bulk action lists the changed and the unchanged records, and offers both', async () => {
  const all = 4000;
  await api.database.query(
    `insert into books (_id, title, pages) select 'many' || n, 'Many ' || n, 450 from generate_series(1, ${all}) n`,
  );
  const filter = encodeURIComponent(JSON.stringify({ pages: 450 }));
  const { user } = await openScreen(api, `/books/overview?filter=${filter}&sort=title`);
  await gridCell('Many 1');
  await user.click(screen.getByRole('checkbox', { name: 'Select Many 1' }));
  await user.click(await screen.findByRole('button', { name: 'Select all 4,000' }));
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit 4,000 records' });
  await user.click(await screen.findByRole('option', { name: 'Price' }));
  await user.type(await within(dialog).findByRole('spinbutton', { name: /Price/ }), '3');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Change 4,000 records' }));

  await within(dialog).findByText(/^[1-9][\d,]* of 4,000/);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Stop' }));

  const said = await within(dialog).findByText(/^Stopped: /);
  const [changed = 0, left = 0] = (said.textContent.match(/\d[\d,]*/g) ?? []).map((each) =>
    Number(each.replace(',', '')),
  );
  expect(changed + left).toBe(all);
  const { json } = await api.call('GET', '/api/books?price=3&pages=450', { as: 'admin' });
  expect(json.total).toBe(changed);
  await user.click(within(dialog).getByRole('button', { name: / unchanged records?$/ }));
  await screen.findByText(`${left.toLocaleString('en')} selected`);
});
