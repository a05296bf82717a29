import { afterAll, describe, expect, test } from 'vitest';
import { openSamples, type Samples } from '../support/samples.ts';

const samples = await openSamples();

afterAll(() => samples.api.close());

const valuesOf: Samples['valuesOf'] = (...asked) => samples.valuesOf(...asked);

describe('the different values of a column', () => {
  test('are counted after the steps, the most frequent first', async () => {
    const file = 'number,place\n1, Bern\n2,Bern\n3,\n4,Genf\n5,Bern\n';

    const { json } = await valuesOf(file, {
      column: 'place',
      steps: [{ do: 'trim', column: 'place' }],
    });

    expect(json).toEqual({
      rows: { count: 5, isWhole: true },
      empty: 1,
      distinct: 2,
      others: 0,
      found: 2,
      separator: null,
      values: [
        { value: 'Bern', count: 3 },
        { value: 'Genf', count: 1 },
      ],
      groups: [],
    });
  });

  test('are searched without case and accents, and ordered by value', async () => {
    const file = 'place\nGenève\nBern\nBern\ngeneve 2\ngeneve 10\n';

    const { json } = await valuesOf(file, { column: 'place', search: 'GENEVE', order: 'value' });

    expect(json.values.map(({ value }: any) => value)).toEqual(['Genève', 'geneve 2', 'geneve 10']);
    expect([json.found, json.distinct]).toEqual([3, 4]);
  });

  test('are counted for a column that a step makes, and for each part of a list', async () => {
    const file = 'number,place\n1,a; b\n2,b;c\n';
    const steps = [{ do: 'split', column: 'place', separator: ';', into: ['first', 'rest'] }];

    const made = await valuesOf(file, { column: 'rest', steps });
    const parts = await valuesOf(file, { column: 'place', separator: ';' });

    expect(made.json.values.map(({ value }: any) => value)).toEqual(['b', 'c']);
    expect(parts.json.values).toEqual([
      { value: 'b', count: 2 },
      { value: 'a', count: 1 },
      { value: 'c', count: 1 },
    ]);
  });

  test('are read from JSON: strings, numbers and the strings of lists', async () => {
    const file = JSON.stringify([{ place: 1 }, { place: ['a', 2] }, { place: { x: 1 } }, {}]);

    const { json } = await valuesOf(file, { column: 'place' }, { name: 'samples.json' });

    expect(json.values.map(({ value }: any) => value)).toEqual(['1', 'a']);
    expect([json.others, json.empty]).toEqual([2, 1]);
  });

  test('can be names of JavaScript properties', async () => {
    const file = '__proto__,place\n1,__proto__\n2,constructor\n3,__proto__\n';

    const values = await valuesOf(file, { column: 'place' });
    const odd = await valuesOf(file, { column: '__proto__' });

    expect(values.json.values).toEqual([
      { value: '__proto__', count: 2 },
      { value: 'constructor', count: 1 },
    ]);
    expect(odd.json.values).toHaveLength(3);
  });

  test('are counted up to 20,000, and the rest is reported', async () => {
    const lines = Array.from({ length: 20_001 }, (_, at) => `v${at}`);

    const { json } = await valuesOf(`place\n${lines.join('\n')}\n${'x'.repeat(1_001)}\n`, {
      column: 'place',
    });

    expect(json).toMatchObject({ distinct: 20_000, others: 2, found: 20_000 });
    expect(json.values).toHaveLength(1_000);
  });

  test.each([
    [{ column: 'nope' }, 422, 'I090', 'column'],
    [{ column: '' }, 422, 'V005', 'column'],
    [{ column: 'place', kind: 'wild' }, 422, 'V008', 'kind'],
    [{ column: 'place', steps: [{ do: 'trim' }] }, 422, 'V001', 'steps.0.column'],
    [{ column: 'place', kind: 'unmatched' }, 400, 'I034', 'mapping.place'],
    [{ column: 'place', layout: { headerRow: -1 } }, 400, 'I005', 'headerRow'],
  ])('are refused for %o', async (asked, status, code, path) => {
    const answer = await valuesOf('place\nBern\n', asked);

    expect([answer.status, answer.json.problems[0].code, answer.json.problems[0].path]).toEqual([
      status,
      code,
      path,
    ]);
  });

  test('are hidden from others, and each user counts two columns at a time, while six wait', async () => {
    const { json: job } = await samples.jobs.upload('place\nBern\n', 'a.csv', 'staff');
    const ask = (as: string) =>
      samples.jobs.call('POST', `/api/jobs/${job.id}/values`, { column: 'place' }, as);

    const other = await ask('dealer');
    const many = await Promise.all(Array.from({ length: 20 }, () => ask('staff')));

    expect([other.status, other.json.problems[0].code]).toEqual([404, 'S001']);
    const statuses = many.map(({ status }) => status);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(7);
  });
});

describe('groups of nearly equal values', () => {
  test('have the same words, most frequent spelling first', async () => {
    const file = 'place\nZürich West\nwest zurich\nZürich West\nBern\nZURICH-WEST\n';

    const { json } = await valuesOf(file, { column: 'place', kind: 'fingerprint' });

    expect(json.groups).toEqual([
      {
        count: 4,
        values: [
          { value: 'Zürich West', count: 2 },
          { value: 'ZURICH-WEST', count: 1 },
          { value: 'west zurich', count: 1 },
        ],
      },
    ]);
  });

  test('differ by a typo', async () => {
    const file = 'place\nWinterthur\nWinterthur\nWintertuhr\nWinterhur\nBern\n';

    const { json } = await valuesOf(file, { column: 'place', kind: 'nearest' });

    expect(json.groups[0].values.map(({ value }: any) => value).toSorted()).toEqual(
      ['Winterhur', 'Winterthur', 'Wintertuhr'].toSorted(),
    );
    expect(json.groups[0].values[0].value).toBe('Winterthur');
  });
});

describe('values that name no record', () => {
  const mapping = { substance: { field: 'chem' } };
  const unmatched = (file: string, asked: object = {}, as = 'staff') =>
    valuesOf(file, { column: 'substance', kind: 'unmatched', mapping, ...asked }, { as });

  test('are listed with the records that were probably meant, and the reasons', async () => {
    const file =
      'substance\n80-05-7\nBisphenol A\n80057\n80–09–1\n80-05-8\ntoluene\nBisphenol-A\nBisfenol A\nunheard of\n';

    const { json } = await unmatched(file);

    const found = Object.fromEntries(
      json.values.map(({ value, near }: any) => [
        value,
        near.map(({ value: to, reason, score }: any) => [to, reason, score]),
      ]),
    );
    expect(found).toEqual({
      '80057': [['80-05-7', 'spelling', 100]],
      '80-05-8': [['80-05-7', 'identifier', 85]],
      toluene: [['108-88-3', 'spelling', 100]],
      'Bisphenol-A': [
        ['80-05-7', 'spelling', 100],
        ['80-09-1', 'similar', 80],
      ],
      'Bisfenol A': [['80-05-7', 'similar', 79]],
      'unheard of': [],
    });
    expect(json.values[0].near[0]).toMatchObject({ title: expect.stringContaining('(') });
  });

  test('get suggestions in the form of the column: by title or `_id`', async () => {
    const by = async (naming: string) => {
      const own = { substance: { field: 'chem', by: naming } };
      const { json } = await unmatched('substance\nbisphenol-a\n', { mapping: own });
      return json.values[0].near[0]?.value;
    };

    expect(await by('_id')).toBe((await chem('80-05-7'))._id);
    expect(await by('title')).toBe('Bisphenol A (80-05-7)');
  });

  test('are found in the lists of a column', async () => {
    const asked = { mapping: { substance: { field: 'others', split: ';' } } };

    const { json } = await unmatched('number,substance\n1,80-05-7; toluene\n2,toluene\n', asked);

    expect(json.separator).toBe(';');
    expect(json.values).toMatchObject([{ value: 'toluene', count: 2 }]);
  });

  test('are searched without the index where the collection has no searched fields', async () => {
    const own = { mapping: { substance: { field: 'family' } } };

    const { json } = await unmatched('substance\nplasticizers\nmonomer\nMONOMERS\n', own);

    expect(json.values.map(({ value, near }: any) => [value, near[0].value])).toEqual([
      ['MONOMERS', 'Monomers'],
      ['monomer', 'Monomers'],
      ['plasticizers', 'Plasticisers'],
    ]);
  });

  test('are searched again without the file', async () => {
    const { json } = await unmatched('substance\n80-05-7\n', { values: ['toluene', '80-05-7'] });

    expect(json.rows.count).toBe(0);
    expect(json.values.map(({ value }: any) => value)).toEqual(['toluene']);
  });

  test('reveal no hidden fields, records or collections', async () => {
    const file = 'substance\nDiphenylolpropan\nFormaldehyd\n50000\n';
    const near = async (as: string) =>
      (await unmatched(file, {}, as)).json.values.map((one: any) => one.near.length);

    expect(await near('admin')).toEqual([1, 1, 1]);
    expect(await near('staff')).toEqual([0, 0, 0]);
    expect(await near('dealer')).toEqual([0, 0, 0]);
  });

  test('are resolved by a step, which the import applies', async () => {
    const { job, json } = await unmatched('number,substance\n1,80–057\n2,toluene\n');
    const values = json.values.map(({ value, near }: any) => [value, near[0].value]);
    const steps = [{ do: 'map', column: 'substance', values }];

    const done = await samples.jobs.run(job.id, { mapping, steps, mode: 'create' }, 'staff');

    expect(done.summary).toMatchObject({ created: 2, failed: 0 });
  });
});

async function chem(cas: string) {
  const { json } = await samples.api.call('GET', `/api/chems?cas=${cas}`, { as: 'admin' });
  return json.data[0];
}
