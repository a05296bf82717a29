import { readFile } from 'node:fs/promises';
import { findAllFaults, findFaults } from './find-faults.ts';
import { expect, keepSession } from './test.ts';
import { test } from './own-server.ts';

test('a role gets a right by keys and some records by mouse, and the file only what changed', async ({
  page,
  own,
}) => {
  const before = await readFile(own.resources, 'utf8');
  await keepSession(page);
  await page.goto('/structure/masters');
  await page.getByRole('tab', { name: 'Permissions' }).click();

  // By keys.
  const cell = page.getByRole('button', { name: 'Viewer, see history, Master: No' });
  await cell.press('Enter');
  await expect(page.getByRole('menuitemradio', { name: 'Not allowed' })).toBeChecked();
  expect(await findFaults(page, { inDark: true })).toEqual([]);
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('button', { name: 'Viewer, see history, Master: Yes' }),
  ).toBeFocused();
  await expect(page.getByText('grant the role Viewer “see history”')).toBeVisible();

  // By mouse.
  await page.getByRole('button', { name: 'Viewer, export, Master: Yes' }).click();
  await page.getByRole('menuitemradio', { name: 'Only some records…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Field' }).fill('Detected');
  await page.getByRole('option', { name: 'Detected', exact: true }).click();
  await dialog.getByRole('combobox', { name: 'Value' }).click();
  await page.getByRole('option', { name: 'Yes' }).click();
  expect(await findFaults(page, { inDark: true })).toEqual([]);
  await dialog.getByRole('button', { name: 'Use condition' }).click();
  await expect(page.getByText(/^Viewer, export: Detected/)).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  expect(await findAllFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('button', { name: 'Review changes' }).click();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('The change was applied.')).toBeVisible();
  const after = await readFile(own.resources, 'utf8');
  const added = after.split('\n').filter((line) => !before.includes(line));
  expect(added.join(' ').replaceAll(/\s+/g, ' ').trim()).toBe(
    '"viewer": { "list": true, "read": true, "export": { "detected": true }, "history": true }',
  );
});
