import { cell } from './grid-cell.ts';
import { useTenFunctions } from './ten-functions.ts';
import { expect, keepSession, test } from './test.ts';

const { list } = useTenFunctions('Senses');

test('changes of the grid are announced, and a refused value at once', async ({ page }) => {
  await keepSession(page);
  await page.goto(list);
  const said = page.locator('.g-status');
  await cell(page, 0, 2).click();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(said).toHaveText('4 cells');
  await page.keyboard.press('Shift+Space');
  await expect(said).toHaveText('Row selected, 1 of 10');
  await expect(
    page.locator('[role="row"][aria-selected="true"] [aria-selected="false"]'),
  ).toHaveCount(0);
  await page.keyboard.press('Shift+Space');
  await page.getByRole('columnheader', { name: 'Key' }).focus();
  await page.keyboard.press('Enter');
  await expect(said).toHaveText('Sorted by Key, ascending');

  await cell(page, 0, 0).click();
  await page.keyboard.press('F2');
  const input = page.getByRole('textbox', { name: 'Name' });
  await input.fill('');
  await input.press('Enter');
  await expect(said).toHaveText(/required/i);
  await expect(input).toBeFocused();
});

test('Space shows the whole value, and its links are followed by keys', async ({ page, api }) => {
  const { body } = await api.call('GET', '/api/chemFunctions?name=Senses%209');
  const parent = body.data[0]._id;
  const tags = Array.from({ length: 8 }, (_, index) => `raw term ${index}`);
  const update = {
    action: 'update',
    where: { name: 'Senses 0' },
    data: { parent, rawTerms: tags },
  };
  await api.call('POST', '/api/chemFunctions/bulk', { body: update });
  await keepSession(page);
  await page.goto(list);
  // All of what has no room is in the text of the cell.
  for (const tag of tags) await expect(cell(page, 0, 3)).toContainText(tag);

  // The pointer rests on the cell, and has opened what one only looks at.
  await cell(page, 0, 3).click();
  await page.keyboard.press(' ');
  const card = page.getByRole('dialog', { name: 'Full value of Raw terms' });
  await expect(card).toBeVisible();
  // It stays: nothing is to be waited for.
  await page.waitForTimeout(700);
  await expect(card).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card).toBeHidden();
  await expect(cell(page, 0, 3)).toBeFocused();

  await page.keyboard.press('ArrowRight');
  await page.keyboard.press(' ');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Senses 9' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/chemFunctions/details/${parent}`));
});

test('Space keeps a value open that the pointer has opened', async ({ page, api }) => {
  const update = {
    action: 'update',
    where: { name: 'Senses 1' },
    data: { description: 'more than fits into a cell '.repeat(12) },
  };
  await api.call('POST', '/api/chemFunctions/bulk', { body: update });
  await keepSession(page);
  await page.goto(list);
  await cell(page, 1, 2).click();
  await cell(page, 1, 2).hover({ position: { x: 20, y: 10 } });
  await expect(page.locator('.g-peek')).toBeVisible();

  await page.keyboard.press(' ');

  const card = page.getByRole('dialog', { name: 'Full value of Description' });
  await expect(card).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(card).toBeVisible();
});

test('input in a cell stays when others move or delete its row', async ({ page, api }) => {
  const found = await api.call('GET', '/api/chemFunctions?name_starts=Senses%20&_sort=name');
  const ids = found.body.data.map(({ _id }: { _id: string }) => _id);
  await keepSession(page);
  await page.goto(list);
  await cell(page, 9, 2).click();
  await page.keyboard.type('long ');
  const input = page.getByRole('textbox', { name: 'Description' });
  await expect(input).toHaveValue('long ');

  // Sorts before all others, so that the last row is on another page by now.
  const first = { name: 'Senses !', key: 'senses-first' };
  expect((await api.call('POST', '/api/chemFunctions', { body: first })).status).toBe(201);
  await expect(page.getByText('1 new row')).toBeVisible();
  await page.keyboard.type('thought');
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 new row')).toBeHidden();
  await expect(cell(page, 0, 0)).toHaveText('Senses !');
  await expect
    .poll(async () => (await api.call('GET', `/api/chemFunctions/${ids[9]}`)).body.description)
    .toBe('long thought');

  await cell(page, 2, 2).click();
  await page.keyboard.type('not lost');
  await expect(input).toHaveValue('not lost');
  await api.call('DELETE', `/api/chemFunctions/${ids[1]}`, { headers: { 'If-Match': '*' } });
  await expect(page.getByRole('alert').getByText('Someone deleted this record')).toBeVisible();
  await input.press('Enter');
  await expect(input).toHaveValue('not lost');
  await cell(page, 0, 0).click();
  await expect(page.getByText('Your text: not lost')).toBeVisible();
});

test.describe('names of columns', () => {
  for (const [name, style] of [
    ['as they are', ''],
    ['at 20 px', 'html { font-size: 20px !important }'],
    ['at 32 px', 'html { font-size: 32px !important }'],
    [
      'with the spacing of WCAG 1.4.12',
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
    ],
  ] as const) {
    test(`are complete ${name}`, async ({ page }) => {
      await keepSession(page);
      await page.addInitScript((text) => {
        document.addEventListener('DOMContentLoaded', () => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(text);
          document.adoptedStyleSheets.push(sheet);
        });
      }, style);
      await page.goto('/chems/overview');
      const names = page.locator('.g-head .g-name');
      await expect(names.first()).toBeVisible();
      await expect
        .poll(() =>
          names.evaluateAll((all) =>
            all
              .filter((one) => {
                const box = one.getBoundingClientRect();
                const head = one.closest('.g-head')!.getBoundingClientRect();
                const isCut =
                  one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1;
                return box.height < 12 || isCut || box.top < head.top || box.bottom > head.bottom;
              })
              .map((one) => one.textContent),
          ),
        )
        .toEqual([]);
    });
  }
});

test('signs that change the direction of a text are visible, and it starts at its own side', async ({
  page,
  api,
}) => {
  const body = {
    action: 'update',
    where: { name: 'Senses 0' },
    data: { description: 'x\u202Elive' },
  };
  await api.call('POST', '/api/chemFunctions/bulk', { body });
  await keepSession(page);
  await page.goto(list);
  await expect(cell(page, 0, 2)).toHaveText('x␦live');
  await cell(page, 0, 2).click();
  await page.keyboard.press('F2');
  const input = page.getByRole('textbox', { name: 'Description' });
  await expect(input).toHaveCSS('unicode-bidi', 'plaintext');
});

test('in forced colours a range, the open tab and the current page have a frame, and row tools are visible', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await keepSession(page);
  await page.goto(list);
  await cell(page, 0, 2).click();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  const outline = (row: number) =>
    cell(page, row, 2).evaluate((element) => getComputedStyle(element).outlineStyle);
  expect([await outline(0), await outline(1), await outline(3)]).toEqual([
    'solid',
    'solid',
    'none',
  ]);

  const tool = page.locator('.g-row .g-row-menu').first();
  const drawn = await tool.evaluate((element) => {
    const { forcedColorAdjust, backgroundColor, color } = getComputedStyle(element, '::before');
    return { forcedColorAdjust, isInked: backgroundColor === color };
  });
  expect(drawn).toEqual({ forcedColorAdjust: 'none', isInked: true });
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  const current = menu.locator('[aria-current="page"]');
  await expect(current).toHaveCount(1);
  await expect(current).toHaveCSS('outline-style', 'solid');

  await page.goto('/chems/overview');
  const tab = page.getByRole('tab', { name: /^All/ });
  await expect(tab).toHaveAttribute('aria-selected', 'true');
  await expect(tab).toHaveCSS('outline-style', 'solid');
});

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true });

  test('targets are large enough for a finger, and a long press opens the menu', async ({
    page,
  }) => {
    await keepSession(page);
    await page.goto(list);
    await expect(cell(page, 0, 0)).toBeVisible();
    const small = await page
      .locator('[role="grid"] :is(button, input[type="checkbox"])')
      .evaluateAll((all) =>
        all
          .map((one) => ({ name: one.ariaLabel, box: one.getBoundingClientRect() }))
          .filter(({ box }) => box.width > 0 && (box.width < 24 || box.height < 24))
          .map(({ name, box }) => `${name}: ${box.width} × ${box.height}`),
      );
    expect(small).toEqual([]);

    const box = (await cell(page, 1, 2).boundingBox())!;
    const touch = { pointerType: 'touch', clientX: box.x + 20, clientY: box.y + 10, bubbles: true };
    await cell(page, 1, 2).dispatchEvent('pointerdown', touch);
    await expect(page.getByRole('menuitem', { name: 'Copy cells' })).toBeVisible();
  });
});
