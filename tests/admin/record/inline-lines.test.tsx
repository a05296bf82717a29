import { describe, expect, test } from 'vitest';
import {
  chooseProduct,
  line,
  lineInput,
  openOrderSheets,
  pieces,
  setPieces,
} from '../../support/open-order-sheets.ts';
import {
  openScreen,
  screen,
  startEditing,
  tableRows,
  waitFor,
  within,
} from '../../support/screen.tsx';

const { api, order, path, stored, edit } = await openOrderSheets();
const button = (name: string) => screen.getByRole('button', { name });
const isWrite = (call: string) => /^(POST|PUT|PATCH|DELETE) .api.(orders|lines)/.test(call);

describe('the lines of a record', () => {
  test('are changed, added and removed with one save, which keeps the others', async () => {
    const { user, calls } = await edit();

    await setPieces(user, 1, '7');
    await user.click(button('Remove Order lines 2'));
    await user.click(button('Add line'));
    await chooseProduct(user, 3, 'Pie');
    expect(await screen.findByText('3 lines changed')).toBeTruthy();
    calls();
    await user.click(button('Save'));

    await screen.findByText('Saved');
    expect(calls().filter(isWrite)).toEqual([`PATCH /api/orders/${order()}`]);
    expect(await stored()).toEqual(['bread 7 v2', 'pie 1 v1']);
    // The page shows what was computed and numbered with the save.
    await waitFor(async () =>
      expect(await tableRows('Order lines')).toEqual([
        ['1', 'Bread', '70'],
        ['3', 'Pie', '10'],
      ]),
    );
    expect((await screen.findByRole('group', { name: 'Total' })).textContent).toContain('80');
  });

  test('can be entered with a new record', async () => {
    const { user, calls } = await openScreen(api(), '/orders/create', { as: 'staff' });
    await user.type(await screen.findByRole('textbox', { name: /Name/ }), 'Fresh');
    await user.click(await screen.findByRole('button', { name: 'Add line' }));
    await chooseProduct(user, 1, 'Bread');
    await user.type(await pieces(1), '2{Enter}');
    await chooseProduct(user, 2, 'Cake');
    calls();

    await user.click(button('Save'));

    await screen.findByRole('heading', { level: 2, name: 'Fresh' });
    const [post] = calls().filter(isWrite);
    expect(post).toBe('POST /api/orders');
    const { json } = await api().call('GET', '/api/orders?name=Fresh', { as: 'admin' });
    expect(await stored(json.data[0]._id)).toEqual(['bread 12 v1', 'cake 1 v1']);
  });

  test('do not remain in the form of the next new record', async () => {
    const { user } = await openScreen(api(), '/orders/create', { as: 'staff' });
    await user.type(await screen.findByRole('textbox', { name: /Name/ }), 'One of two');
    await user.click(await screen.findByRole('button', { name: 'Add line' }));
    await chooseProduct(user, 1, 'Pie');

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
      expect(document.activeElement).toBe(await lineInput(3, 'combobox', /Product/)),
    );
    expect(screen.getAllByText('Order lines 3 added', { ignore: false })[0]).toBeTruthy();
    (await pieces(3)).focus();
    await user.keyboard('{Enter}');

    await waitFor(async () =>
      expect(document.activeElement).toBe(await lineInput(4, 'combobox', /Product/)),
    );
    await user.click(button('Remove Order lines 4'));
    expect(screen.queryByRole('row', { name: 'Order lines 4' })).toBeNull();
    expect(document.activeElement).toBe(button('Add line'));
  });

  test('come back with Undo after removal, and nothing remains to save', async () => {
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

  test('are reset when the user discards changes, after a confirmation', async () => {
    const { user, address } = await edit();
    await setPieces(user, 1, '9');

    await user.click(screen.getByRole('link', { name: /Products/ }));
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(address()).toBe(path());
    await user.click(button('Discard changes'));

    await waitFor(async () => expect(await pieces(1)).toHaveProperty('value', '2'));
    await user.click(button('Cancel'));
    expect(await tableRows('Order lines')).toHaveLength(2);
  });
});

describe('the copy of a record', () => {
  test('starts with the lines of the original, which are saved with it', async () => {
    const { user } = await openScreen(api(), `/orders/create?copy=${order()}`, { as: 'staff' });
    expect(await pieces(2)).toHaveProperty('value', '3');
    expect(screen.queryByText(/changed/)).toBeNull();
    expect(screen.queryByText(/not copied/)).toBeNull();
    await setPieces(user, 1, '9');
    expect(await screen.findByText('1 line changed')).toBeTruthy();
    await user.click(button('Discard changes'));
    await waitFor(async () => expect(await pieces(1)).toHaveProperty('value', '2'));

    await setPieces(user, 2, '4');
    await user.type(screen.getByRole('textbox', { name: /Name/ }), ' again');
    await user.click(button('Save'));

    await screen.findByRole('heading', { level: 2, name: /again$/ });
    const { json } = await api().call('GET', '/api/orders?name_contains=again', { as: 'admin' });
    expect(await stored(json.data[0]._id)).toEqual(['bread 2 v1', 'cake 4 v1']);
    expect(await stored()).toEqual(['bread 2 v1', 'cake 3 v1']);
  });
});

describe('a wrong line', () => {
  test('is reported at its input before anything is sent, and gets the focus', async () => {
    const { user, calls } = await edit();
    await setPieces(user, 2, '0');
    await user.click(button('Add line'));
    calls();

    await user.click(button('Save'));

    await screen.findByText('Please correct the highlighted fields');
    expect(await pieces(2)).toHaveProperty('ariaInvalid', 'true');
    await waitFor(async () => expect(document.activeElement).toBe(await pieces(2)));
    expect(screen.getByRole('link', { name: 'Order lines, 2 problems' })).toBeTruthy();
    expect(calls().filter(isWrite)).toEqual([]);
  });

  test('is checked by the rules of its resource; fields without a column open below it', async () => {
    const { user } = await edit();
    await setPieces(user, 1, '6');
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

  test('shows the server’s reason at its input', async () => {
    const { user } = await edit();
    await line(2);
    await user.click(button('Add line'));
    await chooseProduct(user, 3, 'Cake');

    await user.click(button('Save'));

    await waitFor(async () =>
      expect(await lineInput(3, 'combobox', /Product/)).toHaveProperty('ariaInvalid', 'true'),
    );
    expect(await lineInput(2, 'combobox', /Product/)).toHaveProperty('ariaInvalid', 'false');
    expect(await stored()).toEqual(['bread 2 v1', 'cake 3 v1']);
  });
});

test('a wrong line is reported in German to a German user', async () => {
  const { user } = await openScreen(api(), path(), { as: 'staff', language: 'de' });
  await startEditing(user);

  await user.click(await screen.findByRole('button', { name: 'Zeile hinzufügen' }));
  await user.click(button('Order lines 1 entfernen'));

  expect(await screen.findByText('2 Zeilen geändert')).toBeTruthy();
});
