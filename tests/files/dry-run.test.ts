import { expect, test } from 'vitest';
import { requireEntry } from '../../src/fields/require-entry.ts';
import { problem } from '../../src/fields/problems/problem.ts';
import { createDryRun } from '../../src/files/import/plan/dry-run.ts';
import type { TryingTarget } from '../../src/files/import/import-parts.ts';
import { studiesDescriptor } from '../support/studies.ts';

test('a file that is still to come is not reported as missing', async () => {
  const studies = requireEntry(studiesDescriptor().resources, 'studies');
  const none = async () => [];
  const target: TryingTarget = {
    findMany: none,
    findTogether: none,
    settle: async (_, filter) => filter,
    calculate: none,
    writeMany: none,
    // A rule of the database needs a document in every record.
    tryMany: async (_, writes) =>
      writes.map(({ values }) =>
        'document' in values ? undefined : [problem('V001', 'document')],
      ),
  };
  const dryRun = createDryRun(target, undefined, (id) => id === 'coming');
  const write = (id: string, values: object) => ({ id, values: { title: id, ...values } });

  const outcomes = await dryRun.writeMany(
    studies,
    [write('one', { document: { id: 'coming' } }), write('two', {})],
    { userId: null },
  );

  expect(outcomes).toMatchObject([
    { id: 'one' },
    { failure: 'invalid', problems: [{ code: 'V001' }] },
  ]);
});
