import { readFile } from 'node:fs/promises';
import { findFaults } from './find-faults.ts';
import { expect, signIn } from './test.ts';
import { test } from './own-server.ts';

const firstField = '"fields": {';

test('a field is added to the text, applied without a restart in every open tab, and undone', async ({
  page,
  context,
  own,
}) => {
  const before = await readFile(own.resources, 'utf8');
  await signIn(page);
  const other = await context.newPage();
  await other.goto('/structure/overview');
  await expect(other.getByRole('table', { name: 'Chems' })).toBeVisible();
  await page.goto('/structure/overview?tab=text');
  const editor = page.getByRole('textbox', { name: 'Text of resources.json' });
  await expect(editor).toHaveValue(before);
  const at = before.indexOf(firstField, before.indexOf('\n    "chems": {')) + firstField.length;
  await editor.evaluate((input: HTMLTextAreaElement, place) => {
    input.focus();
    input.setSelectionRange(place, place);
  }, at);

  await page.keyboard.insertText('\n        "shelfMark": { "type": "txt" },');
  // Leads to the value, and selects it.
  await page.getByRole('button', { name: /D006/ }).press('Enter');
  await expect(editor).toBeFocused();
  expect(await findFaults(page, { inDark: true })).toEqual([]);
  await page.keyboard.insertText('"text" },');
  await expect(page.getByRole('button', { name: /D006/ })).toBeHidden();
  await page.getByRole('button', { name: 'Review changes' }).press('Enter');
  await expect(page.getByText('adds the field shelfMark to chems')).toBeVisible();
  expect(await findFaults(page, { inDark: true })).toEqual([]);
  await page.getByRole('button', { name: 'Apply' }).press('Enter');

  await expect(page.getByText('The change was applied.')).toBeVisible();
  expect(await readFile(own.resources, 'utf8')).toContain('"shelfMark"');
  await expect(other.getByRole('cell', { name: 'shelfMark', exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Undo…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The last change was taken back.')).toBeVisible();
  await expect(editor).toHaveValue(before);
  expect(await readFile(own.resources, 'utf8')).toBe(before);
  await expect(other.getByRole('cell', { name: 'shelfMark', exact: true })).toBeHidden();
});
