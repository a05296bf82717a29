import type { StoreOptions } from '../../src/store/records/create-store.ts';
import { shapes } from './shapes.ts';
import { nobody, openTestStore, recordOf, type TestStore } from './store.ts';

export type Things = TestStore & {
  /** A new thing with a code of its own. */
  make(
    values?: Record<string, unknown>,
  ): Promise<Record<string, any> & { _id: string; _version: number }>;
  /** The record as it is read now. */
  stored(id: string, resource?: string): Promise<any>;
  history(id: string): Promise<any[]>;
};

/** The resources of `shapes`, with the owners o1, o2 and o3. */
export async function openThings(
  more: Record<string, object> = {},
  options: StoreOptions = {},
): Promise<Things> {
  const db = await openTestStore({ ...shapes, ...more }, options);
  const { store, database, resource } = db;
  for (const id of ['o1', 'o2', 'o3'])
    recordOf(await store.create(resource('owners'), { name: id }, nobody, id));
  let made = 0;
  return {
    ...db,
    async make(values = {}) {
      return recordOf(
        await store.create(resource('things'), { code: `made ${++made}`, ...values }, nobody),
      );
    },
    async stored(id, name = 'things') {
      const found = await store.get(resource(name), id);
      return found && JSON.parse(found.json);
    },
    async history(id) {
      const { rows } = await database.query(
        'select operation, version, by, before, after from backoffice.history where record_id = $1 order by seq',
        [id],
      );
      return rows;
    },
  };
}
