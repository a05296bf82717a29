import { codeFor } from '../../src/hosts/read/installation-code.ts';
import { openTestApi, type TestApi, type TestApiOptions } from '../support/api.ts';
import { fillWorld } from './fill-world.ts';
import type { FilledWorld, World } from './world.ts';

/** A world with its API, where what each user is called is their role. */
export type OpenWorld = FilledWorld & { api: TestApi };

/** The API on a database with the records of the world; a user of each role is named as the role. */
export async function openWorld(world: World, more: TestApiOptions = {}): Promise<OpenWorld> {
  const { declared, admin } = world;
  const { actions } = codeFor(declared);
  const parts = { descriptor: () => declared, actions };
  const api = await openTestApi({ ...parts, ...more });
  await fillWorld(world, api);
  return {
    ...world,
    api,
    records: async ({ root }) => {
      const path = `${root}?_perPage=1000&_sort=_id`;
      return (await api.call('GET', path, { as: admin })).json.data;
    },
  };
}
