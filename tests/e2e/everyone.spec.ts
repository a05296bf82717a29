import { expect, signIn, test, untilQuiet } from './test.ts';

test.describe('in German', () => {
  test.use({ locale: 'de-DE' });

  test('signs in, finds a record and changes it', async ({ page }) => {
    await page.goto('/login');
    await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible();
    await signIn(page);
    await page.goto('/sources/overview');
    await expect(page.getByRole('columnheader', { name: 'Jahr' })).toBeVisible();
    await expect(page.getByText(/^1–10 von \d+$/)).toBeVisible();
    await page.getByRole('row').nth(1).getByRole('link').first().click();
    await page.getByRole('textbox', { name: 'Titel' }).fill('Ein neuer Titel');
    await page.getByRole('button', { name: 'Speichern', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('Gespeichert');
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('finds its way by the menu, and nothing is wider than the screen', async ({ page }) => {
    await page.goto('/login');
    await page.getByLabel('Email').fill('admin@example.org');
    await page.getByLabel('Password', { exact: true }).fill('a password for tests');
    await page.getByRole('button', { name: 'Login' }).tap();
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.getByRole('button', { name: 'Open menu' }).tap();
    await page.getByRole('link', { name: 'Chems', exact: true }).first().tap();
    await expect(page.getByRole('listitem').first()).toBeVisible();
    await page
      .getByRole('main')
      .getByRole('link', { name: /\(\d+-\d\d-\d\)/ })
      .first()
      .tap();
    await expect(page.getByLabel('CAS number')).toBeVisible();

    const pages = 'dashboard chems/overview sources/overview chems/create users/myprofile';
    const ofAdmins = 'admin/overview admin/widgets admin/outbox admin/audit';
    for (const path of `${pages} ${ofAdmins}`.split(' ').map((name) => `/${name}`)) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await untilQuiet(page);
      const wider = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect.soft(wider, path).toBeLessThanOrEqual(0);
    }
  });
});

test.describe('with the keyboard alone', () => {
  test('signs in, opens a record, changes and saves it', async ({ page }) => {
    await page.goto('/login');
    await expect(page.getByLabel('Email')).toBeFocused();
    await page.keyboard.type('admin@example.org');
    await page.keyboard.press('Tab');
    await page.keyboard.type('a password for tests');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole('link', { name: 'ChemFunctions' }).first()).toBeVisible();

    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await tabTo('ChemFunctions', 'link');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/chemFunctions\/overview/);
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    // The grid is one stop of the tab key; Enter in a cell writes it, with Ctrl it opens the record.
    await tabTo(undefined, 'gridcell');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page).toHaveURL(/\/chemFunctions\/details\//);
    await tabTo('Description', 'textbox');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('Typed without a mouse');
    await tabTo('Save', 'button');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText('Saved');

    async function tabTo(
      label: string | undefined,
      role: 'link' | 'textbox' | 'button' | 'gridcell',
    ): Promise<void> {
      const found =
        label === undefined
          ? page.getByRole(role).and(page.locator('[tabindex="0"]'))
          : page.getByRole(role, { name: label, exact: true });
      const target = found.first();
      await expect(target).toBeVisible();
      for (let step = 0; step < 80; step++) {
        if (await target.evaluate((element) => element === document.activeElement)) return;
        await page.keyboard.press('Tab');
      }
      throw new Error(`${role} ${label} is not reached by the tab key`);
    }
  });
});
