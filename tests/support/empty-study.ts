import { afterAll, beforeAll, beforeEach } from 'vitest';
import { openStudy, type Study } from './study.ts';

/** For the tests of a file: a study in which, before each of them, nothing was measured and nothing mapped. */
export function openEmptyStudy(isOpen: (study: Study) => void): void {
  let study: Study;
  beforeAll(async () => {
    study = await openStudy();
    isOpen(study);
  });
  afterAll(() => study.api.close());
  beforeEach(async () => {
    await study.api.database.query('delete from mappings; delete from extractions');
  });
}
