import { expect, test } from 'vitest';
import { namedResources } from '../named-resources.ts';
import type { OpenWorld } from '../open-world.ts';
import type { World } from '../world.ts';

/** What everybody may read: what is marked, and nothing else. */
export function describePublic(world: World, opened: () => OpenWorld): void {
  const fieldsOf = (name: string): string[] =>
    world.declared.source.resources[name]!.public?.fields ?? [];
  const published = namedResources(world).filter(([name]) => fieldsOf(name).length > 0);

  test('publishes only marked collections', async () => {
    for (const { name } of world.resources) {
      const { status } = await opened().api.call('GET', `/api/public/${name}`);

      expect([name, status]).toEqual([name, fieldsOf(name).length > 0 ? 200 : 404]);
    }
  });

  test.each(published)('publishes of %s only marked fields', async (name, resource) => {
    const { api } = opened();
    const { json } = await api.call('GET', `/api/public/${name}?_perPage=1000`);
    const where = JSON.stringify(world.declared.source.resources[name]!.public?.where ?? {});
    const all = `${resource.root}?_perPage=1&where=${encodeURIComponent(where)}`;
    const { total } = (await api.call('GET', all, { as: world.admin })).json;

    const kept = new Set(['_id', '_version', ...fieldsOf(name)]);
    expect([json.total, json.data.length]).toEqual([total, total]);
    for (const record of json.data) expect(new Set(Object.keys(record))).toEqual(kept);
  });
}
