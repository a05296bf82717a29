import type { Locator } from '@playwright/test';
import { makePicture } from '../support/make-picture.ts';
import { expect, keepSession, test } from './test.ts';

const name = `${'Migration of bisphenols from coated cans into food, '.repeat(2)}final.png`;

test('a long file name is shown to its end, and its picture causes no error', async ({
  page,
  api,
}) => {
  const errors: string[] = [];
  page.on('console', (line) => line.type() === 'error' && errors.push(line.text()));
  const body = { title: `Long ${Date.now()}`, year: 2026, sourceId: `L-${crypto.randomUUID()}` };
  const { _id: id } = (await api.call('POST', '/api/sources', { body })).body;
  await keepSession(page);
  await page.goto(`/sources/details/${id}`);
  await page.getByRole('button', { name: /^(Edit|Bearbeiten)$/ }).click();
  const group = page.getByRole('group', { name: /^(Attachments|Anhänge)/ });
  const buffer = await makePicture(300, 200);
  const chooser = group.locator('input[type="file"]').first();
  await chooser.setInputFiles({ name, mimeType: 'image/png', buffer });
  const whole = async (shown: Locator) => {
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [1440, 390]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        await expect(shown).toBeVisible();
        // The page takes its new width a moment later.
        await expect
          .poll(() =>
            shown.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1),
          )
          .toBe(false);
      }
  };

  await expect(group.locator('[data-file]')).toBeVisible();
  await whole(group.locator('[data-file] button', { hasText: name }));
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: /^(Save|Speichern)$/ }).click();
  await expect(page.getByRole('button', { name: /^(Edit|Bearbeiten)$/ })).toBeVisible();
  await whole(page.locator('button span', { hasText: name }).last());

  expect(errors).toEqual([]);
});
