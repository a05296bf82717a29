import { fireEvent } from '@testing-library/react';
import { expect, test } from 'vitest';
import { calculate } from '../../../../src/admin/list/grid/figures/calculate.ts';
import { fieldTypes } from '../../../../src/fields/registry.ts';
import { toField } from '../../../../src/fields/type/to-field.ts';
import { libraryDescriptor } from '../../../support/library.ts';
import { openBooks } from '../../../support/open-books.ts';
import { gridCell, openScreen, screen, waitFor, within } from '../../../support/screen.tsx';

const api = await openBooks();

async function openFigures(path = '/books/overview', options = {}) {
  const opened = await openScreen(api, path, options);
  await gridCell('Book A');
  await opened.user.click(screen.getByRole('button', { name: 'Column Pages' }));
  await opened.user.click(await screen.findByRole('menuitem', { name: /figures at the foot/ }));
  return opened;
}

const figure = (label: string) =>
  screen.findByRole<HTMLSelectElement>('combobox', { name: `Function for ${label}` });
const result = async (label: string) =>
  (await figure(label)).closest('[role="gridcell"]')!.querySelector('.g-result')!.textContent;

test('each column has its functions, calculated over all matching records and remembered', async () => {
  const { user, calls } = await openFigures();

  const functions = within(await figure('Pages')).getAllByRole('option');
  expect(functions.map(({ textContent }) => textContent)).toEqual([
    'Calculate…',
    'Filled',
    'Empty',
    'Unique',
    'Sum',
    'Average',
    'Minimum',
    'Maximum',
    'Median',
  ]);
  expect(within(await figure('Title')).getAllByRole('option')).toHaveLength(4);
  await user.selectOptions(await figure('Pages'), 'Sum');
  await waitFor(async () => expect(await result('Pages')).toBe('600'));
  await user.selectOptions(await figure('Genre'), 'Unique');
  await waitFor(async () => expect(await result('Genre')).toBe('2'));
  expect(calls().filter((call) => call.includes('/aggregates'))).toHaveLength(2);
  await waitFor(async () => {
    const { json } = await api.call('GET', '/api/users/current/settings/grid.books', {
      as: 'admin',
    });
    expect(json).toMatchObject({ hasFigures: true, figures: { pages: 'sum', genre: 'unique' } });
  });
});

test('a filter narrows the calculated figures', async () => {
  const filter = encodeURIComponent(JSON.stringify({ genre: 'novel' }));
  const { user } = await openFigures(`/books/overview?filter=${filter}`);

  await user.selectOptions(await figure('Pages'), 'Average');

  await waitFor(async () => expect(await result('Pages')).toBe('150'));
});

test('selected cells have their figures below the grid', async () => {
  await openScreen(api, '/books/overview');
  (await gridCell('100')).focus();
  fireEvent.keyDown(await gridCell('100'), { key: 'ArrowDown', shiftKey: true });

  const line = await screen.findByText(/Selected cells/, { ignore: false });

  expect(line.textContent).toBe(
    'Selected cells: Filled 2 · Empty 0 · Unique 2 · Sum 300 · Average 150 · Minimum 100 · Maximum 200 · Median 150',
  );
});

test('cells of several fields have the functions that all of them have', () => {
  const { fields } = libraryDescriptor().resources.get('books')!;
  const of = (name: string, ...values: unknown[]) =>
    values.map((value) => ({ field: fields.get(name)!, value }));
  const names = (cells: Parameters<typeof calculate>[0]) =>
    Object.fromEntries(calculate(cells).map(({ function: name, value }) => [name, value]));

  expect(names([...of('pages', 1, null), ...of('price', 2.5)])).toMatchObject({
    count: 2,
    empty: 1,
    sum: 3.5,
    median: 1.75,
  });
  expect(names([...of('pages', 1), ...of('genre', 'novel')])).toEqual({
    count: 2,
    empty: 0,
    unique: 2,
  });
  expect(names([...of('pages', 1), ...of('printedOn', '2020-01-01')])).not.toHaveProperty('min');
  expect(names(of('printedOn', '2020-01-02', '2020-01-01', null))).toMatchObject({
    min: '2020-01-01',
    median: '2020-01-01',
    max: '2020-01-02',
  });
  expect(names(of('tags', ['a', 'b'], ['b'], []))).toEqual({ count: 2, empty: 1, unique: 2 });
});

test('figures say how many of their values are bounds', () => {
  const field = toField(fieldTypes.number, 'value', { type: 'number', qualifier: 'sign' });
  const cells = [0.5, 2, 3, null].map((value, at) => ({ field, value, isBound: at === 0 }));
  const figures = new Map(calculate(cells).map((each) => [each.function, each.value]));

  expect(figures.get('sum')).toEqual({ value: 5.5, bounds: 1 });
  expect(figures.get('max')).toEqual({ value: 3, bounds: 1 });
  expect(figures.get('count')).toBe(3);
});

test('exact numbers have exact figures, and amounts in several currencies only counts', () => {
  const amount = toField(fieldTypes.money, 'amount', {
    type: 'money',
    currency: { $field: 'currency' },
  });
  const weight = toField(fieldTypes.decimal, 'weight', { type: 'decimal', scale: 3 });
  const of = (field: typeof amount, unit: string | undefined, ...values: unknown[]) =>
    values.map((value) => ({ field, value, unit }));
  const names = (cells: Parameters<typeof calculate>[0]) =>
    Object.fromEntries(calculate(cells).map(({ function: name, value }) => [name, value]));

  expect(names(of(weight, undefined, '0.100', '10.000', '9.500', null))).toEqual({
    count: 3,
    empty: 1,
    unique: 3,
    sum: '19.600',
    avg: '6.53333333333333333333',
    min: '0.100',
    max: '10.000',
    median: '9.5',
  });
  const francs = of(amount, 'CHF', '1.10', '2.20');
  expect(names(francs)).toMatchObject({ count: 2, sum: { value: '3.30', unit: 'CHF' } });
  expect(names([...francs, ...of(amount, 'EUR', '1.00')])).toEqual({
    count: 3,
    empty: 0,
    unique: 3,
  });
});
