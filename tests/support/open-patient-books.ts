import { afterAll } from 'vitest';
import { createStore } from '../../src/store/records/create-store.ts';
import { openTestApi } from './api.ts';
import { addBooks } from './books.ts';

/** For the tests of a file: an API with books, and `patient`, the same with a minute for what has that budget. */
export async function openPatientBooks(budget: 'facetBudget' | 'aggregateBudget') {
  const api = await openTestApi();
  await addBooks(api);
  const store = createStore(api.database, () => api.descriptor, { [budget]: 60_000 });
  const patient = await api.openReplica({ store });
  afterAll(async () => {
    await patient.close();
    await api.close();
  });
  return { api, patient };
}
