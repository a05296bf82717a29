import { findFaults } from './find-faults.ts';
import { admin, expect, keepSession, test, untilQuiet } from './test.ts';

test.describe('in German, on a phone', () => {
  test.use({ locale: 'de-DE', viewport: { width: 390, height: 844 }, colorScheme: 'dark' });

  test('the help of a page explains it and links to its page of the documentation', async ({
    page,
    context,
  }) => {
    await page.goto('/login?from=/mapping/overview');
    await page.getByLabel('E-Mail').fill(admin.email);
    await page.getByLabel('Passwort', { exact: true }).fill(admin.password);
    await page.keyboard.press('Enter');
    const button = page.getByRole('button', { name: 'Hilfe zu dieser Seite' });
    await expect(button).toBeVisible();
    // A page that has just opened takes the focus, and the help would give it back to that page.
    await untilQuiet(page);
    await button.click();
    const panel = page.getByRole('dialog', { name: 'Hilfe' });
    await expect(panel).toContainText('Legen Sie fest, was die Begriffe der Studien bedeuten');
    await expect(panel).toContainText('Die Dokumentation ist auf Englisch');
    expect(await findFaults(page)).toEqual([]);

    const opening = context.waitForEvent('page');
    await panel.getByRole('link', { name: /^Weiterlesen: Handbook for staff/ }).click();
    const docs = await opening;
    await expect(docs).toHaveURL(/\/help\/handbook#decide-what-words-mean$/);
    await expect(docs.getByRole('heading', { name: 'Decide what words mean' })).toBeInViewport();
    expect(await findFaults(docs)).toEqual([]);
    const wider = await docs.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wider).toBe(0);
    await docs.close();

    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(button).toBeFocused();
  });
});

test('F1 opens the help while somebody types, and the documentation links to itself', async ({
  page,
}) => {
  await keepSession(page);
  await page.goto('/chems/overview');
  await page.getByRole('searchbox').press('F1');
  const panel = page.getByRole('dialog', { name: 'Help' });
  await expect(panel).toContainText('All records of a collection');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('searchbox')).toBeFocused();

  await page.goto('/help');
  await page.getByRole('link', { name: 'Find and merge duplicates' }).press('Enter');
  const picture = page.getByRole('img', { name: /which record stays/ });
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(100);
  await page.getByRole('link', { name: 'trash', exact: true }).first().click();
  await expect(page).toHaveURL(/\/help\/history#get-a-deleted-record-back$/);
  await expect(page.getByRole('heading', { name: 'Get a deleted record back' })).toBeInViewport();
  expect(await findFaults(page)).toEqual([]);
});
