import { expect, test } from 'vitest';
import { namedResources } from '../named-resources.ts';
import type { OpenWorld } from '../open-world.ts';
import type { World } from '../world.ts';

/** What everybody may read: what is marked, and nothing else. */
export function describePublic(world: World, opened: () => OpenWorld): void {
  const publicOf = (name: string) => world.declared.source.resources[name]!.public ?? {};
  const fieldsOf = (name: string): string[] => {
    const { fields = [], counts = [] } = publicOf(name);
    return [...fields, ...counts];
  };
  const published = namedResources(world).filter(([name]) => fieldsOf(name).length > 0);

  test('publishes only marked collections', async () => {
    for (const { name } of world.resources) {
      const { status } = await opened().api.call('GET', `/api/public/${name}`);
      const otherwise = publicOf(name).create ? 405 : 404;

      expect([name, status]).toEqual([name, fieldsOf(name).length > 0 ? 200 : otherwise]);
    }
  });

  test('takes records of strangers only where there is a form, and only its fields', async () => {
    for (const { name, fields } of world.resources) {
      const form = publicOf(name).create;
      const others = [...fields.keys()].filter((field) => form?.fields.includes(field) !== true);
      const body = Object.fromEntries(others.map((field) => [field, null]));
      const path = `/api/public/${name}`;
      const { status, json } = await opened().api.call('POST', path, { body });

      const refused = (json.problems as { code: string; path: string }[])
        .filter(({ code }) => code === 'V009')
        .map(({ path: field }) => field);
      const isClosed = [404, 405].includes(status);
      expect([name, isClosed, new Set(refused)]).toEqual([name, !form, new Set(form && others)]);
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
