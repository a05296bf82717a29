import { expect, keepSession, test } from './test.ts';

test('a deleted mapping is restored from the notice, and from the trash by keys', async ({
  page,
  api,
}, { retry }) => {
  test.setTimeout(180_000);
  await keepSession(page);
  // One of its own: other tests generate masters, which refer to mappings.
  const mappingId = `MAP-TRASH-${retry}`;
  const { body } = await api.call('POST', '/api/mappings', {
    body: { mappingId, mappingType: 'chem', rawTerm: `a term for the trash ${retry}` },
  });
  const { _id: id } = body;
  await page.goto(`/mappings/details/${id}`);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('moves to the trash');
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('1 record restored')).toBeVisible();

  await page.goto(`/mappings/details/${id}`);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(dialog).toBeHidden();
  await page.goto('/mappings/overview');
  await page.getByRole('button', { name: 'More', exact: true }).press('Enter');
  await page.getByRole('menuitem', { name: 'Trash' }).press('Enter');
  // Other tests leave mappings in the trash, too.
  const select = page.getByRole('checkbox', { name: `Select ${mappingId}` });
  await select.press('Space');
  await page.getByRole('button', { name: 'Restore 1' }).press('Enter');
  await expect(page.getByText('1 record restored')).toBeVisible();
  await expect(select).toBeHidden();
  await page.goto(`/mappings/details/${id}`);
  await expect(page.getByText(mappingId).first()).toBeVisible();
});
