import { fireEvent } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { parseDescriptor } from '../../../../src/descriptor/read/parse-descriptor.ts';
import { librarySource } from '../../../support/library.ts';
import { openScreensOf } from '../../../support/open-screens-of.ts';
import { addRecords } from '../../../support/screen-library.ts';
import { gridCell, openScreen, screen, waitFor, within } from '../../../support/screen.tsx';

const parsed = parseDescriptor(
  JSON.stringify({
    app: {
      dashboard: [
        { name: 'amounts', kind: 'chart', label: 'Amounts', resource: 'values', by: 'amount' },
      ],
    },
    roles: { admin: { all: true }, staff: {} },
    resources: {
      users: librarySource.resources.users,
      values: {
        title: '{name}',
        fields: {
          name: { type: 'text' },
          amount: { type: 'number', qualifier: 'sign' },
          sign: { type: 'choice', choices: ['<', '>', '=', '~'] },
        },
        list: { columns: ['name', 'sign', 'amount'], sort: 'name' },
      },
    },
  }),
);
if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems));
const { descriptor } = parsed;
const api = await openScreensOf(() => descriptor);

const stored = async () => {
  const { json } = await api.call('GET', '/api/values?_sort=name', { as: 'admin' });
  return (json.data as { amount: number; sign: string }[]).map(({ amount, sign }) => [
    amount,
    sign,
  ]);
};

test('a bound is one value of a cell: shown, pasted, and replaced by an exact number', async () => {
  await addRecords(api, '/api/values', [{ name: 'A', amount: 0.5, sign: '<' }, { name: 'B' }]);
  const { user } = await openScreen(api, '/values/overview');
  (await gridCell('<0.5')).focus();

  await user.paste('7\n< 3');

  await waitFor(async () =>
    expect(await stored()).toEqual([
      [7, null],
      [3, '<'],
    ]),
  );
  await gridCell('<3');
});

test('a qualifier pasted beside its number counts, and one that contradicts it is refused', async () => {
  const { user } = await openScreen(api, '/values/overview');
  (await gridCell('A')).focus();

  await user.paste('A\t>\t7\nB\t>\t<8');

  await waitFor(async () =>
    expect(await stored()).toEqual([
      [7, '>'],
      [3, '<'],
    ]),
  );
  await waitFor(() => expect(document.querySelectorAll('.g-failed')).toHaveLength(2));
});

test('a sign that the clipboard has is one of the choices, or the cell says that it is none', async () => {
  const { user } = await openScreen(api, '/values/overview');
  (await gridCell('>7')).focus();

  await user.paste('~7\n>none');

  await waitFor(() => expect(document.querySelectorAll('.g-failed')).toHaveLength(2));
  await waitFor(async () =>
    expect(await stored()).toEqual([
      [7, '~'],
      [3, '<'],
    ]),
  );
});

test('a bound typed into a cell is written with its sign, and copied so before it is saved', async () => {
  const { user } = await openScreen(api, '/values/overview');
  (await gridCell('~7')).focus();

  await user.keyboard('<0.5{Enter}');
  const cell = await gridCell('<0.5');
  cell.focus();
  const setData = vi.fn<DataTransfer['setData']>();
  fireEvent.copy(cell, { clipboardData: { setData } });

  expect(setData).toHaveBeenCalledWith('text/plain', '<0.5');
  await waitFor(async () => expect((await stored())[0]).toEqual([0.5, '<']));
});

test('an open cell shows the sign, and says which is wrong', async () => {
  const { user } = await openScreen(api, '/values/overview');
  (await gridCell('<0.5')).focus();

  await user.keyboard('{F2}');
  const input = await screen.findByRole('textbox', { name: 'Amount' });
  expect(input).toHaveProperty('value', '<0.5');
  await user.clear(input);
  await user.type(input, '≥0.5{Enter}');

  expect(await within(input.closest('.g-editor')!).findByText(/one of <, >/)).toBeTruthy();
  await user.clear(input);
  await user.type(input, '7{Enter}');
  await waitFor(async () => expect((await stored())[0]).toEqual([7, null]));
});

test('filling and emptying a cell takes the sign with the number', async () => {
  const { user } = await openScreen(api, '/values/overview');
  (await gridCell('<3')).focus();
  await user.keyboard('{Delete}');
  await waitFor(async () => expect((await stored())[1]).toEqual([null, null]));
  (await gridCell('7')).focus();
  await user.keyboard('>1{Enter}');
  (await gridCell('>1')).focus();

  await user.keyboard('{Shift>}{ArrowDown}{/Shift}{Control>}d{/Control}');

  await waitFor(async () =>
    expect(await stored()).toEqual([
      [1, '>'],
      [1, '>'],
    ]),
  );
});

test('a bound is typed into the form and into a new row', async () => {
  const { user } = await openScreen(api, '/values/create');
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'C');
  await user.type(screen.getByRole('textbox', { name: 'Amount' }), '<2,5');
  await user.clear(screen.getByRole('textbox', { name: 'Amount' }));
  await user.type(screen.getByRole('textbox', { name: 'Amount' }), '<2.5');
  expect(screen.getByRole('combobox', { name: 'Sign' }).textContent).toBe('<');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(async () => expect((await stored())[2]).toEqual([2.5, '<']));

  const { user: again } = await openScreen(api, '/values/overview');
  await gridCell('<2.5');
  await again.click(screen.getByRole('button', { name: 'New record' }));
  const dialog = await screen.findByRole('dialog', { name: '1 new record' });
  await again.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'D');
  await again.type(within(dialog).getByRole('textbox', { name: 'Amount' }), '~4');
  await again.click(within(dialog).getByRole('textbox', { name: 'Sign' }));
  await waitFor(() =>
    expect(within(dialog).getByRole('textbox', { name: 'Sign' })).toHaveProperty('value', '~'),
  );
  await again.click(within(dialog).getByRole('button', { name: 'Create 1 record' }));

  await waitFor(async () => expect((await stored())[3]).toEqual([4, '~']));
});

test('figures of a column and of selected cells say that bounds count as their numbers', async () => {
  const { user } = await openScreen(api, '/values/overview');
  await gridCell('<2.5');
  await user.click(screen.getByRole('button', { name: 'Column Amount' }));
  await user.click(await screen.findByRole('menuitem', { name: /figures at the foot/ }));
  const choice = await screen.findByRole('combobox', { name: 'Function for Amount' });
  await user.selectOptions(choice, 'Sum');
  const foot = choice.closest('[role="gridcell"]')!;
  await waitFor(() =>
    expect(foot.querySelector('.g-result')!.textContent).toMatch(/ with \d limits$/),
  );

  (await gridCell('<2.5')).focus();
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}');

  expect(await screen.findByText('Selected cells', { exact: false })).toHaveProperty(
    'textContent',
    expect.stringContaining('Sum 6.5 with 2 limits'),
  );
});

test('a chart has the bounds in a row of their own, which leads to them', async () => {
  const { user } = await openScreen(api, '/dashboard');
  const chart = within(await screen.findByRole('region', { name: 'Amounts' }));
  await user.click(await chart.findByRole('button', { name: 'Amounts: Show as a table' }));
  await user.click(await chart.findByRole('link', { name: 'Below or above a limit' }));

  await gridCell('<2.5');
  expect(screen.queryByRole('gridcell', { name: '7' })).toBeNull();
});

test('a number set in many records is exact, or a bound, in all of them', async () => {
  const { user } = await openScreen(api, '/values/overview');
  await gridCell('<2.5');
  for (const name of ['A', 'C'])
    await user.click(screen.getByRole('checkbox', { name: `Select ${name}` }));
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit 2 records' }));
  await user.click(await screen.findByRole('option', { name: 'Amount' }));
  const amount = await dialog.findByRole('textbox', { name: 'Amount' });
  await user.type(amount, '<8');
  await user.clear(amount);
  await user.type(amount, '8');
  await user.click(dialog.getByRole('button', { name: 'Change 2 records' }));

  await dialog.findByText('Operation lead to the following results');
  const [a, , c] = await stored();
  expect([a, c]).toEqual([
    [8, null],
    [8, null],
  ]);
});
