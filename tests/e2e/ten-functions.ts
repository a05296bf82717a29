import type { SignedIn } from '../support/sign-in.ts';
import { expect, test } from './test.ts';

/**
 * `{name} 0` to `{name} 9` for each test of a file, which are run one after another: their list in the
 * order of their names, and how many of them meet a query.
 */
export function useTenFunctions(name: string) {
  const mine = { name_starts: `${name} ` };
  test.describe.configure({ mode: 'serial' });
  test.beforeEach(async ({ api }) => {
    await removeAll(api);
    const records = Array.from({ length: 10 }, (_, index) => ({
      data: { name: `${name} ${index}`, key: `${name.toLowerCase()}-${index}` },
    }));
    const body = { action: 'create', records };
    expect((await api.call('POST', '/api/chemFunctions/bulk', { body })).body.created).toBe(10);
  });
  test.afterEach(async ({ api }) => removeAll(api));
  return {
    list: `/chemFunctions/overview?filter=${encodeURIComponent(JSON.stringify(mine))}&sort=name&order=ASC&page=1&perPage=10`,
    async count(api: SignedIn, query: string): Promise<number> {
      const url = `/api/chemFunctions?name_starts=${name}%20&${query}&_perPage=1`;
      return (await api.call('GET', url)).body.total;
    },
  };

  async function removeAll(api: SignedIn): Promise<void> {
    const body = { action: 'delete', where: mine };
    expect((await api.call('POST', '/api/chemFunctions/bulk', { body })).status).toBe(200);
  }
}
