import { afterAll, describe, expect, test } from 'vitest';
import { openOrderShop, placesOf } from '../support/order-shop.ts';

const shop = await openOrderShop();

afterAll(() => shop.api.close());

describe('a record that is created with its children', () => {
  test('is one write: record, children and what is computed from them', async () => {
    const { json, headers } = await shop.write('POST', 'orders', {
      name: 'a',
      lines: [
        { product: 'bread', pieces: 2 },
        { product: 'cake', _id: 'cake-a' },
      ],
    });
    expect(json).toMatchObject({
      name: 'a',
      total: 3,
      lines: [
        { product: 'bread', pieces: 2, order: json._id },
        { product: 'cake', pieces: 1, _id: 'cake-a' },
      ],
    });
    expect(headers.get('Location')).toBe(`/api/orders/${json._id}`);
    expect(headers.get('ETag')).toBe(`"${json._version}"`);
    expect(await shop.linesOf(json._id)).toEqual(['bread 2', 'cake 1']);
  });

  test('is not written at all when an entry is wrong, and all mistakes are reported together', async () => {
    const wrong = await shop.write('POST', 'orders', {
      _id: 'wrong',
      lines: [{ product: 'bread' }, { pieces: 0 }, { product: 'pie', note: 'x', color: 'red' }],
    });
    expect(wrong.status).toBe(422);
    expect(placesOf(wrong.json)).toEqual([
      ['name', 'V001'],
      ['lines.1.pieces', 'V005'],
      ['lines.1.product', 'V001'],
      ['lines.2.note', 'A008'],
      ['lines.2.color', 'V009'],
    ]);
    const twice = await shop.write('POST', 'orders', {
      _id: 'wrong',
      name: 'b',
      lines: [{ product: 'bread' }, { product: 'bread' }],
    });
    expect(twice.status).toBe(409);
    expect(placesOf(twice.json)).toContainEqual(['lines.1.product', 11000]);
    expect((await shop.api.call('GET', '/api/orders/wrong', { as: 'admin' })).status).toBe(404);
    expect(await shop.linesOf('wrong')).toEqual([]);
  });

  test('is checked together with its children, not before', async () => {
    const none = { status: 422, json: { problems: [{ code: 'V027', path: 'name' }] } };
    expect(await shop.write('POST', 'orders', { name: 'c' })).toMatchObject(none);
    expect(await shop.write('POST', 'orders', { name: 'c', lines: [] })).toMatchObject(none);
  });

  test.each([
    [{ lines: {} }, 'lines', 'V002'],
    [{ lines: [1] }, 'lines.0', 'V002'],
    [{ lines: [{ product: 'x', _id: 'a b' }] }, 'lines.0._id', 'V002'],
    [{ lines: [{ product: 'x', _id: 7 }] }, 'lines.0._id', 'V002'],
    [{ lines: [{ product: 'x', _version: 0, _id: 'a' }] }, 'lines.0._version', 'V002'],
    [{ lines: [{ product: 'x', _version: 1 }] }, 'lines.0._id', 'V001'],
    [{ lines: [{ _id: 'a', _version: 1, _delete: 1 }] }, 'lines.0._delete', 'V002'],
    [{ lines: [{ _id: 'a', _delete: true }] }, 'lines.0._version', 'V001'],
    [{ lines: [{ _id: 'a', _version: 1, _delete: true, pieces: 2 }] }, 'lines.0.pieces', 'V010'],
    [{ lines: [{ _id: 'a' }, { _id: 'a' }] }, 'lines.1._id', 'V015'],
    [{ lines: Array.from({ length: 1_001 }, () => ({ product: 'x' })) }, 'lines', 'V016'],
    [{ lines: [{ product: 'x', order: 'other' }] }, 'lines.0', 'S001'],
    [{ lines: [{ _id: 'none', _version: 1, pieces: 2 }] }, 'lines.0', 'S001'],
  ])('refuses %j', async (body, path, code) => {
    const { json } = await shop.write('POST', 'orders', { name: 'd', ...body });
    expect(placesOf(json)).toContainEqual([path, code]);
  });

  test('is created once per key, however often the request is repeated', async () => {
    const options = { headers: { 'Idempotency-Key': 'whole-1' } };
    const body = { name: 'once', lines: [{ product: 'bread' }] };
    const first = await shop.write('POST', 'orders', body, options);
    const second = await shop.write('POST', 'orders', body, options);
    expect(second).toMatchObject({ status: 201, json: first.json });
    expect(await shop.linesOf(first.json._id)).toEqual(['bread 1']);
  });
});

describe('a record that is changed with its children', () => {
  test('keeps children that are not named, and can swap unique values of the others', async () => {
    const { _id, lines } = await shop.makeOrder('e');
    const [bread, cake] = lines;
    const { status, json } = await shop.write('PATCH', `orders/${_id}`, {
      name: 'e2',
      lines: [
        { product: 'bread', pieces: 5 },
        { _id: cake._id, _version: cake._version, pieces: 4 },
        { _id: bread._id, _version: '*', _delete: true },
      ],
    });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      name: 'e2',
      total: 9,
      lines: [
        { product: 'bread', pieces: 5 },
        { _id: cake._id, _version: 2, pieces: 4 },
      ],
    });
    const put = await shop.write('PUT', 'orders', { _id, name: 'e3', lines: [{ product: 'pie' }] });
    expect(put.json).toMatchObject({ name: 'e3', total: 10 });
    expect(await shop.linesOf(_id)).toEqual(['bread 5', 'cake 4', 'pie 1']);
  });

  test('is refused with the current state of a child that has changed, and nothing is written', async () => {
    const { _id, _version, lines } = await shop.makeOrder('f');
    await shop.write('PATCH', `lines/${lines[1]._id}`, { pieces: 7 });
    const stale = await shop.write('PATCH', `orders/${_id}`, {
      name: 'f2',
      lines: [{ product: 'pie' }, { _id: lines[1]._id, _version: 1, pieces: 2 }],
    });
    expect(stale).toMatchObject({
      status: 412,
      json: {
        code: 'S003',
        problems: [{ path: 'lines.1', code: 'S003' }],
        stale: [{ path: 'lines.1', current: { pieces: 7, _version: 2 } }],
      },
    });
    expect(stale.json.current).toBeUndefined();
    const options = { headers: { 'If-Match': `"${_version + 9}"` } };
    const old = await shop.write(
      'PATCH',
      `orders/${_id}`,
      { lines: [{ product: 'pie' }] },
      options,
    );
    expect(old).toMatchObject({ status: 412, json: { current: { name: 'f' } } });
    expect(await shop.linesOf(_id)).toEqual(['bread 2', 'cake 7']);
  });

  test('cannot lose what its checks require, or take the children of another record', async () => {
    const { _id, lines } = await shop.makeOrder('g');
    const all = lines.map((line: any) => ({ _id: line._id, _version: '*', _delete: true }));
    const empty = await shop.write('PATCH', `orders/${_id}`, { lines: all });
    expect(empty).toMatchObject({ status: 422, json: { problems: [{ code: 'V027' }] } });
    const replaced = await shop.write('PATCH', `orders/${_id}`, {
      lines: [...all, { product: 'pie' }],
    });
    expect(replaced).toMatchObject({ status: 200, json: { total: 1 } });
    const other = await shop.makeOrder('h');
    for (const entry of [
      { _id: other.lines[0]._id, _version: '*', pieces: 9 },
      { _id: other.lines[0]._id, _version: '*', _delete: true },
      { _id: replaced.json.lines[0]._id, _version: '*', order: other._id },
    ]) {
      const taken = await shop.write('PATCH', `orders/${_id}`, { lines: [entry] });
      expect(taken).toMatchObject({ status: 404, json: { problems: [{ path: 'lines.0' }] } });
    }
    expect(await shop.linesOf(other._id)).toEqual(['bread 2', 'cake 1']);
  });

  test('can be undone as a whole', async () => {
    const { _id, lines } = await shop.makeOrder('i');
    await shop.write('PATCH', `orders/${_id}`, {
      name: 'i2',
      lines: [
        { product: 'pie' },
        { _id: lines[0]._id, _version: '*', _delete: true },
        { _id: lines[1]._id, _version: '*', pieces: 9 },
      ],
    });
    expect(await shop.linesOf(_id)).toEqual(['cake 9', 'pie 1']);
    const { json } = await shop.api.call('GET', `/api/orders/${_id}/history`, { as: 'admin' });
    const [{ changeSet }] = json.data;
    const asked = await shop.api.call('POST', `/api/changes/${changeSet}/undo`, {
      as: 'admin',
      body: {},
    });
    expect(asked.status).toBe(202);
    await expect
      .poll(
        async () =>
          (await shop.api.call('GET', `/api/jobs/${asked.json.id}`, { as: 'admin' })).json,
      )
      .toMatchObject({ state: 'done' });
    expect(await shop.linesOf(_id)).toEqual(['bread 2', 'cake 1']);
    const { json: order } = await shop.api.call('GET', `/api/orders/${_id}`, { as: 'admin' });
    expect(order).toMatchObject({ name: 'i', total: 3 });
  });
});

describe('rights', () => {
  test('to the children are checked for each entry', async () => {
    const { _id, lines } = await shop.makeOrder('j');
    const as = { as: 'packer' };
    const change = { _id: lines[0]._id, _version: '*', pieces: 3 };
    const entries = [
      change,
      { product: 'pie' },
      { _id: lines[1]._id, _version: '*', _delete: true },
    ];
    const denied = await shop.write('PATCH', `orders/${_id}`, { lines: entries }, as);
    expect(denied.status).toBe(403);
    expect(placesOf(denied.json)).toEqual([
      ['lines.1', 'A006'],
      ['lines.2', 'A006'],
    ]);
    const gold = await shop.write(
      'PATCH',
      `orders/${_id}`,
      { lines: [{ ...change, product: 'gold' }] },
      as,
    );
    expect(gold).toMatchObject({ status: 403, json: { problems: [{ path: 'lines.0' }] } });
    const done = await shop.write('PATCH', `orders/${_id}`, { lines: [change] }, as);
    expect(done).toMatchObject({ status: 200, json: { lines: [{ pieces: 3 }] } });
  });

  test('hide the children from roles that cannot list them', async () => {
    const { json, status } = await shop.write(
      'POST',
      'orders',
      { name: 'k', lines: [{ product: 'bread' }] },
      { as: 'guest' },
    );
    expect(status).toBe(422);
    expect(placesOf(json)).toEqual([['lines', 'V009']]);
  });
});
