import { afterAll, beforeAll, beforeEach } from 'vitest';
import { jobsOf, type TestJobs } from './jobs.ts';
import { openShelves, type Shelves } from './shelves.ts';

/** For the tests of a file: imports of books into shelves that are empty, with no job and no recipe, before each. */
export function openShelfJobs(isOpen: (jobs: TestJobs, shelves: Shelves) => void): void {
  let shelves: Shelves;
  beforeAll(async () => {
    shelves = await openShelves();
    isOpen(jobsOf(shelves.library, '/api/books'), shelves);
  });
  afterAll(() => shelves.library.close());
  beforeEach(async () => {
    await shelves.library.database.query('truncate backoffice.jobs, backoffice.recipes cascade');
    await shelves.clear();
  });
}
