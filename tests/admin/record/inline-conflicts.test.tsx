import { cleanup } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { endSession } from '../../../src/admin/client/account/session.ts';
import {
  chooseProduct,
  line,
  openOrderSheets,
  pieces,
  setPieces,
} from '../../support/open-order-sheets.ts';
import {
  openScreen,
  openSection,
  screen,
  tableRows,
  waitFor,
  within,
} from '../../support/screen.tsx';

const { api, order, path, stored, edit, meanwhile } = await openOrderSheets();
const button = (name: string) => screen.getByRole('button', { name });

describe('a line that somebody else saved first', () => {
  test('shows both values, and saves mine if I choose it', async () => {
    const { user } = await edit();
    await setPieces(user, 1, '5');
    await meanwhile('bread', { pieces: 4, isGift: false });
    await user.click(button('Save'));

    await screen.findByText(/Someone else changed Order lines 1/);
    const theirs = screen.getByText('Pieces:').parentElement!;
    expect(theirs.textContent).toBe('Pieces:4');
    expect(await pieces(1)).toHaveProperty('value', '5');
    await user.click(button('Keep my changes'));
    expect(screen.queryByText(/Someone else changed/)).toBeNull();
    await user.click(button('Save'));

    await screen.findByText('Saved');
    expect(await stored()).toEqual(['bread 5 v3', 'cake 3 v1']);
  });

  test('accepts their version, and keeps my other lines', async () => {
    const { user } = await edit();
    await setPieces(user, 1, '5');
    await setPieces(user, 2, '6');
    await meanwhile('bread', { pieces: 4 });
    await user.click(button('Save'));

    await user.click(await screen.findByRole('button', { name: 'Use their version' }));
    expect(await pieces(1)).toHaveProperty('value', '4');
    await user.click(button('Save'));

    await screen.findByText('Saved');
    expect(await stored()).toEqual(['bread 4 v2', 'cake 6 v2']);
  });

  test('can be added again if they deleted it', async () => {
    const { user } = await edit();
    await setPieces(user, 1, '5');
    await meanwhile('bread');
    await user.click(button('Save'));

    await screen.findByText('Someone else deleted Order lines 1.');
    await user.click(button('Add it again'));
    await user.click(button('Save'));

    await screen.findByText('Saved');
    expect(await stored()).toEqual(['cake 3 v1', 'bread 5 v1']);
  });

  test('keeps my lines while I resolve a conflict of the record', async () => {
    const { user } = await edit();
    await setPieces(user, 1, '5');
    await user.type(screen.getByRole('textbox', { name: /Name/ }), '!');
    await api().call('PATCH', `/api/orders/${order()}`, {
      as: 'admin',
      body: { name: 'Theirs' },
      headers: { 'If-Match': '*' },
    });
    await user.click(button('Save'));

    const dialog = await screen.findByRole('dialog', { name: /This record has been changed/ });
    await user.click(within(dialog).getByRole('radio', { name: 'Name: Their version' }));
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));

    await screen.findByText('Saved');
    expect(await stored()).toEqual(['bread 5 v2', 'cake 3 v1']);
  });
});

describe('a role with fewer rights to lines', () => {
  test('sees no buttons, and no inputs in lines that it cannot change', async () => {
    await meanwhile('cake', { pieces: 60 });
    const { user } = await edit({ as: 'dev' });
    await setPieces(user, 1, '8');

    expect(within(await line(2)).queryByRole('spinbutton')).toBeNull();
    expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add line' })).toBeNull();
    await user.click(button('Save'));

    await screen.findByText('Saved');
    expect(await stored()).toEqual(['bread 8 v2', 'cake 60 v2']);
  });

  test('sees a read-only table without any right', async () => {
    const { user } = await edit({ as: 'viewer' });
    await openSection(user, /Order lines/);
    await screen.findByRole('textbox', { name: /Name/ });

    expect(await tableRows('Order lines')).toHaveLength(2);
    expect(screen.queryByRole('row', { name: 'Order lines 1' })).toBeNull();
  });
});

test('unsaved lines are offered again after the session ended', async () => {
  const { user } = await edit();
  await setPieces(user, 1, '8');
  await user.click(button('Remove Order lines 2'));
  await user.click(button('Add line'));
  await chooseProduct(user, 3, 'Pie');
  endSession('ended');
  cleanup();

  const again = await openScreen(api(), path(), { as: 'staff' });
  await again.user.click(await screen.findByRole('button', { name: 'Restore' }));

  expect(await screen.findByText('3 lines changed')).toBeTruthy();
  await waitFor(async () => expect(await pieces(1)).toHaveProperty('value', '8'));
  await again.user.click(button('Save'));
  await screen.findByText('Saved');
  expect(await stored()).toEqual(['bread 8 v2', 'pie 1 v1']);
});

test('lines are shown as a list if a form cannot show all', async () => {
  const records = Array.from({ length: 199 }, (_, at) => ({
    order: order(),
    product: `p${at}`,
  }));
  const products = records.map(({ product }) => ({ _id: product, name: product }));
  for (const [name, added] of [
    ['products', products],
    ['lines', records],
  ] as const) {
    const body = { action: 'create', records: added.map((data) => toBulk(data)) };
    const { status, text } = await api().call('POST', `/api/${name}/bulk`, { as: 'admin', body });
    if (status !== 200) throw new Error(text);
  }

  await edit();

  expect(await screen.findByText(/so many lines \(201; limit: 200\)/)).toBeTruthy();
  expect(await tableRows('Order lines')).toHaveLength(10);
});

function toBulk({ _id, ...data }: { _id?: string; [name: string]: unknown }): object {
  return { ...(_id && { _id }), data };
}
