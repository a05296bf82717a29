import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, describe, expect, test } from 'vitest';
import type { Right, Route } from '../../src/api/http/route.ts';
import { listRoutes } from '../../src/api/routes.ts';
import { mayDo } from '../../src/descriptor/access.ts';
import { installation } from '../../src/installation/manifest.ts';
import { reservedIds } from '../../src/services/reserved-ids.ts';
import { openTestApi } from '../support/api.ts';
import { firstInstallation } from '../support/first-installation.ts';
import { knock } from '../support/knock.ts';
import { wordsOf } from '../support/words-of.ts';
import { libraryDescriptor } from '../support/library.ts';

const descriptor = firstInstallation();
const routes = listRoutes(descriptor, { routes: installation.routes });
const own = routes.filter(({ path, method }) =>
  installation.routes.some((code) => code.path === path && code.method === method),
);

const api = await openTestApi({ descriptor: () => descriptor, routes: installation.routes });
afterAll(() => api.close());

describe('the routes of this installation', () => {
  test('exist once each, and replace no built-in route', () => {
    const keys = routes.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, '*')}`);

    expect(own).toHaveLength(installation.routes.length);
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  });

  test('do not exist if the descriptor does not declare what they need', () => {
    const elsewhere = listRoutes(libraryDescriptor(), { routes: installation.routes });

    expect(elsewhere.map(({ path }) => path)).toEqual(
      listRoutes(libraryDescriptor()).map(({ path }) => path),
    );
  });

  test.each([...descriptor.roles.keys(), 'anonymous'])(
    'open to %s only with every required right',
    async (role) => {
      const isIn = ({ may, of, and = [] }: Right): boolean =>
        [may].flat().some((one) => mayDo(descriptor, role, of, one)) && and.every(isIn);
      const token = role === 'anonymous' ? undefined : await api.tokenOf(role);

      const expected = (route: Route) => (isIn(route.needs as Right) ? 'in' : 403);
      for (const route of own) {
        const got = await knock(api, route, token);
        expect.soft([route.path, got]).toEqual([route.path, token ? expected(route) : 401]);
      }
    },
  );

  test('have a document in which no sentence ends with two full stops', async () => {
    const { json } = await api.call('GET', '/api/openapi.json', { as: 'admin' });

    expect(JSON.stringify(json).match(/[^.]\.\. /g)).toBeNull();
  });

  test.each(['admin', 'staff'])(
    'are in the document of %s as far as the role can call them',
    async (as) => {
      const { json } = await api.call('GET', '/api/openapi.json', { as });

      for (const { method, path, needs } of own) {
        const rights = [needs as Right, ...((needs as Right).and ?? [])];
        const isTheirs = rights.every(({ may, of }) => mayDo(descriptor, as, of, [may].flat()[0]!));
        const said = json.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
        expect.soft([path, said !== undefined]).toEqual([path, isTheirs]);
      }
    },
  );

  test('keep the document valid', async () => {
    const { json } = await api.call('GET', '/api/openapi.json', { as: 'admin' });

    expect((await new Validator().validate(json)).errors).toBeUndefined();
  });

  test('reserve their paths from new records', () => {
    const paths = { descriptor: () => descriptor, routes: installation.routes };
    for (const resource of descriptor.resources.values())
      expect([...reservedIds(resource, paths)].toSorted()).toEqual(wordsOf(resource.root, routes));
    expect(wordsOf('/api/mappings', routes)).toContain('latest');
  });
});
