import { beforeAll, describe, expect, test } from 'vitest';
import { openEmptyStudy } from '../support/empty-study.ts';
import type { Study } from '../support/study.ts';

let study: Study;
openEmptyStudy((opened) => {
  study = opened;
});

const get = async (path: string, as = 'staff') =>
  (await study.api.call('GET', `/api/mappings/${path}`, { as })).json;
const terms = async (query = '') => (await get(`terms?${query}`)).data;
const post = (path: string, body: object, as = 'staff') =>
  study.api.call('POST', `/api/mappings/${path}`, { as, body });
const namesOf = (found: { term: string }[]) => found.map(({ term }) => term);
const approve = (term: string, target: string, more: object = {}) =>
  post('decisions', { kind: 'chem', decision: 'approve', term, target, ...more });
const unmapped = async (): Promise<string[]> => {
  const body = { dryRun: true };
  const { json } = await study.api.call('POST', '/api/process/generate', { as: 'admin', body });
  return namesOf(json.unmapped).sort();
};

describe('undecided terms', () => {
  test('are grouped like masters, most frequent first, with examples', async () => {
    for (const rawChemName of ['Benzophenone', ' BENZO\u00a0 phenone', 'benzo phenone'])
      await study.measure({ rawChemName });
    await study.measure({ rawChemName: 'Known by its number', rawCas: '84-74-2' });
    await study.measure({ rawChemName: 'Rejected', status: 'rejected' });
    await study.measure({ rawChemName: 'Unreadable', detected: null });
    await study.map('dbp', { chem: study.dbp });
    await study.measure({ rawChemName: 'DBP' });
    await study.measure({ rawChemName: 'DBP', rawCas: 'no number' });

    const open = await terms();

    expect(open.map(({ term, count }: any) => [term, count])).toEqual([
      ['benzo phenone', 2],
      ['benzophenone', 1],
    ]);
    expect(open[1]).toMatchObject({
      printed: 'Benzophenone',
      examples: [{ extractionId: expect.any(String), sourceId: 'S1', rawChemName: 'Benzophenone' }],
    });
    expect((await unmapped()).sort()).toEqual(['benzo phenone', 'benzophenone']);
    expect(await get('overview')).toMatchObject({
      version: 1,
      kinds: { chem: { open: 2, rows: 3, conflict: 0, rejected: 0 } },
    });
  });

  test('exist for functions, articles and materials, each with its own mappings', async () => {
    await study.measure({ rawChemFunction: 'Softener', rawFoodContactArticle: 'PET bottle' });
    await study.map('pet bottle', { mappingType: 'foodContactArticle', target: 'bottle' });

    expect(namesOf(await terms('kind=chemFunction'))).toEqual(['softener']);
    expect(await terms('kind=foodContactArticle')).toEqual([]);
    expect(await terms('kind=foodContactMaterial')).toHaveLength(1);
  });

  test('are paginated without a gap, and filtered by typed text', async () => {
    for (const name of ['a', 'b', 'c', '100% d']) await study.measure({ rawChemName: name });
    await study.measure({ rawChemName: 'c' });

    const first = await get('terms?_perPage=3');
    const second = await get(`terms?_perPage=3&_after=${first.next}`);

    expect(namesOf([...first.data, ...second.data])).toEqual(['c', '100% d', 'a', 'b']);
    expect([first.total, second.next]).toEqual([4, null]);
    expect(namesOf(await terms('q=0%25'))).toEqual(['100% d']);
  });

  test.each(['kind=chems', 'state=closed', '_after=!', '_after=abc', '_perPage=0', 'nope=1'])(
    'are hidden from %s',
    async (query) => {
      expect((await get(`terms?${query}`)).status).toBe(400);
    },
  );
});

describe('suggestions', () => {
  beforeAll(async () => {
    await study.make('chems', {
      casId: '119-61-9',
      commonName: 'Benzophenone',
      synonyms: ['Diphenyl ketone'],
    });
    await study.make('chemFunctions', { key: 'plasticizer', name: 'Plasticizer' });
  });
  const suggest = async (term: string, more: object = {}, cas = '') => {
    const body = { kind: 'chem', terms: [{ term: 'Water' }, { term, cas }], ...more };
    return (await post('suggestions', body)).json.data[1];
  };

  test.each([
    ['BENZOPHENONE', '', 'exact', 1],
    ['something', 'CAS: 119-61-9 (tech.)', 'cas', 1],
    ['diphenyl  Ketone', '', 'synonym', 1],
  ])('of %s %s are found as %s', async (term, cas, method, score) => {
    const found = { target: expect.any(String), name: 'Benzophenone', note: '119-61-9' };
    expect(await suggest(term, {}, cas)).toEqual([{ ...found, method, score, differs: false }]);
  });

  test('for other spellings are similar targets, with their similarity', async () => {
    const [first] = await suggest('Benzophenon (tech)');

    expect(first).toMatchObject({ name: 'Benzophenone', method: 'similar' });
    expect(first.score).toBeGreaterThan(0.4);
    expect(first.score).toBeLessThan(1);
    expect(await suggest('Gum arabic')).toEqual([]);
  });

  test('appear while the user types, for other kinds and from earlier mappings', async () => {
    await study.map('PET bottle', { mappingType: 'foodContactArticle', target: 'bottle' });
    const of = async (kind: string, term: string) =>
      (await post('suggestions', { kind, terms: [{ term }] })).json.data[0];

    expect((await suggest('benzo', { search: true }))[0]).toMatchObject({ name: 'Benzophenone' });
    expect((await of('chemFunction', 'plasticiser'))[0]).toMatchObject({ note: 'plasticizer' });
    expect(await of('foodContactArticle', 'PET bottles, 1 L')).toMatchObject([
      { target: 'bottle', name: 'bottle', method: 'similar' },
    ]);
  });
});

describe('a decision', () => {
  test('maps all rows of a term by one approved mapping, which leads to masters', async () => {
    for (const rawChemName of ['Aqua', ' AQUA ']) await study.measure({ rawChemName });
    expect(await unmapped()).toEqual(['aqua']);

    const { status, json } = await approve('Aqua', study.water, { method: 'synonym' });

    expect(status).toBe(200);
    expect(json).toMatchObject({ count: 2, version: 1, decided: [{ _version: 1 }] });
    const [{ _id }] = json.decided;
    const mapping = (await study.api.call('GET', `/api/mappings/${_id}`, { as: 'staff' })).json;
    expect(mapping).toMatchObject({
      mappingId: 'MAP-00001',
      mappingType: 'chem',
      rawTerm: 'Aqua',
      rawCas: null,
      chem: study.water,
      method: 'synonym',
      status: 'approved',
      mappingVersion: 1,
      occurrences: 2,
      createdBy: study.api.userId('staff'),
    });
    expect([await unmapped(), await terms()]).toEqual([[], []]);
  });

  test('approves a waiting mapping, and is reverted to the previous state', async () => {
    await study.measure({ rawChemName: 'Aqua' });
    const waiting = await study.map('aqua', { status: 'unmapped' });

    const { json } = await approve('Aqua', study.water);
    const back = {
      action: 'update',
      atomic: true,
      records: json.decided.map(({ before, ...each }: any) => ({ ...each, data: before })),
    };
    const undone = await post('bulk', back);

    expect(json.decided.map(({ _id }: any) => _id)).toEqual([waiting]);
    expect(undone.json).toMatchObject({ updated: 1, failed: 0 });
    expect(await unmapped()).toEqual(['aqua']);
    const again = await approve('Aqua', study.water);
    expect(again.json.decided[0]).toMatchObject({ _id: waiting, _version: 4 });
  });

  test('applies to the term with the number beside it, and the next gets the next name', async () => {
    await study.measure({ rawChemName: 'Mix', rawCas: 'NOCAS_1' });
    await study.measure({ rawChemName: 'Mix' });

    await approve('Mix', study.dbp, { cas: 'NOCAS_1' });

    expect(await unmapped()).toEqual(['mix']);
    expect((await terms())[0]).toMatchObject({ term: 'mix', cas: '', count: 1 });
    await approve('Mix', study.water);
    const { json } = await study.api.call('GET', '/api/mappings?_sort=mappingId', { as: 'staff' });
    expect(json.data.map((each: any) => [each.mappingId, each.rawCas])).toEqual([
      ['MAP-00001', 'NOCAS_1'],
      ['MAP-00002', null],
    ]);
  });

  test('sets a term aside, where it is found again', async () => {
    await study.measure({ rawChemName: 'Sum of all' });

    await post('decisions', { kind: 'chem', decision: 'reject', term: 'Sum of all' });

    expect(await terms()).toEqual([]);
    expect(await terms('state=rejected')).toMatchObject([
      { term: 'sum of all', mappings: [{ status: 'rejected', rawTerm: 'Sum of all' }] },
    ]);
  });

  test('creates articles and materials with a key and a name', async () => {
    await study.measure({ rawFoodContactArticle: 'Bowl' });
    const body = { kind: 'foodContactMaterial', decision: 'approve', term: 'Bowl' };

    await post('decisions', { ...body, target: 'plastics', targetName: 'PP' });

    expect(await terms('kind=foodContactMaterial')).toEqual([]);
    expect(await terms('kind=foodContactArticle')).toHaveLength(1);
  });

  test('that comes too late is refused with the name of the first user, also at the same moment', async () => {
    await study.measure({ rawChemName: 'Aqua' });

    const both = await Promise.all([approve('Aqua', study.water), approve('aqua', study.dbp)]);

    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 412]));
    const late = both.find(({ status }) => status === 412)!;
    expect(late.json).toMatchObject({ code: 'S003', current: { status: 'approved' } });
    expect(await terms('state=conflict')).toEqual([]);
  });

  test('ends a conflict by keeping one', async () => {
    await study.measure({ rawChemName: 'Aqua' });
    await study.map('aqua', { chem: study.dbp });
    const kept = await study.map('AQUA ', { chem: study.water });
    const [conflict] = await terms('state=conflict');

    const body = { kind: 'chem', decision: 'keep', term: 'aqua' };
    const wrong = await post('decisions', { ...body, mapping: 'nobody' });
    const { json } = await post('decisions', { ...body, mapping: kept });

    expect(conflict.mappings.map(({ name }: any) => name)).toEqual(['Dibutyl phthalate', 'Water']);
    expect([wrong.status, wrong.json.code]).toEqual([422, 'V014']);
    expect(json.decided).toMatchObject([{ before: { status: 'approved', chem: study.dbp } }]);
    expect([await terms('state=conflict'), await terms()]).toEqual([[], []]);
  });

  test('writes nothing for an unknown target, or for a read-only user', async () => {
    await study.measure({ rawChemName: 'Aqua' });

    const nowhere = await approve('Aqua', 'nobody');
    const body = { kind: 'chem', decision: 'approve', term: 'Aqua', target: study.water };
    const reader = await post('decisions', body, 'viewer');

    expect([nowhere.status, nowhere.json.problems[0].path]).toEqual([422, 'chem']);
    expect(reader.status).toBe(403);
    expect((await get('terms', 'viewer')).data).toHaveLength(1);
  });
});
