import { beforeAll, describe, expect, test } from 'vitest';
import { openEmptyStudy } from '../support/empty-study.ts';
import type { Study } from '../support/study.ts';

let study: Study;
openEmptyStudy((opened) => {
  study = opened;
});
beforeAll(async () => {
  await study.make('chems', { casId: '119-61-9', commonName: 'Benzophenone' });
  await study.make('chems', { casId: '57-10-3', commonName: 'Palmitic acid' });
  await study.make('chems', { casId: '1795-15-9', commonName: 'Octylcyclohexane' });
});

const get = async (query: string) =>
  (await study.api.call('GET', `/api/mappings/terms?${query}`, { as: 'staff' })).json;
const namesOf = (found: { term: string }[]) => found.map(({ term }) => term);
const suggest = async (term: string, cas: string, more: object = {}) => {
  const body = { kind: 'chem', terms: [{ term, cas }], ...more };
  const { json } = await study.api.call('POST', '/api/mappings/suggestions', { as: 'staff', body });
  return json.data[0];
};

describe('a suggestion', () => {
  test.each([
    ['1957-10-03', 'date', '57-10-3'],
    ['1957-10-03 00:00:00', 'date', '57-10-3'],
    ['03.10.1957', 'date', '57-10-3'],
    ['10.03.1957', 'date', '57-10-3'],
    ['57 - 10 - 3', 'cas', '57-10-3'],
  ])('reads %s as the original number', async (cas, method, note) => {
    expect(await suggest('Unheard of', cas)).toMatchObject([{ method, note, differs: false }]);
  });

  test('with another number than the printed one is marked and last', async () => {
    const [like] = await suggest('Octylcyclohexan', '4443-55-4');
    const [same] = await suggest('Benzophenone', '119-61-8');
    const both = await suggest('Benzophenone', '57-10-3 (tech.)');

    expect(like).toMatchObject({ method: 'similar', note: '1795-15-9', differs: true });
    expect(same).toMatchObject({ method: 'exact', differs: true });
    expect(both.map(({ note, differs }: any) => [note, differs])).toEqual([
      ['57-10-3', false],
      ['119-61-9', true],
    ]);
  });

  test('found by typing is compared with the printed number too, but not found by it', async () => {
    const typed = await suggest('benzophenone', '57-10-3', { search: true });

    expect(typed).toMatchObject([{ note: '119-61-9', differs: true }]);
  });
});

describe('terms by certainty', () => {
  const terms = [
    ['nothing like it', ''],
    ['benzophenon tech', ''],
    ['benzophenon', ''],
    ['palmitic  acid', ''],
    ['unheard of', '1957-10-03'],
    ['octylcyclohexane', '4443-55-4'],
  ] as const;
  const sorted = [
    'palmitic acid',
    'unheard of',
    'benzophenon',
    'benzophenon tech',
    'octylcyclohexane',
    'nothing like it',
  ];
  const measureAll = async () => {
    for (const [rawChemName, rawCas] of terms)
      await study.measure({ rawChemName, ...(rawCas && { rawCas }) });
  };

  test('are paginated: same names, numbers, similarity, other numbers, and none', async () => {
    await measureAll();

    const found: string[] = [];
    let next: string | null = '';
    while (next !== null) {
      const page: any = await get(
        `_sort=-certainty&_perPage=2${next === '' ? '' : `&_after=${next}`}`,
      );
      found.push(...namesOf(page.data));
      next = page.next;
    }

    expect(found).toEqual(sorted);
    expect(namesOf((await get('q=benzo&_sort=-certainty')).data)).toEqual(sorted.slice(2, 4));
  });

  test('follow the targets: a new chem moves its term to the front', async () => {
    await measureAll();
    await get('_sort=-certainty');

    const made = await study.make('chems', { casId: '9000-01-5', commonName: 'Nothing like it' });

    const after = namesOf((await get('_sort=-certainty')).data);
    await study.api.database.query('delete from chems where _id = $1', [made]);
    expect(after.slice(0, 2).sort()).toEqual(['nothing like it', 'palmitic acid']);
    expect(namesOf((await get('_sort=-certainty')).data)).toEqual(sorted);
  });

  test('of functions follow their targets', async () => {
    await study.measure({ rawChemFunction: 'Aaa' });
    await study.measure({ rawChemFunction: 'Softener' });
    expect(namesOf((await get('kind=chemFunction&_sort=-certainty')).data)[0]).toBe('aaa');

    await study.make('chemFunctions', { key: 'softener', name: 'Softener' });

    expect(namesOf((await get('kind=chemFunction&_sort=-certainty')).data)[0]).toBe('softener');
  });

  test('are refused for terms without suggestions and with a cursor of another order', async () => {
    await measureAll();
    const { next } = await get('_perPage=2');

    for (const query of [
      'state=rejected&_sort=-certainty',
      `_sort=-certainty&_after=${next}`,
      '_sort=term',
    ])
      expect([query, (await get(query)).status]).toEqual([query, 400]);
  });
});
