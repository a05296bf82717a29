import { findFaults } from './find-faults.ts';
import { expect, keepSession, signIn, test } from './test.ts';

const list = '/chems/overview';

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme });

    test('a search tolerates a typo, by mouse, and marks its matches', async ({ page }) => {
      test.setTimeout(90_000);
      await keepSession(page);
      await page.goto(list);
      await page.getByRole('searchbox', { name: 'Search' }).fill('bisfenol A');
      const similar = page.getByRole('list', { name: 'Did you mean' });
      await expect(similar.getByRole('link', { name: /^Bisphenol A/ }).first()).toBeVisible();
      expect.soft(await findFaults(page), 'similar').toEqual([]);

      await similar.getByRole('button', { name: 'Search for “Bisphenol A”' }).click();

      await expect(page.locator('.g-row mark').first()).toHaveText('Bisphenol');
      expect.soft(await findFaults(page), 'marks').toEqual([]);
    });
  });

test('the palette finds a number in any spelling, and a name with a typo, by keys', async ({
  page,
}) => {
  await signIn(page);
  await page.keyboard.press('Control+K');
  const input = page.getByRole('combobox');
  await input.fill('80057');
  await expect(page.getByRole('option', { selected: true })).toContainText('Bisphenol A');
  await input.fill('bisfenol A');
  const option = page.getByRole('option', { name: /similar/ }).first();
  await expect(option).toContainText('Bisphenol A');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/details\//);
});

test.describe('on a phone, in German', () => {
  test.use({ viewport: { width: 390, height: 844 }, locale: 'de-DE' });

  test('similar records fit, and open', async ({ page }) => {
    await keepSession(page);
    await page.goto(list);
    await page.getByRole('searchbox').fill('bisfenol A');
    const similar = page.getByRole('list', { name: 'Meinten Sie' });
    await similar
      .getByRole('link', { name: /^Bisphenol A/ })
      .first()
      .click();
    await expect(page).toHaveURL(/\/chems\/details\//);
  });
});
