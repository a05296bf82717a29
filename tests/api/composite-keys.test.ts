import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../support/api.ts';
import { fetchExport, sendImport } from '../support/exchange.ts';
import { limits } from '../support/limits.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi({ descriptor: () => limits });
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.database.query(
    'truncate measurements, samplings, reviews, rooms, limits, analytes, methods cascade',
  );
  await send('methods', 'code\nGC\nA / B\n');
  await send('analytes', 'cas,name\n80-05-7,Bisphenol A\n117-81-7,DEHP\n');
  await send('limits', 'method,analyte,value\nGC,80-05-7,1\nGC,117-81-7,2\nA / B,80-05-7,3\n');
  await send('rooms', 'house,number\nMain,1\n"in / ""out""",1\n');
  await send('samplings', 'place,at\nLake,2026-11-21T13:45:00Z\n');
  await send('reviews', 'limit,day,note\nGC / 80-05-7,2026-01-02,old\n');
});

const send = async (to: string, csv: string, parts: Record<string, string> = {}, as = 'staff') =>
  (
    await sendImport(api, `/api/${to}`, csv, {
      parts: { mode: 'upsert', ...parts },
      as,
      name: 'a.csv',
    })
  ).json;
const list = async (of: string, as = 'staff') =>
  (await api.call('GET', `/api/${of}?_perPage=1000`, { as })).json.data as any[];
const read = async (of: string, what = '', as = 'staff') =>
  (await fetchExport(api, `/api/${of}/export?format=csv${what}`, as)).text.split(/\r?\n/);
const idOf = async (of: string, value: number) =>
  (await list(of)).find((one) => one.value === value)?._id as string;

describe('records known by several fields', () => {
  test('are found by them, references among them', async () => {
    expect(await list('limits')).toHaveLength(3);

    const sent = await send('limits', 'method,analyte,value\nGC,80-05-7,1\nGC,117-81-7,7\n');

    expect(sent).toMatchObject({ created: 0, updated: 1, unchanged: 1, failed: 0 });
  });

  test.each([
    ['limit', 'GC / 80-05-7', 'limits'],
    ['limit', '"A / B" / 80-05-7', 'limits'],
    ['others', 'GC / 80-05-7 | "A / B" / 80-05-7', 'limits'],
    ['room', 'Main / 1', 'rooms'],
    ['room', '"in / ""out""" / 1', 'rooms'],
    ['review', '"GC / 80-05-7" / 2026-01-02', 'reviews'],
    ['sampling', 'Lake / 2026-11-21T13:45:00.000Z', 'samplings'],
  ])('are named in the cell of %s by %s, and exported so', async (field, name, of) => {
    const cell = `"${name.replaceAll('"', '""')}"`;

    const sent = await send('measurements', `label,${field}\none,${cell}\n`);

    expect(sent).toMatchObject({ created: 1, failed: 0 });
    const [stored] = await list('measurements');
    const ids = new Set((await list(of)).map(({ _id }) => _id));
    expect([stored[field]].flat().every((id) => ids.has(id))).toBe(true);
    const [, row = ''] = await read('measurements', `&_fields=${field}`);
    expect(row.slice(row.indexOf(',') + 1)).toContain(name.includes('"') ? cell : name);
    const { _id: id } = stored;
    const again = await send('measurements', `_id,${field}\n${id},${cell}\n`, { key: '_id' });
    expect(again).toMatchObject({ unchanged: 1 });
  });

  test.each(['GC', 'GC / 1-1-1', 'GC/80-05-7', 'GC / 80-05-7 / 1', '80-05-7 / GC'])(
    'are not found by %s',
    async (name) => {
      const sent = await send('measurements', `label,limit\none,${name}\n`);

      expect(sent).toMatchObject({ created: 0, failed: 1, problems: [{ code: 'V014' }] });
    },
  );

  test('can be named before their row', async () => {
    const file = 'method,analyte,value,replaces\nA / B,117-81-7,8,GC / 117-81-7\n';
    await api.database.query(`delete from limits where value in (1, 2)`).catch(() => undefined);
    await api.database.query('truncate reviews, limits cascade');

    const dry = await send('limits', `${file}GC,117-81-7,9,\n`, { dryRun: 'true' });
    const sent = await send('limits', `${file}GC,117-81-7,9,\n`);

    expect(dry).toMatchObject({ created: 2, failed: 0 });
    expect(sent).toMatchObject({ created: 2, failed: 0 });
    const stored = await list('limits');
    const nine = stored.find(({ value }) => value === 9);
    expect(stored.find(({ value }) => value === 8).replaces).toBe(nine._id);
  });

  test('are found in a dry run that only would have created them', async () => {
    await api.database.query('truncate reviews, limits cascade');
    const file = 'method,analyte,value\nGC,80-05-7,1\nGC,80-05-7,2\n';

    const dry = await send('limits', file, { dryRun: 'true' });

    expect(dry).toMatchObject({ created: 1, updated: 1, failed: 0 });
    expect(await send('limits', file)).toEqual(dry);
  });

  test('are refused twice', async () => {
    const body = async () => {
      const [limit] = await list('limits');
      return { method: limit.method, analyte: limit.analyte };
    };

    const { status, json } = await api.call('POST', '/api/limits', {
      as: 'staff',
      body: await body(),
    });

    expect([status, json.problems.map(({ path }: any) => path)]).toEqual([
      409,
      ['method', 'analyte'],
    ]);
  });

  test('are named by the _id for a role that may not read a part of a part', async () => {
    await send('measurements', 'label,limit\none,GC / 80-05-7\n');
    const id = await idOf('limits', 1);

    expect((await read('measurements', '&_fields=limit', 'viewer'))[1]).toContain(id);
    const found = await send(
      'measurements',
      'label,limit\ntwo,GC / 80-05-7\n',
      { dryRun: 'true' },
      'viewer',
    );
    expect(JSON.stringify(found)).not.toContain('80-05-7 means');
  });

  test('are looked up by many keys at once', async () => {
    const values = ['GC / 80-05-7', '"A / B" / 80-05-7', 'GC', 'GC / 7'];
    const body = { values, fields: ['method,analyte'] };

    const { json } = await api.call('POST', '/api/limits/lookup', { as: 'staff', body });

    expect(json.data.map(({ matches }: any) => matches.map((one: any) => one.by))).toEqual([
      [['method,analyte']],
      [['method,analyte']],
      [],
      [],
    ]);
    const refused = await api.call('POST', '/api/limits/lookup', { as: 'viewer', body });
    expect(refused.status).toBe(400);
  });

  test('have their key as their title', async () => {
    const { json } = await api.call('GET', '/api/limits/facets?fields=replaces', { as: 'staff' });
    expect(json).toBeDefined();
    expect(limits.resources.get('limits')?.title).toBe('{method} · {analyte}');
  });

  test('are created where a cell names them, if the key says all', async () => {
    const parts = { mapping: JSON.stringify({ room: { field: 'room', create: true, by: 'key' } }) };

    const sent = await send('measurements', 'label,room\none,"New / 5"\ntwo,"New / 5"\n', parts);

    expect(sent).toMatchObject({ created: 2, referencesCreated: { rooms: 1 } });
    expect(await list('rooms')).toContainEqual(
      expect.objectContaining({ house: 'New', number: 5 }),
    );
    const limit = {
      mapping: JSON.stringify({ limit: { field: 'limit', create: true, by: 'key' } }),
    };
    const refused = await send('measurements', 'label,limit\none,GC / 5\n', limit);
    expect(refused).toMatchObject({ created: 0, failed: 1 });
  });
});
