import { admin, expect, keepSession, test } from './test.ts';
import { findFaults } from './find-faults.ts';
import { openSection, startEditing } from './record-page.ts';

const bpa = '/api/chems?casId=80-05-7';

test('a record is read by its table of contents, and a click on a value edits it', async ({
  page,
  api,
}) => {
  const { body } = await api.call('GET', bpa);
  await keepSession(page);
  await page.goto(`/chems/details/${body.data[0]._id}`);
  await expect(page.getByRole('group', { name: 'Structure' }).first()).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);

  await openSection(page, 'Use and hazard');
  const heading = page.getByRole('heading', { level: 3, name: 'Use and hazard' });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
  await expect(page).toHaveURL(/#use-and-hazard$/);
  await openSection(page, 'History');
  await expect(page.getByRole('heading', { name: /^Version 1/ })).toBeInViewport();
  expect(await findFaults(page)).toEqual([]);

  const value = page.getByRole('group', { name: 'IUPAC name' });
  await value.scrollIntoViewIfNeeded();
  const before = (await value.boundingBox())!.y;
  await value.getByText(/diyl/).click();
  const input = page.getByRole('textbox', { name: 'IUPAC name' });
  await expect(input).toBeFocused();
  // The field stays under the pointer although help texts and empty fields come in above it.
  expect(Math.abs((await input.boundingBox())!.y - before)).toBeLessThan(40);
  await page.keyboard.type(' (changed)');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByRole('group', { name: 'IUPAC name' })).toHaveText(/ \(changed\)$/);
  await expect(page.getByRole('button', { name: 'Edit IUPAC name' })).toBeFocused();
  await expect(page.getByText(/^Changed/)).toBeVisible();
});

test('a long title is never cut, and a title of one line has no breaks', async ({ page, api }) => {
  const { body } = await api.call('GET', '/api/sources?_perPage=1&_fields=title');
  await keepSession(page);
  await page.goto(`/sources/details/${body.data[0]._id}`);
  await startEditing(page);
  const title = page.getByRole('textbox', { name: 'Title' });
  await title.fill('A long title '.repeat(30).trim());
  expect(await title.evaluate((input) => input.scrollHeight - input.clientHeight)).toBeLessThan(2);
  await title.press('Enter');

  await expect(page.getByRole('group', { name: 'Title' })).toHaveText(/^(A long title ?){30}$/);
});

test.describe('on a phone, in German', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  test.use({ locale: 'de-DE' });

  test('sections are a menu at the foot, beside the button to edit', async ({ page, api }) => {
    const { body } = await api.call('GET', bpa);
    await page.goto(`/chems/details/${body.data[0]._id}`);
    await page.getByLabel('E-Mail').fill(admin.email);
    await page.getByLabel('Passwort', { exact: true }).fill('a password for tests');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Bearbeiten' })).toBeInViewport();

    await page.getByRole('button', { name: 'Abschnitte' }).tap();
    await page.getByRole('menuitem', { name: 'Verwendung und Gefahr' }).tap();
    const heading = page.getByRole('heading', { name: 'Verwendung und Gefahr' });
    await expect(heading).toBeFocused();
    await expect(heading).toBeInViewport();

    await startEditing(page);
    await expect(page.getByRole('button', { name: 'Speichern', exact: true })).toBeInViewport();
    await page.getByRole('button', { name: 'Abbrechen' }).tap();
    await expect(page.getByRole('textbox')).toHaveCount(0);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    ).toBeLessThanOrEqual(0);
  });
});
