import type { Page } from '@playwright/test';
import { bakery } from '../worlds/worlds.ts';
import { findFaults } from './find-faults.ts';
import { expect, keepSession, test as base, untilQuiet } from './test.ts';
import { openWorldServer, type WorldServer } from './world-server.ts';

// The lines of an order are edited in the form of the order, with the mouse, the keyboard and on a phone.

const test = base.extend<object, { server: WorldServer }>({
  server: [
    async ({}, use) => {
      const server = await openWorldServer(bakery);
      await use(server);
      await server.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
});

const row = (page: Page, number: number) =>
  page.getByRole('row', { name: `Order lines ${number}`, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test.describe('an order with lines', () => {
  // The server refuses a save of a line that somebody else has changed.
  test.use({ expected: /status of 412/ });

  test('is created, changed and saved with them in one step each', async ({ page, api }) => {
    await keepSession(page);
    await page.goto('/orders/create');
    await page.getByRole('textbox', { name: 'Number' }).fill('E2E-1');
    await choose(page.getByRole('combobox', { name: 'Customer' }), 'Walk-in');
    await button(page, 'Add line').click();
    await enter(page, 1, ['Rye loaf', '2', '6.50']);
    // Enter in the last input begins the next line, with the focus in it.
    await page.keyboard.press('Enter');
    await expect(row(page, 2).getByRole('combobox', { name: 'Product' })).toBeFocused();
    await enter(page, 2, ['Ring bread', '0', '4.20']);

    await page.keyboard.press('Control+s');
    const quantity = row(page, 2).getByRole('textbox', { name: 'Quantity' });
    await expect(quantity).toBeFocused();
    await expect(quantity).toHaveAttribute('aria-invalid', 'true');
    await untilQuiet(page);
    expect(await findFaults(page)).toEqual([]);
    await quantity.fill('3');
    await page.keyboard.press('Control+s');

    await expect(page.getByRole('heading', { level: 2, name: 'E2E-1' })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Unit price (CHF)' })).toBeVisible();
    const [order] = (await api.call('GET', '/api/orders?number=E2E-1')).body.data;
    expect(order.total).toBe('25.60');

    await button(page, 'Edit').click();
    await row(page, 1).getByRole('textbox', { name: 'Quantity' }).fill('4');
    await button(page, 'Remove Order lines 2').click();
    await expect(button(page, 'Undo the removal of Order lines 2')).toBeFocused();
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await button(page, 'Save').click();

    const body = (await sent).postDataJSON() as { orderLines: object[] };
    expect(body.orderLines).toHaveLength(2);
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    const path = `/api/orderLines?order=${order._id}&_fields=quantity`;
    expect((await api.call('GET', path)).body.data).toMatchObject([{ quantity: '4.000' }]);
  });

  test('is checked by a click on Save, although leaving the input moves the button', async ({
    page,
  }) => {
    await keepSession(page);
    await page.goto('/orders/create');
    await page.getByRole('textbox', { name: 'Number' }).focus();
    // The table of lines comes later than the rest of the form.
    await expect(button(page, 'Add line')).toBeVisible();
    await untilQuiet(page);
    const { x, y } = (await button(page, 'Save').boundingBox())!;
    await page.mouse.move(x + 20, y + 3);
    await page.mouse.down();
    await page.mouse.up();
    const customer = page.getByRole('combobox', { name: 'Customer' });
    await expect(customer).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByRole('textbox', { name: 'Number' })).toBeFocused();
  });

  test('shows at the line what another user saved, and keeps both', async ({ page, api }) => {
    const { data } = (await api.call('GET', '/api/orders?number=O-1002')).body;
    await keepSession(page);
    await page.goto(`/orders/details/${data[0]._id}`);
    await button(page, 'Edit').click();
    await row(page, 1).getByRole('textbox', { name: 'Quantity' }).fill('7');
    const [line] = (await api.call('GET', `/api/orderLines?order=${data[0]._id}`)).body.data;
    const at = `/api/orderLines/${line._id}`;
    await api.call('PATCH', at, { body: { unitPrice: '3.00' }, headers: { 'If-Match': '*' } });
    await button(page, 'Save').click();

    await expect(
      page.getByText('Someone else changed Order lines 1. Their version:'),
    ).toBeVisible();
    await button(page, 'Keep my changes').click();
    await button(page, 'Save').click();

    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    expect((await api.call('GET', at)).body).toMatchObject({
      quantity: '7.000',
      unitPrice: '3.00',
    });
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('each line is a card with labels, and nothing is wider than the window', async ({
    page,
    api,
  }) => {
    const { data } = (await api.call('GET', '/api/orders?number=O-1001')).body;
    await keepSession(page);
    await page.goto(`/orders/details/${data[0]._id}`);
    await button(page, 'Edit').click();
    await row(page, 2).scrollIntoViewIfNeeded();

    // In a table it is there only for screen readers, one pixel wide.
    const label = await row(page, 1).locator('label', { hasText: 'Unit price' }).boundingBox();
    expect(label!.width).toBeGreaterThan(30);
    const widest = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(widest).toBeLessThanOrEqual(390);
    await untilQuiet(page);
    expect(await findFaults(page)).toEqual([]);
  });
});

async function enter(page: Page, number: number, values: [string, string, string]): Promise<void> {
  const [product, quantity, price] = values;
  await choose(row(page, number).getByRole('combobox', { name: 'Product' }), product);
  await row(page, number).getByRole('textbox', { name: 'Quantity' }).fill(quantity);
  await row(page, number).getByRole('textbox', { name: 'Unit price' }).fill(price);
}

async function choose(input: ReturnType<Page['getByRole']>, text: string): Promise<void> {
  await input.fill(text);
  await input.page().getByRole('option', { name: text }).click();
}
