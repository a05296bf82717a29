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
