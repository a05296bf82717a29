// @vitest-environment jsdom
import { cleanup } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { endSession } from '../../../src/admin/client/session.ts';
import type { TestApi } from '../../support/api.ts';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { orderSheets } from '../../support/order-sheets.ts';
import { addRecords } from '../../support/screen-library.ts';
import {
  openScreen,
  openSection,
  screen,
  startEditing,
  tableRows,
  waitFor,
  within,
  type ScreenOptions,
} from '../../support/screen.tsx';

let api: TestApi;
let order: Record<string, any>;
let count = 0;

openScreensOf(orderSheets, async (opened) => {
  api = opened;
  await addRecords(api, '/api/products', [
    { _id: 'bread', name: 'Bread' },
    { _id: 'cake', name: 'Cake' },
    { _id: 'pie', name: 'Pie' },
  ]);
});

beforeEach(async () => {
  count += 1;
  [order] = (await addRecords(api, '/api/orders', [{ name: `Order ${count}` }])) as [any];
  await addRecords(api, '/api/lines', [
    { _id: `b${count}`, order: order['_id'], product: 'bread', pieces: 2 },
    { _id: `c${count}`, order: order['_id'], product: 'cake', pieces: 3 },
  ]);
});

/** Product, pieces and version of each line of an order. */
async function stored(id = order['_id']): Promise<string[]> {
  const { json } = await api.call('GET', `/api/lines?order=${id}&_sort=place`, { as: 'admin' });
  return json.data.map((line: any) => `${line.product} ${line.pieces} v${line._version}`);
}

const path = () => `/orders/details/${order['_id']}`;
const line = (number: number) => screen.findByRole('row', { name: `Order lines ${number}` });
const input = async (number: number, role: string, name: string | RegExp) =>
  within(await line(number)).getByRole<HTMLInputElement>(role, { name });
const pieces = (number: number) => input(number, 'spinbutton', /Pieces/);
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const isWrite = (call: string) =>
  /^[A-Z]+ .api.(orders|lines)/.test(call) && !call.startsWith('GET');

async function edit(options: ScreenOptions = { as: 'staff' }) {
  const opened = await openScreen(api, path(), options);
  await startEditing(opened.user);
  const { user } = opened;
  return {
    ...opened,
    async setPieces(number: number, value: string) {
      const field = await pieces(number);
      await user.clear(field);
      await user.type(field, value);
    },
    choose: (number: number, name: string) => choose(user, number, name),
  };
}

async function choose(user: any, number: number, name: string): Promise<void> {
  const product = await input(number, 'combobox', /Product/);
  await user.clear(product);
  await user.type(product, name);
  await user.click(await screen.findByRole('option', { name: new RegExp(name) }));
}

/** Somebody else changes a line. */
const meanwhile = async (id: string, body: object) =>
  api.call('PATCH', `/api/lines/${id}${count}`, {
    as: 'admin',
    body,
    headers: { 'If-Match': '*' },
  });

describe('the lines of a record', () => {
  test('are changed, added and removed with one save, which leaves the others alone', async () => {
    const { user, setPieces, choose: pick, calls } = await edit();

    await setPieces(1, '7');
    await user.click(button('Remove Order lines 2'));
    await user.click(button('Add line'));
    await pick(3, 'Pie');
    expect(await screen.findByText('3 lines changed')).toBeTruthy();
    calls();
    await user.click(button('Save'));

    await screen.findByText('Saved');
    expect(calls().filter(isWrite)).toEqual([`PATCH /api/orders/${order['_id']}`]);
    expect(await stored()).toEqual(['bread 7 v2', 'pie 1 v1']);
    // The page shows what was computed and numbered with the save.
    await waitFor(async () =>
      expect(await tableRows('Order lines')).toEqual([
        ['1', 'Bread', '7', '70'],
        ['3', 'Pie', '1', '10'],
      ]),
    );
    expect((await screen.findByRole('group', { name: 'Total' })).textContent).toContain('80');
  });

  test('can be entered with a new record', async () => {
    const { user, calls } = await openScreen(api, '/orders/create', { as: 'staff' });
    await user.type(await screen.findByRole('textbox', { name: /Name/ }), 'Fresh');
    await user.click(await screen.findByRole('button', { name: 'Add line' }));
    await choose(user, 1, 'Bread');
    await user.type(await pieces(1), '2{Enter}');
    await choose(user, 2, 'Cake');
    calls();

    await user.click(button('Save'));

    await screen.findByRole('heading', { level: 2, name: 'Fresh' });
    const [post] = calls().filter(isWrite);
    expect(post).toBe('POST /api/orders');
    const { json } = await api.call('GET', '/api/orders?name=Fresh', { as: 'admin' });
    expect(await stored(json.data[0]._id)).toEqual(['bread 12 v1', 'cake 1 v1']);
  });

  test('are gone from the form of the next new record', async () => {
    const { user } = await openScreen(api, '/orders/create', { as: 'staff' });
    await user.type(await screen.findByRole('textbox', { name: /Name/ }), 'One of two');
    await user.click(await screen.findByRole('button', { name: 'Add line' }));
    await choose(user, 1, 'Pie');

    await user.click(button('Save and add another'));

    expect(await screen.findByText('No lines yet.')).toBeTruthy();
    expect(screen.getByRole('textbox', { name: /Name/ })).toHaveProperty('value', '');
  });

  test('are added by keyboard: the new line has the focus, and Enter in its last input adds another', async () => {
    const { user } = await edit();
    await line(2);

    button('Add line').focus();
    await user.keyboard('{Enter}');
    await waitFor(async () =>
      expect(document.activeElement).toBe(await input(3, 'combobox', /Product/)),
    );
    expect(screen.getAllByText('Order lines 3 added', { ignore: false })[0]).toBeTruthy();
    (await pieces(3)).focus();
    await user.keyboard('{Enter}');

    await waitFor(async () =>
      expect(document.activeElement).toBe(await input(4, 'combobox', /Product/)),
    );
    await user.click(button('Remove Order lines 4'));
    expect(screen.queryByRole('row', { name: 'Order lines 4' })).toBeNull();
    expect(document.activeElement).toBe(button('Add line'));
  });

  test('that were removed come back with Undo, and nothing is left to save', async () => {
    const { user, calls } = await edit();
    await line(2);

    await user.click(button('Remove Order lines 1'));
    expect(within(await line(1)).queryByRole('combobox')).toBeNull();
    expect(await screen.findByText('1 line changed')).toBeTruthy();
    expect(document.activeElement).toBe(button('Undo the removal of Order lines 1'));
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(button('Remove Order lines 1'));
    expect(screen.queryByText('1 line changed')).toBeNull();
    calls();
    await user.click(button('Save'));

    await screen.findByText('No changes to save');
    expect(calls().filter(isWrite)).toEqual([]);
  });

  test('go back to what is stored when the changes are discarded, and are asked for before they are lost', async () => {
    const { user, setPieces, address } = await edit();
    await setPieces(1, '9');

    await user.click(screen.getByRole('link', { name: /Products/ }));
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(address()).toBe(path());
    await user.click(button('Discard changes'));

    await waitFor(async () => expect(await pieces(1)).toHaveProperty('value', '2'));
    await user.click(button('Cancel'));
    expect(await tableRows('Order lines')).toHaveLength(2);
  });
});

describe('a wrong line', () => {
  test('is found before anything is sent: at its input, in the section and with the focus', async () => {
    const { user, setPieces, calls } = await edit();
    await setPieces(2, '0');
    await user.click(button('Add line'));
    calls();

    await user.click(button('Save'));

    await screen.findByText('Please correct the highlighted fields');
    expect(await pieces(2)).toHaveProperty('ariaInvalid', 'true');
    await waitFor(async () => expect(document.activeElement).toBe(await pieces(2)));
    expect(screen.getByRole('link', { name: 'Order lines, 2 problems' })).toBeTruthy();
    expect(calls().filter(isWrite)).toEqual([]);
  });

  test('is checked by the conditions and rules of its resource; fields without a column open below it', async () => {
    const { user, setPieces } = await edit();
    await setPieces(1, '6');
    await user.click(button('More fields of Order lines 1'));
    const more = await screen.findByRole('group', { name: 'Order lines 1: more fields' });
    expect(within(more).queryByRole('textbox', { name: /Greeting/ })).toBeNull();

    await user.click(within(more).getByRole('combobox', { name: 'Gift' }));
    await user.click(await screen.findByRole('option', { name: 'Yes' }));
    await within(more).findByRole('textbox', { name: /Greeting/ });
    await user.click(button('Save'));

    await within(more).findByText('Is required');
    expect(within(await line(1)).getByText('A gift has at most 5 pieces')).toBeTruthy();
  });

  test('that the server refuses shows why, at its input', async () => {
    const { user, choose: pick } = await edit();
    await line(2);
    await user.click(button('Add line'));
    await pick(3, 'Cake');

    await user.click(button('Save'));

    await waitFor(async () =>
      expect(await input(3, 'combobox', /Product/)).toHaveProperty('ariaInvalid', 'true'),
    );
    expect(await input(2, 'combobox', /Product/)).toHaveProperty('ariaInvalid', 'false');
    expect(await stored()).toEqual(['bread 2 v1', 'cake 3 v1']);
  });
});

describe('a line that somebody else saved first', () => {
  test('shows their value beside mine, and saves mine if I keep it', async () => {
    const { user, setPieces } = await edit();
    await setPieces(1, '5');
    await meanwhile('b', { pieces: 4, isGift: false });
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

  test('takes their version, while my other lines stay', async () => {
    const { user, setPieces } = await edit();
    await setPieces(1, '5');
    await setPieces(2, '6');
    await meanwhile('b', { pieces: 4 });
    await user.click(button('Save'));

    await user.click(await screen.findByRole('button', { name: 'Use their version' }));
    expect(await pieces(1)).toHaveProperty('value', '4');
    await user.click(button('Save'));

    await screen.findByText('Saved');
    expect(await stored()).toEqual(['bread 4 v2', 'cake 6 v2']);
  });

  test('can be added again if they deleted it', async () => {
    const { user, setPieces } = await edit();
    await setPieces(1, '5');
    await api.call('DELETE', `/api/lines/b${count}`, { as: 'admin', headers: { 'If-Match': '*' } });
    await user.click(button('Save'));

    await screen.findByText('Someone else deleted Order lines 1.');
    await user.click(button('Add it again'));
    await user.click(button('Save'));

    await screen.findByText('Saved');
    expect(await stored()).toEqual(['cake 3 v1', 'bread 5 v1']);
  });

  test('and its record too: the lines stay as entered while the fields are chosen', async () => {
    const { user, setPieces } = await edit();
    await setPieces(1, '5');
    await user.type(screen.getByRole('textbox', { name: /Name/ }), '!');
    await api.call('PATCH', `/api/orders/${order['_id']}`, {
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

describe('what a role may not do with lines', () => {
  test('has no buttons, and lines that it may not change have no inputs', async () => {
    await meanwhile('c', { pieces: 60 });
    const { setPieces, user } = await edit({ as: 'dev' });
    await setPieces(1, '8');

    expect(within(await line(2)).queryByRole('spinbutton')).toBeNull();
    expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Add line' })).toBeNull();
    await user.click(button('Save'));

    await screen.findByText('Saved');
    expect(await stored()).toEqual(['bread 8 v2', 'cake 60 v2']);
  });

  test('leaves the table to read where it may do nothing', async () => {
    const { user } = await edit({ as: 'viewer' });
    await openSection(user, /Order lines/);
    await screen.findByRole('textbox', { name: /Name/ });

    expect(await tableRows('Order lines')).toHaveLength(2);
    expect(screen.queryByRole('row', { name: 'Order lines 1' })).toBeNull();
  });
});

test('lines that were typed when the session ended are offered again', async () => {
  const { user, setPieces, choose: pick } = await edit();
  await setPieces(1, '8');
  await user.click(button('Remove Order lines 2'));
  await user.click(button('Add line'));
  await pick(3, 'Pie');
  endSession('ended');
  cleanup();

  const again = await openScreen(api, path(), { as: 'staff' });
  await again.user.click(await screen.findByRole('button', { name: 'Restore' }));

  expect(await screen.findByText('3 lines changed')).toBeTruthy();
  await waitFor(async () => expect(await pieces(1)).toHaveProperty('value', '8'));
  await again.user.click(button('Save'));
  await screen.findByText('Saved');
  expect(await stored()).toEqual(['bread 8 v2', 'pie 1 v1']);
});

test('more lines than a form can show stay a list', async () => {
  const records = Array.from({ length: 199 }, (_, at) => ({
    order: order['_id'],
    product: `p${at}`,
  }));
  const products = records.map(({ product }) => ({ _id: product, name: product }));
  for (const [name, added] of [
    ['products', products],
    ['lines', records],
  ] as const) {
    const body = { action: 'create', records: added.map((data) => toBulk(data)) };
    const { status, text } = await api.call('POST', `/api/${name}/bulk`, { as: 'admin', body });
    if (status !== 200) throw new Error(text);
  }

  await edit();

  expect(await screen.findByText(/at most 200 lines. Edit these 201 lines/)).toBeTruthy();
  expect(await tableRows('Order lines')).toHaveLength(10);
});

function toBulk({ _id, ...data }: { _id?: string; [name: string]: unknown }): object {
  return { ...(_id && { _id }), data };
}

test('is in German where the user is', async () => {
  const { user } = await openScreen(api, path(), { as: 'staff', language: 'de' });
  await startEditing(user);

  await user.click(await screen.findByRole('button', { name: 'Zeile hinzufügen' }));
  await user.click(button('Order lines 1 entfernen'));

  expect(await screen.findByText('2 Zeilen geändert')).toBeTruthy();
});
