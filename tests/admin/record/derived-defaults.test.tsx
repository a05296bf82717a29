import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { priceList } from '../../support/price-list.ts';
import { addRecords } from '../../support/screen-library.ts';
import { openScreen, screen, waitFor, within } from '../../support/screen.tsx';

const api = await openScreensOf(() => priceList);
await addRecords(api, '/api/suppliers', [{ _id: 'mill', name: 'Mill', country: 'CH' }]);
await addRecords(api, '/api/products', [
  { _id: 'bread', name: 'Bread', price: 5, supplier: 'mill' },
  { _id: 'gift', name: 'Gift', price: 0 },
]);

async function choose(user: UserEvent, name: string): Promise<void> {
  await user.click(await screen.findByRole('combobox', { name: 'Product' }));
  await user.click(await screen.findByRole('option', { name }));
}
const price = () => screen.findByLabelText(/^Price/);
const hasPrice = (text: string) =>
  waitFor(async () => expect(((await price()) as HTMLInputElement).value).toBe(text));
const stored = async () =>
  (await api.call('GET', '/api/lines?_sort=-createdAt', { as: 'admin' })).json.data[0];

test('a new record is filled from a chosen record, and says so', async () => {
  const { user } = await openScreen(api, '/lines/create');

  await choose(user, 'Bread');

  await hasPrice('5');
  expect(screen.getByText('Taken from Product › Price')).toBeTruthy();
  await choose(user, 'Gift');
  await hasPrice('0');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(async () => expect(await stored()).toMatchObject({ product: 'gift', price: 0 }));
});

test('what somebody has typed stays', async () => {
  const { user } = await openScreen(api, '/lines/create', { language: 'de' });
  await choose(user, 'Bread');
  await hasPrice('5');
  expect(screen.getByText('Übernommen aus Product › Price')).toBeTruthy();
  await user.clear(await price());
  await user.type(await price(), '4');
  await waitFor(() => expect(screen.queryByText('Übernommen aus Product › Price')).toBeNull());

  await choose(user, 'Gift');
  await waitFor(() => expect(screen.queryByText('Übernommen aus Product › Supplier')).toBeNull());

  await hasPrice('4');
});

test('a value that the server calculates need not be entered, but can be', async () => {
  const { user } = await openScreen(api, '/lines/create');
  await choose(user, 'Bread');
  await hasPrice('5');
  const save = () => user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getAllByText(/^Calculated when you save/)).toHaveLength(5);
  await user.click(screen.getByLabelText(/^Weight/));
  await user.tab();

  await user.type(screen.getByLabelText(/^Amount/), '4');
  await save();

  await waitFor(async () => expect(await stored()).toMatchObject({ amount: '4.00', weight: 2 }));
});

test('a line of a record is filled too', async () => {
  const { user } = await openScreen(api, '/orders/create');
  await user.type(await screen.findByRole('textbox', { name: /^Number/ }), '1');
  await user.click(await screen.findByRole('button', { name: /Add line/ }));
  const line = await screen.findByRole('row', { name: /Lines 1/ });

  await user.click(await within(line).findByRole('combobox', { name: 'Product' }));
  await user.click(await screen.findByRole('option', { name: 'Bread' }));
  await waitFor(() => expect(within(line).getByText('Taken from Product › Price')).toBeTruthy());
  await user.click(screen.getByRole('button', { name: 'Save' }));

  await waitFor(async () =>
    expect(await stored()).toMatchObject({ price: 5, supplier: 'mill', origin: 'CH' }),
  );
});
