import { describe, expect, test } from 'vitest';
import { formatNames, formats } from '../../../src/files/formats/formats.ts';
import { fetchExport, sendImport } from '../../support/exchange.ts';
import { namedResources } from '../named-resources.ts';
import type { OpenWorld } from '../open-world.ts';
import type { World } from '../world.ts';

/** What every resource gives out as a file, and takes back. */
export function describeFiles(world: World, opened: () => OpenWorld): void {
  describe.each(namedResources(world))('%s', (_, resource) => {
    const { root } = resource;
    const exported = () => opened().api.call('GET', `${root}/export`, { as: world.admin });

    // Whoever is gone can call nothing any more.
    const ourselves = (): string[] =>
      [...world.declared.roles.keys()].map((role) => opened().api.userId(role));

    test.each(formatNames)(
      'is exported as %s, and imported again changes nothing',
      async (format) => {
        const { api, admin, records } = opened();
        const { length } = await records(resource);

        const { bytes } = await fetchExport(api, `${root}/export?format=${format}`, admin);
        const { json } = await sendImport(api, root, bytes, {
          as: admin,
          name: `records.${formats[format].extension}`,
          parts: { mode: 'upsert' },
        });

        const isSame = { total: length, unchanged: length, failed: 0, problems: [] };
        expect(json).toMatchObject(isSame);
      },
    );

    test('restores a deleted record from its file, including its _id', async () => {
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
