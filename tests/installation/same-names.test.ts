import { beforeAll, describe, expect, test } from 'vitest';
import { openEmptyStudy } from '../support/empty-study.ts';
import type { Study } from '../support/study.ts';

let study: Study;
openEmptyStudy((opened) => {
  study = opened;
});
beforeAll(async () => {
  await study.make('chems', { casId: '119-61-9', commonName: 'Benzophenone' });
  await study.make('chems', { casId: '57-10-3', commonName: 'Twin' });
  await study.make('chems', { casId: '64-17-5', commonName: 'Twin' });
});

const call = (method: string, path: string, more: object = {}) =>
  study.api.call(method, `/api/mappings/${path}`, { as: 'staff', ...more });
const preview = async (query = '') => (await call('GET', `same-names?${query}`)).json;
const accept = (terms: object[], as = 'staff') =>
  call('POST', 'same-names', { as, body: { kind: 'chem', terms } });
const toAsked = ({ term, cas, target }: any) => ({ term, cas, target });
const openTerms = async () =>
  (await call('GET', 'terms?_perPage=100')).json.data.map(({ term }: any) => term).sort();

describe('terms with the same name as a target', () => {
  test('are previewed completely, without different numbers and ambiguous targets', async () => {
    for (const rawChemName of ['Water', ' WATER', 'benzophenone', 'Twin', 'Something'])
      await study.measure({ rawChemName });
    await study.measure({ rawChemName: 'Benzophenone', rawCas: '4443-55-4' });
    await study.measure({ rawChemName: 'Benzophenone', rawCas: 'none' });

    const { data, total, rows } = await preview();

    expect(data.map(({ term, cas, name }: any) => [term, cas, name])).toEqual([
      ['water', '', 'Water'],
      ['benzophenone', '', 'Benzophenone'],
      ['benzophenone', 'none', 'Benzophenone'],
    ]);
    expect([total, rows]).toEqual([3, 4]);
    expect((await preview('q=wat')).total).toBe(1);
  });

  test('are mapped in one change set, which can be undone', async () => {
    for (const rawChemName of ['Water', 'Benzophenone', 'Other'])
      await study.measure({ rawChemName });
    const waiting = await study.map('water', { status: 'unmapped' });
    const { data } = await preview();

    const { status, json, headers } = await accept(data.map(toAsked));

    expect([status, json]).toMatchObject([200, { total: 2, created: 1, updated: 1, failed: 0 }]);
    expect(await openTerms()).toEqual(['other']);
    const reused = (await call('GET', waiting)).json;
    expect(reused).toMatchObject({ chem: study.water, status: 'approved', method: 'exact' });
    const set = headers.get('Change-Set');
    await study.api.call('POST', `/api/changes/${set}/undo`, { as: 'staff', body: {} });
    await expect.poll(openTerms).toEqual(['benzophenone', 'other', 'water']);
  });

  test('are checked again: decided, contradicted or duplicate terms are not mapped', async () => {
    await study.measure({ rawChemName: 'Water' });
    await study.measure({ rawChemName: 'Benzophenone', rawCas: '4443-55-4' });
    await study.measure({ rawChemName: 'Dibutyl phthalate' });
    const { data } = await preview();
    const toTerm = (name: string) => toAsked(data.find(({ term }: any) => term === name));
    const [water, dbp] = [toTerm('water'), toTerm('dibutyl phthalate')];
    await study.map('water', { chem: study.dbp });
    const contradicted = { term: 'benzophenone', cas: '4443-55-4', target: study.dbp };

    const { json } = await accept([water, contradicted, dbp, dbp, { ...dbp, target: 'nobody' }]);

    expect(json).toMatchObject({ created: 1, failed: 4 });
    expect(json.problems.map(({ row, code }: any) => [row, code])).toEqual(
      [1, 2, 4, 5].map((row) => [row, 'S003']),
    );
    expect(await openTerms()).toEqual(['benzophenone']);
  });

  test('are mapped only by users who can create and change mappings', async () => {
    await study.measure({ rawChemName: 'Water' });
    const { data } = (await call('GET', 'same-names', { as: 'viewer' })).json;

    expect((await accept(data.map(toAsked), 'viewer')).status).toBe(403);
    expect(await openTerms()).toEqual(['water']);
  });
});
