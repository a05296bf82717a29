import { readFile } from 'node:fs/promises';
import { findAllFaults, findFaults } from './find-faults.ts';
import { expect, keepSession } from './test.ts';
import { test } from './own-server.ts';

test('a field is added by keys and one by mouse, moved, reviewed and applied', async ({
  page,
  own,
}) => {
  const before = await readFile(own.resources, 'utf8');
  await keepSession(page);
  await page.goto('/chems/overview');

  // By keys, from the list.
  await page.getByRole('button', { name: 'More', exact: true }).press('Enter');
  await page.getByRole('menuitem', { name: 'Edit columns…' }).press('Enter');
  await page.getByRole('tab', { name: 'Fields' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Add field' }).press('Enter');
  await expect(dialog.getByLabel('Label (English)')).toBeFocused();
  await page.keyboard.type('Shelf mark');
  await expect(dialog.getByLabel('Name')).toHaveValue('shelfMark');
  expect(await findFaults(page, { inDark: true })).toEqual([]);
  await page.keyboard.press('Enter');
  const name = page.getByRole('textbox', { name: 'Name of Shelf mark' });
  await name.press('Alt+ArrowUp');
  await expect(name).toBeFocused();

  // By mouse.
  await page.getByRole('button', { name: 'Add field' }).click();
  await dialog.getByLabel('Label (English)').fill('Grade');
  await dialog.getByRole('combobox', { name: 'Type' }).selectOption('choice');
  await dialog.getByLabel('Choices').fill('low\nhigh');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await page.getByRole('button', { name: 'Settings of Grade' }).click();
  await expect(dialog.getByRole('group', { name: 'low' })).toBeVisible();
  expect(await findFaults(page, { inDark: true })).toEqual([]);
  await dialog.getByRole('button', { name: 'Close' }).click();
  expect(await findAllFaults(page)).toEqual([]);

  await page.getByRole('button', { name: 'Review changes' }).click();
  await expect(page.getByText('adds the field shelfMark to chems')).toBeVisible();
  await page.getByRole('button', { name: 'Apply' }).click();

  await expect(page.getByText('The change was applied.')).toBeVisible();
  const after = await readFile(own.resources, 'utf8');
  const added = after.split('\n').filter((line) => !before.includes(line));
  expect(added.map((line) => line.trim())).toEqual([
    '"shelfMark": {',
    '"label": "Shelf mark"',
    '"grade": {',
    '"label": "Grade",',
    '"choices": ["low", "high"]',
    expect.stringContaining('"shelfMark", "grade"'),
  ]);
});
