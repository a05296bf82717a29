import { expect, signIn, test } from './test.ts';

/** The links of the specification (§2), in its order. */
const links = [
  'Dashboard',
  'Master',
  'Mappings',
  'Sources',
  'Extractions',
  'Chems',
  'ChemFamilies',
  'ChemFunctions',
  'Projects',
  'Users',
];
const german = [
  'Dashboard',
  'Master',
  'Zuordnungen',
  'Quellen',
  'Extraktionen',
  'Chemikalien',
  'Chemikalienfamilien',
  'Chemikalienfunktionen',
  'Projekte',
  'Benutzer',
];

test('the ten links have their names and order, wide, minimised and on a phone', async ({
  page,
}) => {
  await signIn(page);
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  const named = async (): Promise<string[]> => {
    const all = await menu
      .getByRole('link')
      .evaluateAll((found) =>
        found.map((link) => link.getAttribute('aria-label') ?? link.textContent ?? ''),
      );
    return all.filter((name) => links.includes(name));
  };
  expect(await named()).toEqual(links);
  for (const group of ['Work', 'Reference', 'Tools', 'Administration'])
    await expect(menu.getByRole('button', { name: group })).toHaveAttribute(
      'aria-expanded',
      'true',
    );

  await page.getByRole('button', { name: 'Minimise the sidebar' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Expand the sidebar' })).toBeVisible();
  expect(await named()).toEqual(links);
  await menu.getByRole('link', { name: 'Sources' }).press('Enter');
  await expect(page).toHaveURL(/\/sources\/overview/);
  await page.getByRole('button', { name: 'Expand the sidebar' }).click();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(menu.getByRole('link', { name: 'Users' })).toBeVisible();
  expect(await named()).toEqual(links);
});

test.describe('in German', () => {
  test.use({ locale: 'de-DE' });

  test('the ten links have German names in the same order', async ({ page }) => {
    await signIn(page);
    const all = await page
      .getByRole('navigation', { name: 'Hauptmenü' })
      .getByRole('link')
      .allTextContents();

    expect(all.filter((name) => german.includes(name))).toEqual(german);
  });
});
