import { expect, test } from 'vitest';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { ordersDescriptor } from '../../support/orders.ts';
import { addRecords } from '../../support/screen-library.ts';
import { openScreen, screen, startEditing, waitFor, within } from '../../support/screen.tsx';

const api = await openScreensOf(ordersDescriptor);
await addRecords(api, '/api/customers', [{ _id: 'ann', name: 'Ann' }]);
await addRecords(api, '/api/orders', [{ _id: 'o1', title: 'Lamp', customer: 'ann', net: 10 }]);

test('a computed field is labelled as computed, and is computed again with each save', async () => {
  const { user } = await openScreen(api, '/orders/details/o1', { as: 'admin' });
  await startEditing(user);
  const gross = () => screen.getByRole('group', { name: 'Gross' });
  const net = await screen.findByRole('spinbutton', { name: 'Net' });
  expect(within(gross()).getByText('10.00')).toBeTruthy();
  expect(within(gross()).getByText(/^Computed/)).toBeTruthy();
  expect(screen.queryByRole('spinbutton', { name: 'Gross' })).toBeNull();

  await user.clear(net);
  await user.type(net, '25');
  await user.click(screen.getByRole('button', { name: 'Save' }));

  await waitFor(() => expect(within(gross()).getByText('25.00')).toBeTruthy());
});

test('the form of a new record does not show it', async () => {
  await openScreen(api, '/orders/create', { as: 'admin' });

  expect(await screen.findByRole('spinbutton', { name: 'Net' })).toBeTruthy();
  expect(screen.queryByRole('group', { name: 'Gross' })).toBeNull();
});

test('a list shows it and sorts by it', async () => {
  await openScreen(api, '/orders/overview', { as: 'admin' });

  expect(await screen.findByText('25.00')).toBeTruthy();
  expect(screen.getByText('Ann')).toBeTruthy();
  expect(screen.getByRole('columnheader', { name: /Customer name/ })).toBeTruthy();
});
