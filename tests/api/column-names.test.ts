import { afterAll, describe, expect, test } from 'vitest';
import { openSamples, type Samples } from '../support/samples.ts';

const samples = await openSamples();
afterAll(() => samples.api.close());

const valuesOf: Samples['valuesOf'] = (...asked) => samples.valuesOf(...asked);

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
