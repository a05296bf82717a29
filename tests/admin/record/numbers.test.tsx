import { expect, test } from 'vitest';
import { numberedShop } from '../../support/numbered-shop.ts';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { addRecords } from '../../support/screen-library.ts';
import { openScreen, screen, within } from '../../support/screen.tsx';

const api = await openScreensOf(numberedShop);
await addRecords(api, '/api/orders', [{ _id: 'o1' }]);
await addRecords(api, '/api/lines', [{ _id: 'l1', order: 'o1', name: 'first' }]);

const number = async (name: string) => within(await screen.findByRole('group', { name }));

test('the form of a new record says that saving assigns the number, and then shows it', async () => {
  const { user } = await openScreen(api, '/orders/create', { as: 'staff' });
  expect((await number('Number')).getByText('Given when saved')).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: 'Number' })).toBeNull();

  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'mine');
  await user.click(screen.getByRole('button', { name: 'Save' }));

  expect(await screen.findByRole('heading', { name: 'O-00002' })).toBeTruthy();
});

test('a copy gets its own number', async () => {
  await openScreen(api, '/lines/create?copy=l1', { as: 'staff' });

  expect((await number('Position')).getByText('Given when saved')).toBeTruthy();
  expect(screen.queryByText(/together/)).toBeNull();
});
