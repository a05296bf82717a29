import { expect, signIn, test } from './test.ts';

test('a card names pending users, however long the organisation is', async ({ page }, {
  retry,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const name = `Wanda Waiting ${retry}`;
  const registered = await page.request.post('/api/users/', {
    data: {
      name,
      email: `wanda.${retry}@waiting.example`,
      organisation: 'Federal Institute for the Safety of Food, Materials and Articles in Contact',
      password: 'seven green bicycles',
      acceptedTerms: true,
    },
  });
  expect(registered.status()).toBe(201);

  await signIn(page);
  const card = page.getByRole('region', { name: 'Waiting for approval' });
  const line = card.getByRole('listitem').filter({ hasText: name });

  await expect(line).toBeVisible();
  const isCut = () => line.getByRole('link').evaluate((it) => it.scrollWidth > it.clientWidth);
  expect(await isCut()).toBe(false);
  const { width } = (await card.boundingBox())!;
  for (const each of await card.getByRole('listitem').all())
    expect((await each.getByRole('link').boundingBox())!.width).toBeGreaterThan(width / 3);
});
