import { describe, expect, test } from 'vitest';
import { sendImport } from '../../support/exchange.ts';
import { namedResources } from '../named-resources.ts';
import type { OpenWorld } from '../open-world.ts';
import type { World } from '../world.ts';

/** What every resource gives out as a file, and takes back. */
export function describeFiles(world: World, opened: () => OpenWorld): void {
  describe.each(namedResources(world))('%s', (_, { root }) => {
    const exported = () => opened().api.call('GET', `${root}/export`, { as: world.admin });

    // Whoever is gone can call nothing any more.
    const ourselves = (): string[] =>
      [...world.declared.roles.keys()].map((role) => opened().api.userId(role));

    test('is exported, and imported again changes nothing', async () => {
      const { status, text, json } = await exported();

      const parts = { mode: 'upsert' };
      const { json: again } = await sendImport(opened().api, root, text, {
        as: world.admin,
        parts,
      });

      expect(status).toBe(200);
      expect(again).toMatchObject({
        total: json.length,
        unchanged: json.length,
        failed: 0,
        problems: [],
      });
    });

    test('comes back from its file, _id and all, when it was deleted', async () => {
      const { api, admin } = opened();
      const before = (await exported()).json as { _id: string }[];
      const { json } = await api.call('POST', `${root}/bulk`, {
        as: admin,
        body: { action: 'delete', where: { _id_nin: ourselves() } },
      });

      const parts = { mode: 'upsert' };
      const again = await sendImport(api, root, before, { as: admin, parts });

      expect(again.json).toMatchObject({ total: before.length, created: json.deleted, failed: 0 });
    });
  });
}
