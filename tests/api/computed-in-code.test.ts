import { describe, expect, test } from 'vitest';
import { openCrates } from '../support/crates.ts';
import { sendImport } from '../support/exchange.ts';
import { propertiesOf } from '../support/resolve-part.ts';

const crates = openCrates();
const { call, add } = crates;
const change = (id: string, body: object) => call('PATCH', `/${id}`, body);
const get = async (id: string) => (await call('GET', `/${id}`)).json;

describe('a field that code computes', () => {
  test('gets its value when the record is created or changed, in the order of dependencies', async () => {
    const created = await add('A', 2);
    const changed = await change(created._id, { size: 3 });

    expect(created).toMatchObject({ weight: 20, sizes: ['size 2', 'weight 20'] });
    expect(changed.json).toMatchObject({ weight: 30, sizes: ['size 3', 'weight 30'] });
    expect(await get(created._id)).toEqual(changed.json);
  });

  test('receives whole records, without computed expressions', async () => {
    const { _id } = await add('A', 2);
    await change(_id, { size: 4 });

    const expected = { _id, label: 'A', weight: 20, sizes: ['size 2', 'weight 20'] };
    expect(crates.calls.at(-1)).toEqual([{ ...expected, size: 4 }]);
    expect(crates.calls[0]).toEqual([{ _id, label: 'A', size: 2, weight: null, sizes: [] }]);
  });

  test('is sorted and filtered in one statement, and can be empty', async () => {
    for (const size of [1, 3, 2, null]) await add(`of ${size}`, size);

    const { json } = await call('GET', '?weight_gte=20&_sort=-weight');

    expect(json.data.map(({ label }: any) => label)).toEqual(['of 3', 'of 2']);
    expect((await call('GET', '?weight_null=true')).json.data).toHaveLength(1);
  });

  test('cannot be written', async () => {
    const { _id } = await add('A');

    const created = await call('POST', '', { label: 'B', weight: 7 });
    const changed = await change(_id, { weight: 7 });

    expect(created).toMatchObject({ status: 422, json: { problems: [{ path: 'weight' }] } });
    expect(changed).toMatchObject({ status: 422, json: { problems: [{ code: 'V010' }] } });
  });

  test('is computed for a role that cannot read it', async () => {
    const { json } = await call('POST', '', { label: 'A', size: 5 }, 'packer');

    expect(json).not.toHaveProperty('weight');
    expect(await get(json._id)).toMatchObject({ weight: 50 });
  });

  test('is ignored in a file for new records, and refused if it differs from an existing one', async () => {
    await add('A', 2);
    const rows = [
      { label: 'A', size: 2, weight: 20 },
      { label: 'B', size: 3, weight: 99 },
    ];

    const parts = { mode: 'upsert' };
    const other = [{ label: 'A', weight: 99 }];
    const taken = await sendImport(crates.api, '/api/crates', rows, { parts });
    const refused = await sendImport(crates.api, '/api/crates', other, { parts });

    expect(taken.json).toMatchObject({ created: 1, failed: 0 });
    expect((await call('GET', '?label=B')).json.data).toMatchObject([{ weight: 30 }]);
    expect(refused.json.problems).toMatchObject([{ code: 'V010', path: 'weight' }]);
  });

  test('has a history, and is computed again when a version is restored', async () => {
    const { _id } = await add('A', 2);
    await change(_id, { size: 3 });
    crates.compute = ({ records }) => records.map(({ size }) => size * 100);

    const restored = await call('POST', `/${_id}/restore`, { version: 1 });
    const named = await call('POST', `/${_id}/restore`, { version: 1, fields: ['weight'] });

    const past = await call('GET', `/${_id}/history/2`);
    expect(JSON.stringify(past.json)).toContain('"weight":30');
    expect(restored.json).toMatchObject({ size: 2, weight: 200 });
    expect(named).toMatchObject({ status: 422, json: { problems: [{ code: 'V010' }] } });
  });

  test('sees the values that hooks have added', async () => {
    crates.more = { size: 6 };

    expect(await add('A', 1)).toMatchObject({ size: 6, weight: 60 });
  });

  test('cannot be set by a hook', async () => {
    crates.more = { weight: 6 };

    const answer = await call('POST', '', { label: 'A' });

    expect(answer).toMatchObject({ status: 500, json: { code: 'S033' } });
    expect((await call('GET', '')).json.total).toBe(0);
  });

  test.each([
    ['throws', 'S032', () => [].map(() => 0) && fail()],
    ['returns too few values', 'S032', () => []],
    ['returns a value that the field cannot hold', 'S033', () => ['heavy']],
  ] as const)('changes nothing if the code %s', async (_, code, wrong) => {
    crates.compute = wrong;

    const answer = await call('POST', '', { label: 'A' });

    expect(answer).toMatchObject({ status: 500, json: { code } });
    expect((await call('GET', '')).json.total).toBe(0);
    expect(JSON.stringify(crates.api.log)).toContain('crates.weight');
  });

  test('is read-only in the OpenAPI document', async () => {
    const { json } = await crates.api.call('GET', '/api/openapi.json', { as: 'admin' });
    const [whole, patch] = ['crates', 'cratesPatch'].map((name) =>
      propertiesOf(json, json.components.schemas[name]),
    );

    expect(whole).toMatchObject({ weight: { readOnly: true } });
    expect(whole?.['weight'].description).toContain('Computed by the server');
    expect(patch).toHaveProperty('label');
    expect(patch).not.toHaveProperty('weight');
  });
});

function fail(): never {
  throw new Error('no scales');
}
