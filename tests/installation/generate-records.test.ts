import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importFiles } from '../../src/files/import/import-files.ts';
import { installation } from '../../src/installation/manifest.ts';
import { newId } from '../../src/store/records/sql/new-id.ts';
import { openTestApi, type TestApi } from '../support/api.ts';
import { firstInstallation } from '../support/first-installation.ts';

/** The real records lie beside the checkout of those who have them. */
const folder = join(import.meta.dirname, '../../../shared/data/records');
const names = ['chemFamilies', 'chemFunctions', 'chems', 'sources', 'extractions', 'mappings'];

describe.runIf(existsSync(folder))('the masters of the real records', () => {
  const descriptor = firstInstallation();
  let api: TestApi;
  beforeAll(async () => {
    api = await openTestApi({ descriptor: () => descriptor, routes: installation.routes });
    const { store } = api;
    const parts = { target: store, descriptor, role: 'admin', by: { userId: null }, newId };
    const files = names.map((name) => {
      const resource = descriptor.resources.get(name)!;
      const options = { mode: 'create' as const, key: resource.importKey, mapping: new Map() };
      return { resource, options, open: () => createReadStream(join(folder, `${name}.json`)) };
    });
    await importFiles(parts, files, {});
  }, 120_000);
  afterAll(() => api?.close());

  test('are as many as the domain requires, and the same when generated again', async () => {
    const ask = () => api.call('POST', '/api/process/generate', { as: 'admin', body: {} });
    const first = await ask();
    const again = await ask();
    const masters = descriptor.resources.get('masters')!;
    const those = (path: string, value: unknown) =>
      api.store.count(masters, { path, operator: 'eq', operands: [value] });

    expect(first.json).toMatchObject({
      total: 1_709,
      created: 1_709,
      updated: 0,
      unchanged: 0,
      superseded: 0,
      failed: 7,
      extractions: 5_238,
      leftOut: 565,
      unmappedTerms: 164,
      withoutArticle: 121,
      problems: [],
    });
    const sum = first.json.unmapped.reduce((all: number, term: any) => all + term.count, 0);
    expect([first.json.unmapped.length, sum]).toEqual([164, 565]);
    expect(again.json).toMatchObject({ created: 0, updated: 0, superseded: 0, unchanged: 1_709 });
    expect(await those('detected', true)).toBe(1_665);
    expect(await those('testType', 'extraction')).toBe(1_556);
    expect(await those('testType', 'migrationIntoFood')).toBe(153);
  }, 120_000);

  test('lack the terms counted by the overview of mappings, which shrink with each decision', async () => {
    const count = async () => {
      const { json } = await api.call('GET', '/api/mappings/overview', { as: 'staff' });
      return json.kinds.chem;
    };
    const page = await api.call('GET', '/api/mappings/terms?_perPage=1', { as: 'staff' });
    const [{ printed, printedCas, count: rows }] = page.json.data;
    const chem = await api.call('POST', '/api/chems', {
      as: 'staff',
      body: { casId: printedCas, commonName: printed },
    });
    const known = await count();
    const term = { term: 'Benzophenone', cas: null, target: chem.json._id };
    const body = { kind: 'chem', decision: 'approve', ...term };
    const decided = await api.call('POST', '/api/mappings/decisions', { as: 'staff', body });

    expect([page.json.total, rows]).toEqual([164, 42]);
    // With the number of the chem its rows are mapped, without a mapping.
    expect(known).toMatchObject({ open: 163, rows: 565 - 42 });
    expect(decided.json.count).toBe(11);
    expect(await count()).toMatchObject({ open: 162, rows: 565 - 42 - 11 });
    const dry = { as: 'admin', body: { dryRun: true } };
    const { json } = await api.call('POST', '/api/process/generate', dry);
    expect(json).toMatchObject({ unmappedTerms: 162, leftOut: 565 - 42 - 11 });
  }, 120_000);
});
