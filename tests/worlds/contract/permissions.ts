import { beforeAll, describe, expect, test } from 'vitest';
import { readWhere } from '../../../src/descriptor/filter/where.ts';
import { resolveTokens } from '../../../src/descriptor/filter/tokens.ts';
import { evaluateFilter } from '../../../src/descriptor/filter/evaluate-filter.ts';
import { operations, type Operation, type Resource } from '../../../src/descriptor/descriptor.ts';
import type { Right as Needed } from '../../../src/api/http/route.ts';
import { listRoutes } from '../../../src/api/routes.ts';
import type { Field } from '../../../src/fields/type/field.ts';
import { isAtDoor, knock } from '../../support/knock.ts';
import { namedResources } from '../named-resources.ts';
import type { OpenWorld } from '../open-world.ts';
import type { World, WorldRecord } from '../world.ts';

function mayAll(world: World, role: string, { may, of, and = [] }: Needed): boolean {
  return (
    [may].flat().some((one) => rightOf(world, role, of, one) !== false) &&
    and.every((right) => mayAll(world, role, right))
  );
}

/** Who may do what, as the descriptor's own text says it: nothing here asks the code that decides. */
export function describePermissions(world: World, opened: () => OpenWorld): void {
  const roles = [...world.declared.roles.keys()];
  beforeAll(async () => {
    for (const role of roles) await opened().api.tokenOf(role);
  });

  test.each(roles)('opens to %s only the routes of their rights', async (role) => {
    const { api } = opened();
    const wrong: string[] = [];
    for (const route of listRoutes(world.declared).filter(isAtDoor)) {
      if (typeof route.needs !== 'object') continue;
      const isOpen = mayAll(world, role, route.needs);
      const got = await knock(api, route, await api.tokenOf(role));
      if (got !== (isOpen ? 'in' : 403)) wrong.push(`${route.method} ${route.path}: ${got}`);
    }

    expect(wrong).toEqual([]);
  });

  // Other contracts call all of them as somebody who may do everything.
  const limited = roles.filter((role) => !world.declared.roles.get(role)!.all);
  test.each(limited)('fails for %s on no route that reads', async (role) => {
    const { api, records } = opened();
    const { json } = await api.call('GET', '/api/openapi.json', { as: world.admin });
    const now = new Date().toISOString();
    const asked: Record<string, string[]> = { q: ['a', '-'], _asOf: [now], fields: ['_id'] };
    const wrong: string[] = [];
    for (const [path, { get }] of Object.entries<any>(json.paths)) {
      if (!get || path.includes('/sse')) continue;
      const own = world.resources.find(({ root }) => path.startsWith(`${root}/{`));
      const [first] = own ? await records(own) : [];
      const at = path.replace('{id}', first?._id ?? 'none').replace(/\{\w+\}/g, '1');
      const queries = (get.parameters ?? []).flatMap(({ name }: { name: string }) =>
        (asked[name] ?? []).map((value) => `?${name}=${encodeURIComponent(value)}`),
      );
      for (const query of ['', ...queries]) {
        const { status } = await api.call('GET', at + query, { as: role });
        if (status >= 500) wrong.push(`${at}${query}: ${status}`);
      }
    }

    expect(wrong).toEqual([]);
  });

  describe.each(namedResources(world))('%s', (_, resource) => {
    const { root } = resource;

    test.each(roles)('hides from %s the fields of other roles', async (role) => {
      const { api, records } = opened();
      const hidden = [...resource.fields.values()].filter((field) =>
        isKept(world, role, resource, field),
      );
      if (hidden.length === 0 || rightOf(world, role, resource, 'list') === false) return;
      const [first] = await records(resource);

      const list = await api.call('GET', `${root}?_perPage=1000`, { as: role });

      for (const { name } of hidden) {
        expect(list.json.data.filter((record: object) => name in record)).toEqual([]);
        for (const query of [`${name}_null=true`, `_sort=${name}`, `_fields=${name}`]) {
          const { status, json } = await api.call('GET', `${root}?${query}`, { as: role });
          expect([query, status, json.code]).toEqual([query, 400, 'Q002']);
        }
        if (rightOf(world, role, resource, 'update') === false) continue;
        const call = { as: role, body: { [name]: null }, headers: { 'If-Match': '*' } };
        const { json } = await api.call('PATCH', `${root}/${first!._id}`, call);
        expect(json.code).toMatch(/^(V009|A012)$/);
      }
    });

    test.each(roles)('shows %s the records they can see, change and delete', async (role) => {
      const { api, records } = opened();
      const all = (await records(resource)).slice(0, 40);
      const may = (operation: Operation, record: WorldRecord): Promise<boolean> =>
        holds(opened(), role, resource, operation, record);
      const wrong: string[] = [];

      for (const record of all) {
        const isSeen =
          rightOf(world, role, resource, 'read') !== false &&
          (await may('read', record)) &&
          (await may('list', record));
        const path = `${root}/${record._id}`;
        const ask = async (method: string): Promise<number> =>
          // A version nobody has: whoever is let through learns that, and changes nothing.
          (
            await api.call(method, path, {
              as: role,
              body: method === 'PATCH' ? {} : undefined,
              headers: method === 'GET' ? {} : { 'If-Match': '"0"' },
            })
          ).status;
        const expectStatus = async (method: string, expected: number): Promise<void> => {
          const status = await ask(method);
          if (status !== expected) wrong.push(`${method} ${record._id}: ${status} not ${expected}`);
        };
        if (rightOf(world, role, resource, 'read') !== false)
          await expectStatus('GET', isSeen ? 200 : 404);
        for (const [method, operation] of [
          ['PATCH', 'update'],
          ['DELETE', 'delete'],
        ] as const) {
          if (rightOf(world, role, resource, operation) === false) continue;
          const seen = (await may('read', record)) && (await may('list', record));
          const isMine = await may(operation, record);
          const whenSeen = isMine ? 412 : 403;
          await expectStatus(method, seen ? whenSeen : 404);
        }
      }

      expect(wrong).toEqual([]);
    });

    test.each(roles)('lists and exports for %s what they can see', async (role) => {
      const { api, records } = opened();
      const all = await records(resource);
      const among = async (records: WorldRecord[], operation: Operation) => {
        const kept: WorldRecord[] = [];
        for (const each of records)
          if (await holds(opened(), role, resource, operation, each)) kept.push(each);
        return kept;
      };
      const seen = await among(await among(all, 'list'), 'read');
      const idsOf = (found: WorldRecord[]): string[] => found.map(({ _id }) => _id).sort();

      const taken = await among(seen, 'export');
      const mayList = rightOf(world, role, resource, 'list') !== false;
      const mayExport = rightOf(world, role, resource, 'export') !== false;

      const list = await api.call('GET', `${root}?_perPage=1000`, { as: role });
      const file = await api.call('GET', `${root}/export`, { as: role });

      expect(mayList ? idsOf(list.json.data) : list.status).toEqual(mayList ? idsOf(seen) : 403);
      expect(mayExport ? idsOf(file.json) : file.status).toEqual(mayExport ? idsOf(taken) : 403);
    });
  });
}

type Right = boolean | Record<string, unknown>;

/** What the text of the descriptor gives a role: all, none, or the records of a filter. */
function rightOf(
  { declared }: World,
  role: string,
  resource: Resource,
  operation: Operation,
): Right {
  const { roles, resources } = declared.source;
  if (roles?.[role]?.all === true) return true;
  const given = resources[resource.name]!.permissions?.[role] ?? [];
  if (!Array.isArray(given)) return given[operation] ?? false;
  return operations.includes(operation) && given.includes(operation);
}

async function holds(
  world: OpenWorld,
  role: string,
  resource: Resource,
  operation: Operation,
  record: WorldRecord,
): Promise<boolean> {
  const right = rightOf(world, role, resource, operation);
  if (typeof right === 'boolean') return true;
  const { resources } = world.declared;
  const read = readWhere({ resource, resources }, right);
  if (!('filter' in read) || !read.filter) throw new Error(JSON.stringify(right));
  const moment = { now: new Date(), userId: world.api.userId(role), timeZone: 'UTC' };
  const filter = resolveTokens(read.filter, moment);
  return evaluateFilter(await world.api.store.settle(resource, filter, [record]), record);
}

/** By its own words, or because it is computed of one that is. */
function isKept(world: World, role: string, resource: Resource, field: Field): boolean {
  const { read, computed } = field;
  if (world.declared.roles.get(role)!.all) return false;
  if (read && !read.includes(role)) return true;
  const words = computed?.match(/\w+/g) ?? [];
  return words.some((word) => resource.fields.get(word)?.read?.includes(role) === false);
}
