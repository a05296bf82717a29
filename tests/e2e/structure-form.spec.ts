import { readFile } from 'node:fs/promises';
import { findAllFaults, findFaults } from './find-faults.ts';
import { test } from './own-server.ts';
import { expect, keepSession } from './test.ts';

test('columns, a view and sections are arranged by mouse and by keys, and applied', async ({
  page,
  own,
}) => {
  const before = await readFile(own.resources, 'utf8');
  await keepSession(page);
  await page.goto('/chems/overview');

  // By keys, from the list.
  await page.getByRole('button', { name: 'More', exact: true }).press('Enter');
  await page.getByRole('menuitem', { name: 'Edit columns…' }).press('Enter');
  const columns = page.getByRole('group', { name: 'Columns' }).first();
  const up = columns.getByRole('button', { name: 'Move Status up' });
  await up.press('Alt+ArrowUp');
  await expect(up).toBeFocused();
  await columns.getByRole('combobox').fill('replacedBy.commonName');
  await page.keyboard.press('Enter');
  await expect(columns.getByText('Replaced by › Common name')).toBeVisible();

  // By mouse.
  const views = page.getByRole('group', { name: 'Views' });
  await views.getByRole('button', { name: 'Add', exact: true }).click();
  const added = views.getByRole('group', { name: 'View1' });
  await added.getByLabel('Label (English)').fill('Heavy');
  await added.getByLabel('Label (Deutsch)').fill('Schwer');
  await views.getByRole('group', { name: 'Heavy' }).getByLabel('Q').fill('lead');
  await page.keyboard.press('Enter');
  expect(await findAllFaults(page)).toEqual([]);

  await page.getByRole('tab', { name: 'Form' }).click();
  const part = page.getByRole('tabpanel');
  const drawing = part.getByRole('group', { name: 'Structure', exact: true });
  const handle = part
    .getByRole('group', { name: 'Identity' })
    .getByRole('listitem')
    .filter({ hasText: 'replacedBy' })
    .locator('[draggable]');
  await handle.hover();
  await page.mouse.down();
  // The drag begins here, before the page scrolls.
  await handle.hover({ position: { x: 4, y: 4 } });
  await drawing
    .getByRole('listitem')
    .first()
    .hover({ position: { x: 40, y: 4 } });
  await page.mouse.up();
  await expect(drawing.getByRole('listitem').first()).toContainText('replacedBy');
  expect(await findFaults(page, { inDark: true })).toEqual([]);

  await page.getByRole('button', { name: 'Review changes' }).click();
  await page.getByRole('button', { name: 'Apply' }).click();

  await expect(page.getByText('The change was applied.')).toBeVisible();
  const after = await readFile(own.resources, 'utf8');
  const [gone, come] = [before, after].map((text) => new Set(text.split('\n')));
  const lost = [...(gone ?? [])].filter((line) => !come?.has(line));
  // The last column gets a comma, and the last field of the section is gone.
  expect(lost.map((line) => line.trim())).toEqual(['"molecularWeight"', '"replacedBy"']);
  await page.goto('/chems/overview?view=view1');
  await expect(page.getByRole('columnheader', { name: /Replaced by/ })).toBeVisible();
});
