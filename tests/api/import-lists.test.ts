import { afterAll, describe, expect, test } from 'vitest';
import { sendImport, type Sent, summary } from '../support/exchange.ts';
import { jobsOf } from '../support/jobs.ts';
import { openOrderShop } from '../support/order-shop.ts';

const shop = await openOrderShop({ mayBeEmpty: true });
afterAll(() => shop.api.close());

const send = async (csv: string, parts: Sent['parts'] = {}, as = 'staff') =>
  await sendImport(shop.api, '/api/orders', csv, { as, name: 'orders.csv', parts });

async function idOf(name: string): Promise<string> {
  const { json } = await shop.api.call('GET', `/api/orders?name=${name}`, { as: 'admin' });
  return json.data[0]?._id;
}

const places = (json: any) =>
  json.problems.map(({ row, path, code }: any) => [row, path, code] as const);

describe('a file in which a record takes several rows', () => {
  test('creates the record and the records of its list', async () => {
    const csv = 'name,lines.product,lines.pieces\na1,bread,2\na1,cake,1\na2,,\na3,pie,5\n,tart,6\n';
    const dry = await send(csv, { dryRun: 'true' });
    expect(dry.json).toEqual(summary({ total: 7, created: 7 }));
    expect(await idOf('a1')).toBeUndefined();
    expect((await send(csv)).json).toEqual(dry.json);
    expect(await shop.linesOf(await idOf('a1'))).toEqual(['bread 2', 'cake 1']);
    expect(await shop.linesOf(await idOf('a2'))).toEqual([]);
    expect(await shop.linesOf(await idOf('a3'))).toEqual(['pie 5', 'tart 6']);
  });

  test('updates what differs by the keys of the records, and nothing the second time', async () => {
    const upsert = { mode: 'upsert' };
    const csv = 'name,lines.product,lines.pieces\nb1,bread,2\nb1,cake,1\n';
    await send(csv, upsert);
    expect((await send(csv, upsert)).json).toMatchObject({ total: 3, unchanged: 3 });
    const { json } = await send(csv.replace('cake,1', 'cake,4').concat('b1,pie,1\n'), upsert);
    expect(json).toMatchObject({ created: 1, updated: 1, unchanged: 2 });
    expect(await shop.linesOf(await idOf('b1'))).toEqual(['bread 2', 'cake 4', 'pie 1']);
  });

  test('adds no records to one that failed, and names the row and column of each problem', async () => {
    await send('name,lines.product\nc1,bread\n');
    const { json } = await send(
      'name,lines.product,lines.pieces\nc1,cake,1\nc1,pie,1\nc2,pie,0\nc2,tart,many\n',
    );
    expect(places(json)).toEqual([
      [1, 'name', 11000],
      [1, 'lines', 'I063'],
      [2, 'lines', 'I063'],
      [3, 'lines.pieces', 'V005'],
      [4, 'lines.pieces', 'V002'],
    ]);
    expect(json.problems[3]).toMatchObject({ column: 'lines.pieces', value: '0' });
    expect(await shop.linesOf(await idOf('c1'))).toEqual(['bread 1']);
    expect(await shop.linesOf(await idOf('c2'))).toEqual([]);
  });

  test('refuses rows that contradict each other about a record, or name none', async () => {
    const csv = 'name,lines.product\n,bread\nd1,bread\n';
    expect(places((await send(csv)).json)).toEqual([[1, 'lines', 'I064']]);
    await shop.write('PATCH', `orders/${await idOf('d1')}`, { name: 'd2' });
    const id = await idOf('d2');
    const said = `_id,name,lines.product\n${id},d2,cake\n${id},d3,pie\n`;
    const { json } = await send(said, { mode: 'upsert', key: '_id' });
    expect(places(json)).toEqual([[2, 'lines', 'I062']]);
    expect(await shop.linesOf(id)).toEqual(['bread 1', 'cake 1']);
  });

  test('accepts other column names by the mapping, and all-or-nothing mode', async () => {
    const csv = 'Order,What\ne1,bread\ne1,\ne2,far too long for a product\n';
    const mapping = JSON.stringify({ Order: 'name', What: 'lines.product' });
    const all = await send(csv, { mapping, atomic: 'true' });
    expect(all.json).toMatchObject({ created: 0, failed: 1 });
    expect(await idOf('e1')).toBeUndefined();
    await send(csv, { mapping });
    expect(await shop.linesOf(await idOf('e1'))).toEqual(['bread 1']);
    const wrong = await send(csv, { mapping: JSON.stringify({ What: 'lines.order' }) });
    expect(wrong).toMatchObject({ status: 400, json: { problems: [{ path: 'mapping.What' }] } });
  });

  test('needs the rights on both', async () => {
    const csv = 'name,lines.product\nf1,bread\n';
    await send(csv);
    const hidden = await send(csv, {}, 'guest');
    expect(places(hidden.json)).toEqual([[1, 'lines.product', 'I002']]);
    const created = await send(csv, { mode: 'upsert' }, 'packer');
    expect(created).toMatchObject({ status: 403, json: { problems: [{ code: 'A006' }] } });
    const changed = await send(
      'name,lines.product,lines.pieces\nf1,bread,3\n',
      { mode: 'update' },
      'packer',
    );
    expect(changed.json).toMatchObject({ updated: 1, unchanged: 1 });
    const gold = await send(
      'name,lines.product,lines.note\nf1,bread,x\n',
      { mode: 'update' },
      'packer',
    );
    expect(places(gold.json)).toEqual([[1, 'lines.note', 'A008']]);
  });

  test('defers child records together with their parent', async () => {
    const csv = 'name,replaces,lines.product\nh1,h2,bread\nh2,h3,cake\nh2,h3,pie\nh3,,tart\n';
    const dry = await send(csv, { dryRun: 'true' });
    expect(dry.json).toEqual(summary({ total: 7, created: 7 }));
    expect((await send(csv)).json).toEqual(dry.json);
    expect(await shop.linesOf(await idOf('h2'))).toEqual(['cake 1', 'pie 1']);
  });

  test('can be larger than a batch', async () => {
    const rows = Array.from({ length: 2_500 }, (_, at) => `g${at % 2 ? 1 : 2}`).sort();
    const csv = `name,lines.product\n${rows.map((name, at) => `${name},p${at}`).join('\n')}\n`;
    expect((await send(csv)).json).toMatchObject({ created: 2_502, failed: 0 });
    expect(await shop.linesOf(await idOf('g1'))).toHaveLength(1_000);
  });
});

test('a job reports each row once with all its problems, and is undone as a whole', async () => {
  const jobs = jobsOf(shop.api, '/api/orders');
  const csv = 'name,lines.product,lines.pieces\nj1,bread,2\nj1,cake,0\nj2,pie,1\n';
  const { json: job } = await jobs.upload(csv, 'orders.csv');
  const { json: look } = await jobs.call('POST', `/api/jobs/${job.id}/look`, {});
  expect(look.columns.map(({ suggestion }: any) => suggestion)).toEqual([
    { field: 'name', why: 'name' },
    { field: 'lines.product', why: 'name' },
    { field: 'lines.pieces', why: 'name' },
  ]);
  const done = await jobs.run(job.id, { mode: 'upsert' });
  expect(done).toMatchObject({ state: 'done', summary: { total: 5, created: 4, failed: 1 } });
  expect(await jobs.rows(job.id, 'failed')).toMatchObject([
    { row: 2, problems: [{ path: 'lines.pieces', column: 'lines.pieces', value: '0' }] },
  ]);
  const created = await jobs.rows(job.id, 'created');
  expect(created).toMatchObject([
    { row: 1, id: await idOf('j1') },
    { row: 3, id: await idOf('j2') },
  ]);
  expect(created[0].changes).toContainEqual({ field: 'lines.product', new: 'bread' });
  await jobs.call('POST', `/api/jobs/${job.id}/undo`, {});
  await expect.poll(async () => (await jobs.ended(job.id)).state).toBe('undone');
  expect(await idOf('j1')).toBeUndefined();
});
