import type { Page } from '@playwright/test';
import { textIn } from '../../src/fields/problems/localized-text.ts';
import { bakery, otherWorlds, seedBank } from '../worlds/worlds.ts';
import { findFaults } from './find-faults.ts';
import { admin, expect, test as base, untilQuiet } from './test.ts';
import { act, change, create, openChildren, openRecord, search } from './tour.ts';
import { openWorldServer, type WorldServer } from './world-server.ts';

// The product on descriptors of others: whatever they declare has to have a place on the screens.

// A tour is some two thousand steps: recorded it takes much longer, and tells no more than the error does.
base.use({ trace: 'off' });

const inGerman = [seedBank, bakery];

/**
 * The one with most collections. Tests without a browser go through each world; the tour of all of them takes three
 * minutes, with `WORLDS=all`, which a change of the store or the descriptor needs, or with `LOOKS=all`.
 */
const isWhole = [process.env['WORLDS'], process.env['LOOKS']].includes('all');
const toured = isWhole ? otherWorlds : [seedBank];

for (const files of toured) {
  const test = base.extend<object, { server: WorldServer }>({
    server: [
      async ({}, use) => {
        const server = await openWorldServer(files);
        await use(server);
        await server.close();
      },
      { scope: 'worker', timeout: 120_000 },
    ],
    baseURL: async ({ server }, use) => use(server.url),
  });

  test.describe(files.name, () => {
    test('every resource is listed, searched, opened, created and changed', async ({
      page,
      api,
      server,
    }) => {
      // Eleven lists and as many forms, each filled in whole.
      test.setTimeout(300_000);
      const tour = { page, api, world: server.world(api) };
      await signIn(page);
      for (const resource of tour.world.resources) {
        await search(tour, resource);
        await openRecord(tour, resource);
        await openChildren(tour, resource);
        await create(tour, resource);
        await change(tour, resource);
      }
    });

    test('every action is confirmed and runs', async ({ page, api, server }) => {
      const tour = { page, api, world: server.world(api) };
      await signIn(page);
      for (const resource of tour.world.resources)
        for (const action of resource.actions) await act(tour, resource, action);
    });

    // The parts are those of the other worlds; what differs are words.
    if (!inGerman.includes(files)) return;
    test.describe('in German', () => {
      test.use({ locale: 'de-DE' });

      test('has no serious fault on a list, a form and the page of its structure', async ({
        page,
        api,
        server,
      }) => {
        const world = server.world(api);
        const [resource] = world.resources;
        await signIn(page);
        const pages = [
          `${resource!.path}/overview`,
          `${resource!.path}/create`,
          '/structure/overview',
        ];
        for (const path of pages) {
          await page.goto(path);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await untilQuiet(page);
          expect.soft(await findFaults(page), path).toEqual([]);
          const label = textIn(resource!.label, 'de');
          await expect(page.getByRole('link', { name: label, exact: true }).first()).toBeVisible();
        }
      });
    });
  });
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByLabel(/^e-?mail$/i).fill(admin.email);
  await page.getByLabel(/^(password|passwort)$/i).fill(admin.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
}
