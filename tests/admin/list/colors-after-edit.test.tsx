import { expect, test } from 'vitest';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { librarySource } from '../../support/library.ts';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { addRecords } from '../../support/screen-library.ts';
import { gridCell, openScreen, screen, waitFor } from '../../support/screen.tsx';

const descriptor = toDescriptor({
  roles: { admin: { all: true }, staff: {} },
  resources: {
    users: librarySource.resources.users,
    orders: {
      title: '{no}',
      fields: {
        no: { type: 'text' },
        price: { type: 'number' },
        parent: { type: 'reference', to: 'orders' },
      },
      list: {
        columns: ['no', 'price'],
        sort: 'no',
        colors: [
          { when: { $expression: 'price > parent.price' }, color: 'danger', label: 'Too dear' },
        ],
      },
    },
  },
});
const api = await openScreensOf(() => descriptor);

test('a colour that another record decides follows an edit in the grid', async () => {
  await addRecords(api, '/api/orders', [
    { _id: 'a', no: 'A', price: 5 },
    { _id: 'b', no: 'B', price: 9, parent: 'a' },
  ]);
  const { user } = await openScreen(api, '/orders/overview');
  await screen.findByRole('img', { name: 'Too dear' });
  (await gridCell('9')).focus();

  await user.keyboard('4{Enter}');
  await waitFor(() => expect(screen.queryByRole('img', { name: 'Too dear' })).toBeNull());
  (await gridCell('4')).focus();
  await user.keyboard('7{Enter}');

  expect(await screen.findByRole('img', { name: 'Too dear' })).toBeTruthy();
});
