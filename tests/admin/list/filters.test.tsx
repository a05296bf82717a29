import { expect, test } from 'vitest';
import { openFilterRow, openPanel, titles } from '../../support/filter-tools.ts';
import { openBooks } from '../../support/open-books.ts';
import { gridCell, openScreen, screen, waitFor, within } from '../../support/screen.tsx';

const api = await openBooks();

test('the row below the header narrows the list by an operator and a value, and shows the chips', async () => {
  const { user, address } = await openScreen(api, '/books/overview');
  await gridCell('Book A');

  await openFilterRow(user);
  const operator = await screen.findByRole('combobox', { name: 'Filter operator for Pages' });
  await user.selectOptions(operator, '≥ at least');
  await user.type(screen.getByRole('textbox', { name: 'Filter Pages' }), '200');
  await waitFor(() => expect(titles()).toEqual(['Book B', 'Book C']));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Filter Genre' }), 'novel');

  await waitFor(() => expect(titles()).toEqual(['Book B']));
  expect(decodeURIComponent(address())).toContain('{"pages_gte":200,"genre":"novel"}');
  await user.click(await screen.findByRole('button', { name: 'Remove the filter Pages' }));
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: 'Filter Pages' })).toHaveProperty('value', ''),
  );
});

test('text typed into two cells of the row in quick succession narrows the list by both', async () => {
  const { user, address } = await openScreen(api, '/books/overview');
  await gridCell('Book A');
  await openFilterRow(user);

  await user.type(await screen.findByRole('textbox', { name: 'Filter Title' }), 'Book');
  await user.type(screen.getByRole('textbox', { name: 'Filter Pages' }), '100');

  await waitFor(() => expect(titles()).toEqual(['Book A']));
  expect(decodeURIComponent(address())).toContain('"title_contains":"Book"');
});

test('the builder reads the filter, groups it by OR, and follows references', async () => {
  const filter = encodeURIComponent(JSON.stringify({ pages_gte: 300 }));
  const { user, address } = await openScreen(api, `/books/overview?filter=${filter}`);
  await gridCell('Book C');

  const dialog = await openPanel(user);
  expect(within(dialog).getByRole('textbox', { name: 'Value' })).toHaveProperty('value', '300');
  await user.click(within(dialog).getByRole('checkbox', { name: /^Advanced/ }));
  await user.click(within(dialog).getByRole('combobox', { name: 'Records that match' }));
  await user.click(await screen.findByRole('option', { name: 'any of these' }));
  await user.click(within(dialog).getByRole('button', { name: 'Add condition' }));
  const [, field] = within(dialog).getAllByRole('combobox', { name: 'Field' });
  await user.type(field!, 'Author › Name');
  await user.click(await screen.findByRole('option', { name: 'Author › Name' }));
  const [, value] = await within(dialog).findAllByRole('textbox', { name: 'Value' });
  await user.type(value!, 'Bo');

  // The first letter alone finds the same records.
  await waitFor(() =>
    expect(decodeURIComponent(address())).toContain(
      '{"where":{"or":[{"pages_gte":300},{"author.name_contains":"Bo"}]}}',
    ),
  );
  await waitFor(() => expect(titles()).toEqual(['Book B', 'Book C']));
  expect(screen.getByRole('button', { name: 'Filter 2' })).toBeTruthy();
});

test('the row below the header excludes one choice', async () => {
  const { user, address } = await openScreen(api, '/books/overview');
  await gridCell('Book A');
  await openFilterRow(user);

  await user.selectOptions(
    await screen.findByRole('combobox', { name: 'Filter operator for Genre' }),
    '≠ is not',
  );
  await user.selectOptions(screen.getByRole('combobox', { name: 'Filter Genre' }), 'novel');

  await waitFor(() => expect(titles()).toEqual(['Book C']));
  expect(decodeURIComponent(address())).toContain('{"genre_neq":"novel"}');
});

test('the builder finds records by title, and its chip describes the condition and opens it', async () => {
  const where = { or: [{ pages_gte: 300 }, { 'author.name': 'Bo' }] };
  const filter = encodeURIComponent(JSON.stringify({ where }));
  const { user } = await openScreen(api, `/books/overview?filter=${filter}`);
  await gridCell('Book C');
  await waitFor(() =>
    expect(document.body.textContent).toContain('Pages ≥ 300 or Author › Name Bo'),
  );

  await user.click(screen.getByRole('button', { name: 'Change the filter Nested filter' }));
  const dialog = await screen.findByRole('complementary', { name: 'Filter' });
  const [first] = within(dialog).getAllByRole('combobox', { name: 'Field' });
  await user.clear(first!);
  await user.type(first!, 'Author');
  await user.click(await screen.findByRole('option', { name: 'Author' }));
  // The input of the value has the focus, and offers the records.
  const value = await within(dialog).findByRole('combobox', { name: 'Value' });
  await waitFor(() => expect(document.activeElement).toBe(value));
  await user.click(await screen.findByRole('option', { name: 'Ada' }));

  await waitFor(() => expect(titles()).toEqual(['Book A', 'Book B', 'Book C']));
  await waitFor(() =>
    expect(document.body.textContent).toContain('Author Ada or Author › Name Bo'),
  );
});

const open = (search: string) => openScreen(api, `/books/overview?${search}`);
const withFilter = (filter: object) => `filter=${encodeURIComponent(JSON.stringify(filter))}`;
const chip = async (label: string) =>
  (await screen.findByRole('button', { name: `Change the filter ${label}` })).parentElement;

test('the chip of a nested filter describes it whole, and other conditions have their own chips', async () => {
  await open(
    withFilter({
      where: {
        'author.name_contains': 'Ada',
        or: [{ pages_gte: 300 }, { genre: 'novel' }],
      },
    }),
  );

  expect((await chip('Author › Name'))?.textContent).toBe('Author › Namecontains “Ada”');
  expect((await chip('Nested filter'))?.textContent).toBe(
    'Nested filterPages ≥ 300 or Genre novel',
  );
});

test('a chip shows a relative day and a “no” in words', async () => {
  await open(withFilter({ printedOn_lte: '$today', lentAt_gte: '$today-30d', inPrint: false }));

  expect((await chip('Printed on'))?.textContent).toBe('Printed on≤ today');
  expect((await chip('Lent at'))?.textContent).toBe('Lent at≥ 30 days ago');
  expect((await chip('In print'))?.textContent).toBe('In printNo');
});

test('one chip of a filter is removed, and the others stay', async () => {
  const { user, address } = await open(
    withFilter({ where: { 'author.name_contains': 'Ada', 'author.name_starts': 'A' } }),
  );
  const [first] = await screen.findAllByRole('button', {
    name: 'Remove the filter Author › Name',
  });

  await user.click(first!);

  await waitFor(() =>
    expect(decodeURIComponent(address())).toContain('{"where":{"author.name_starts":"A"}}'),
  );
});

test('a filter that cannot be read lists no records, and offers to list all', async () => {
  const { user } = await open('filter=notjson');

  await screen.findByRole('heading', { name: 'The filter in this link cannot be read' });
  expect(titles()).toEqual([]);
  await user.click(screen.getByRole('link', { name: 'Show all' }));
  await waitFor(() => expect(titles()).toHaveLength(3));
});

test('sorting by an unknown field falls back to the default order, with a notice', async () => {
  const { address } = await open('sort=nosuch&order=DESC');

  await waitFor(() => expect(titles()).toEqual(['Book A', 'Book B', 'Book C']));
  await screen.findByText(/cannot be sorted by nosuch/);
  expect(address()).not.toContain('nosuch');
});

test('a value in a link that does not fit its field is shown as it was written', async () => {
  await open(withFilter({ pages: 'abc' }));

  expect((await chip('Pages'))?.textContent).toBe('Pagesabc');
  await screen.findByText('Pages: must be a number');
});

test('a new condition has the focus and its own name, and Escape closes the panel', async () => {
  const { user } = await open(withFilter({ pages_gte: 300 }));
  await gridCell('Book C');
  const dialog = await openPanel(user);
  await user.click(within(dialog).getByRole('button', { name: 'Add condition' }));

  const added = within(dialog).getByRole('group', { name: 'Condition 2: no field yet' });
  expect(document.activeElement).toBe(within(added).getByRole('combobox', { name: 'Field' }));
  within(dialog).getByRole('button', { name: 'Remove Pages' }).focus();
  await user.keyboard('{Escape}');

  await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Filter' })).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Filter 1' }));
  expect(titles()).toEqual(['Book C']);
});

test('the builder names an expression, and shows it as it was written', async () => {
  const where = JSON.stringify({ where: { $expression: 'pages / 2 > 100' } });
  const { user } = await openScreen(api, `/books/overview?filter=${encodeURIComponent(where)}`);
  await gridCell('Book C');

  const dialog = await openPanel(user);

  const condition = within(dialog).getByRole('group', { name: /Expression/ });
  expect(condition.textContent).toBe('Expression pages / 2 > 100');
});
