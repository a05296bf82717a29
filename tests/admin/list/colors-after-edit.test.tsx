import { expect, test } from 'vitest';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { librarySource } from '../../support/library.ts';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { addRecords } from '../../support/screen-library.ts';
import { gridCell, openScreen, screen, startEditing, waitFor } from '../../support/screen.tsx';

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
    samples: {
      title: '{no}',
      fields: {
        no: { type: 'text' },
        lead: { type: 'number', qualifier: 'sign' },
        sign: { type: 'choice', choices: ['<', '='] },
      },
      list: {
        columns: ['no', 'lead'],
        colors: [{ when: { lead_lt: 6 }, color: 'success', label: 'Little' }],
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

async function changeInForm(path: string, label: string, text: string): Promise<void> {
  const { user } = await openScreen(api, path);
  await startEditing(user);
  const input = await screen.findByLabelText(label);
  await user.clear(input);
  await user.type(input, text);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Saved');
  await user.click(screen.getAllByRole('link', { name: /^(Orders|Samples)$/ }).at(-1)!);
}

test('a colour that another record decides follows a form', async () => {
  await changeInForm('/orders/details/b', 'Price', '1');

  await screen.findAllByText('B');
  await waitFor(() => expect(screen.queryByRole('img', { name: 'Too dear' })).toBeNull());
});

test('the colour of a bound follows a form', async () => {
  await addRecords(api, '/api/samples', [{ _id: 's', no: 'S', lead: 6 }]);
  await changeInForm('/samples/details/s', 'Lead', '<6');

  expect(await screen.findByRole('img', { name: 'Little' })).toBeTruthy();
});
