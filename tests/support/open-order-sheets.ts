import type { UserEvent } from '@testing-library/user-event';
import { beforeEach } from 'vitest';
import { openScreensOf } from './open-screens-of.ts';
import { orderSheets } from './order-sheets.ts';
import { addRecords } from './screen-library.ts';
import { openScreen, screen, startEditing, within, type ScreenOptions } from './screen.tsx';

/** For the tests of a file: screens of orders, in which each test has an order with a line of bread and one of cake. */
export async function openOrderSheets() {
  let order: string;
  let count = 0;

  const api = await openScreensOf(orderSheets);
  await addRecords(api, '/api/products', [
    { _id: 'bread', name: 'Bread' },
    { _id: 'cake', name: 'Cake' },
    { _id: 'pie', name: 'Pie' },
  ]);
  beforeEach(async () => {
    count += 1;
    order = `order-${count}`;
    await addRecords(api, '/api/orders', [{ _id: order, name: `Order ${count}` }]);
    await addRecords(api, '/api/lines', [
      { _id: `bread-${count}`, order, product: 'bread', pieces: 2 },
      { _id: `cake-${count}`, order, product: 'cake', pieces: 3 },
    ]);
  });

  const path = (): string => `/orders/details/${order}`;
  return {
    api: () => api,
    order: () => order,
    path,
    /** Product, pieces and version of each line of an order. */
    async stored(id = order): Promise<string[]> {
      const { json } = await api.call('GET', `/api/lines?order=${id}&_sort=place`, { as: 'admin' });
      return json.data.map((each: any) => `${each.product} ${each.pieces} v${each._version}`);
    },
    async edit(options: ScreenOptions = { as: 'staff' }) {
      const opened = await openScreen(api, path(), options);
      await startEditing(opened.user);
      return opened;
    },
    /** Somebody else changes the line of a product, or without values deletes it. */
    meanwhile: (product: string, body?: object) =>
      api.call(body ? 'PATCH' : 'DELETE', `/api/lines/${product}-${count}`, {
        as: 'admin',
        ...(body && { body }),
        headers: { 'If-Match': '*' },
      }),
  };
}

export const line = (number: number) => screen.findByRole('row', { name: `Order lines ${number}` });

export async function lineInput(number: number, role: string, name: RegExp) {
  return within(await line(number)).getByRole<HTMLInputElement>(role, { name });
}

export const pieces = (number: number) => lineInput(number, 'spinbutton', /Pieces/);

export async function setPieces(user: UserEvent, number: number, value: string): Promise<void> {
  const input = await pieces(number);
  await user.clear(input);
  await user.type(input, value);
}

export async function chooseProduct(user: UserEvent, number: number, name: string) {
  const product = await lineInput(number, 'combobox', /Product/);
  await user.clear(product);
  await user.type(product, name);
  await user.click(await screen.findByRole('option', { name: new RegExp(name) }));
}
