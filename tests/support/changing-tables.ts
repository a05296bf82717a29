import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import type { Database } from '../../src/store/connection/database.ts';
import { createStore } from '../../src/store/records/create-store.ts';
import { applyAdditive } from '../../src/store/schema/plan/apply-additive.ts';
import { nobody } from './store.ts';

export type Fields = Record<string, { type: string } & Record<string, unknown>>;

/** Applies these fields of the resource `books`, beside `authors`; answers the sentences. */
export async function applyFields(
  database: Database,
  fields: Fields | undefined,
  others: Record<string, object> = { authors: { fields: { name: { type: 'text' } } } },
) {
  const descriptor = toDescriptor({
    resources: { ...(fields && { books: { fields } }), ...others },
  });
  const { applied, refused, kept } = await applyAdditive(database, descriptor);
  const store = createStore(database, () => descriptor);
  const books = descriptor.resources.get('books')!;
  return {
    applied: applied.map(({ summary }) => summary.sentence),
    refused: refused.map(({ summary }) => summary.sentence),
    kept,
    create: async (values: object, id?: string) => store.create(books, { ...values }, nobody, id),
    get: async (id: string) => JSON.parse((await store.get(books, id))!.json),
  };
}
