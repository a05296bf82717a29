import { afterAll, beforeEach, expect, test } from 'vitest';
import { importFiles, type ImportFile } from '../../src/files/import/import-files.ts';
import type { ImportTarget } from '../../src/files/import/import-parts.ts';
import { createImportSummary } from '../../src/files/import/import-summary.ts';
import { newId } from '../../src/store/records/sql/new-id.ts';
import type { Store } from '../../src/store/store.ts';
import { openTestInstallation } from '../support/installation.ts';

const installation = await openTestInstallation();
beforeEach(async () => {
  await installation.database.query('truncate "chemFamilies" cascade');
});
afterAll(() => installation.close());

/** More rows than one batch has. */
const many = Array.from({ length: 1_500 }, (_, at) => ({ key: `family-${at}`, name: `No. ${at}` }));

test('an import finds the record of a later row in the second file of a collection too', async () => {
  const first = familyFile(async function* () {
    yield toBytes([{ key: 'alone', name: 'Alone' }]);
  });
  const second = familyFile(async function* () {
    yield toBytes([{ key: 'child', name: 'Child', parent: 'family-1499' }, ...many]);
  });

  const summaries = await importFiles(partsOf(installation.store), [first, second]);

  expect(summaries.get(second)).toMatchObject({ created: 1_501, failed: 0 });
});

test('an import has finished writing when it reports an unreadable file', async () => {
  const { store } = installation;
  const reading = Promise.withResolvers<void>();
  const slowly: ImportTarget['writeMany'] = async (...writes) => {
    // The writing takes longer than the reading of the file, which fails meanwhile.
    await reading.promise;
    return store.writeMany(...(writes as Parameters<Store['writeMany']>));
  };
  const file = familyFile(async function* () {
    yield toBytes(many).subarray(0, -1);
    reading.resolve();
    throw new Error('the file is gone');
  });

  const importing = importFiles(partsOf({ ...store, writeMany: slowly as never }), [file]);

  await expect(importing).rejects.toThrow('the file is gone');
  expect(await store.count(file.resource)).toBe(1_000);
});

test('an import resumes if only rows remain that wait for each other', async () => {
  const ring = [
    { casId: 'a', commonName: 'A', replacedBy: 'b' },
    ...many.map(({ key, name }) => ({ casId: key, commonName: name, replacedBy: 'a' })),
    { casId: 'b', commonName: 'B', replacedBy: 'a' },
  ];
  const file = fileOf('chems', 'casId', async function* () {
    yield toBytes(ring);
  });
  const waiting = ring.map(({ casId }, at) => ({ row: at + 1, names: [casId] }));
  const summary = createImportSummary();

  const summaries = await importFiles(partsOf(installation.store), [file], {
    progress: { from: { row: ring.length, waiting, summary }, save: async () => {} },
  });

  expect(summaries.get(file)).toMatchObject({ created: 1_502, failed: 0 });
});

function familyFile(open: ImportFile['open']): ImportFile {
  return fileOf('chemFamilies', 'key', open);
}

function fileOf(name: string, key: string, open: ImportFile['open']): ImportFile {
  const resource = installation.descriptor.resources.get(name)!;
  return { resource, open, options: { mode: 'upsert', key: [key], mapping: new Map() } };
}

function partsOf(target: Store) {
  const { descriptor } = installation;
  return { target, descriptor, role: 'admin', by: { userId: null }, newId };
}

function toBytes(rows: readonly object[]): Uint8Array {
  return Buffer.from(JSON.stringify(rows));
}
