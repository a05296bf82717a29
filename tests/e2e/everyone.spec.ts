import { openInApp } from './open-in-app.ts';
import { startEditing } from './record-page.ts';
import { admin, expect, signIn, test, untilQuiet } from './test.ts';

test.describe('in German', () => {
  test.use({ locale: 'de-DE' });

  test('signs in, finds a record and changes it', async ({ page }) => {
    await page.goto('/login');
    await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible();
    await signIn(page);
    await page.goto('/sources/overview');
    await expect(page.getByRole('columnheader', { name: 'Jahr' })).toBeVisible();
    await expect(page.getByText(/^1–25 von \d+$/)).toBeVisible();
    await page.getByRole('row').nth(1).getByRole('link').first().click();
    await startEditing(page);
    await page.getByRole('textbox', { name: 'Titel' }).fill('Ein neuer Titel');
    await page.getByRole('button', { name: 'Speichern', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('Gespeichert');
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('navigates by the menu, and nothing is wider than the screen', async ({ page }) => {
    await page.goto('/login');
    await page.getByLabel('Email').fill(admin.email);
    await page.getByLabel('Password', { exact: true }).fill('a password for tests');
    await page.getByRole('button', { name: 'Login' }).tap();
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.getByRole('button', { name: 'Open menu' }).tap();
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    await menu.getByRole('link', { name: 'Chems', exact: true }).tap();
    await expect(page.getByRole('listitem').first()).toBeVisible();
    // A tap goes where the link was, and cards get their height from what comes after them.
    await untilQuiet(page);
    await page
      .getByRole('main')
      .getByRole('link', { name: /\(\d+-\d\d-\d\)/ })
      .first()
      .tap();
    await expect(page.getByRole('group', { name: 'CAS number' })).toBeVisible();

    const pages = 'dashboard chems/overview sources/overview chems/create users/myprofile';
    const ofAdmins = 'admin/overview admin/widgets admin/outbox admin/audit';
    for (const path of `${pages} ${ofAdmins}`.split(' ').map((name) => `/${name}`)) {
      await openInApp(page, path);
      const wider = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect.soft(wider, path).toBeLessThanOrEqual(0);
    }
  });
});

test.describe('with the keyboard alone, in German', () => {
  test.use({ locale: 'de-DE' });

  test('signs in, filters, edits a cell and a record, approves two users, and signs out; all is announced', async ({
    page,
    api,
    baseURL,
  }, { retry }) => {
    const tag = `tasten-${retry}`;
    const body = { key: `${tag}-1`, name: `Tasten ${retry}` };
    await api.call('POST', '/api/chemFunctions', { body });
    const names = [`Tina Taste ${retry}`, `Tom Taste ${retry}`];
    for (const [index, name] of names.entries()) await register(`${tag}${index}@example.org`, name);
    const said = (text: string | RegExp) =>
      expect(page.locator('[role=status], [role=alert]').filter({ hasText: text }).first());

    await page.goto('/login');
    await expect(page.getByLabel('E-Mail')).toBeFocused();
    await page.keyboard.type(admin.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(admin.password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole('link', { name: 'Quellen' }).first()).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Zum Inhalt springen' })).toBeFocused();

    await goTo('Chemikalienfunktionen');
    await expect(page).toHaveURL(/\/chemFunctions\/overview/);
    await said(/Chemikalienfunktionen/).toBeAttached();
    await tabTo('button', 'Filter');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: 'Feld' })).toBeFocused();
    await page.keyboard.type('Schlüssel');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Wert' })).toBeFocused();
    await page.keyboard.type(tag);
    await expect(page.getByText(/^1–1 von 1/)).toBeVisible();
    await page.keyboard.press('Escape');

    // The grid is one stop of the Tab key; Enter in a cell writes it, with Ctrl it opens the record.
    await tabTo('gridcell');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('F2');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(`${tag}-2`);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('gridcell', { name: `${tag}-2` })).toBeVisible();
    await expect(page.getByRole('gridcell').and(page.locator(':focus'))).toBeVisible();
    const written = async () => (await api.call('GET', `/api/chemFunctions?key=${tag}-2`)).body;
    await expect.poll(async () => (await written()).data.length).toBe(1);
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page).toHaveURL(/\/chemFunctions\/details\//);
    await tabTo('button', 'Bearbeiten');
    await page.keyboard.press('Enter');
    await tabTo('textbox', 'Beschreibung');
    await page.keyboard.type('Ohne Maus geschrieben');
    await tabTo('button', 'Speichern');
    await page.keyboard.press('Enter');
    await said(/Gespeichert/).toBeVisible();
    expect((await written()).data).toMatchObject([{ description: 'Ohne Maus geschrieben' }]);

    await goTo('Administration: Personen', 'Administration');
    for (const name of names) {
      await tabTo('checkbox', `${name} auswählen`);
      await page.keyboard.press('Space');
    }
    await tabTo('button', '2 freigeben', 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: /^Ohne bestätigte Adresse/ })).toBeVisible();
    await tabTo('button', 'Trotzdem freigeben');
    await page.keyboard.press('Enter');
    const result = page.getByRole('dialog', { name: 'Ergebnis' });
    await said(/hatte folgende Ergebnisse.* 2/).toBeAttached();
    await expect(result.locator(':focus')).toBeVisible();
    const { body: users } = await api.call('GET', `/api/users?email_starts=${tag}`);
    expect(users.data.map(({ status }: { status: string }) => status)).toEqual([
      'confirmed',
      'confirmed',
    ]);
    await page.keyboard.press('Escape');
    await expect(result).toBeHidden();
    await expect(page.locator('main :focus')).toBeVisible();

    await tabTo('button', 'Abmelden', 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('E-Mail')).toBeFocused();

    async function goTo(label: string, heading = label): Promise<void> {
      await page.keyboard.press('ControlOrMeta+k');
      await expect(page.getByRole('combobox')).toBeFocused();
      await page.keyboard.type(label);
      const option = page.getByRole('option', { name: label, exact: true }).first();
      await expect(option).toHaveAttribute('aria-selected', 'true');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    }

    async function tabTo(
      role: 'textbox' | 'button' | 'gridcell' | 'checkbox',
      name?: string | RegExp,
      key = 'Tab',
    ): Promise<void> {
      const named = { exact: typeof name === 'string', ...(name !== undefined && { name }) };
      const target = page.getByRole(role, named).and(page.locator(':not([tabindex="-1"])')).first();
      await expect(target).toBeVisible();
      for (let step = 0; step < 80; step++) {
        if (await target.evaluate((element) => element === document.activeElement)) return;
        await page.keyboard.press(key);
      }
      throw new Error(`${role} ${String(name)} is not reached by ${key}`);
    }

    async function register(email: string, name: string): Promise<void> {
      const answer = await fetch(`${baseURL}/api/users/`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          email,
          name,
          organisation: 'Tastenwerk',
          password: 'drei kurze Worte',
          acceptedTerms: true,
        }),
      });
      expect(answer.status).toBe(201);
    }
  });
});
