import { afterAll, expect, test } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openTestApi } from '../support/api.ts';
import { sendImport } from '../support/exchange.ts';
import { librarySource } from '../support/library.ts';

const text = { type: 'text' };
const hidden = { ...text, default: 'same', read: ['admin'] };
const staff = ['list', 'read', 'create', 'update', 'delete', 'import', 'merge'];

/** Rooms, loans and orders that their fields `hidden` get in the way of. */
const source = {
  roles: { admin: { all: true }, staff: {} },
  resources: {
    users: librarySource.resources.users,
    rooms: {
      importKey: 'name',
      fields: { name: { ...text, required: true }, wing: text, hidden },
      unique: [['wing', 'hidden']],
      checks: [{ check: { wing_neq: 'none' }, message: 'needs a wing', fields: ['hidden'] }],
      duplicates: [{ field: 'name' }],
      permissions: { staff },
    },
    loans: {
      fields: {
        room: { type: 'reference', to: 'rooms' },
        from: { type: 'date' },
        to: { type: 'date' },
        hidden,
      },
      noOverlap: [{ fields: ['hidden'], from: 'from', to: 'to' }],
      permissions: { staff },
    },
    orders: {
      fields: { name: text, hidden },
      children: [{ resource: 'lines', field: 'order', inline: true }],
      checks: [{ check: 'count(lines.order) >= 1', message: 'has no line', fields: ['hidden'] }],
      permissions: { staff },
    },
    lines: {
      fields: { order: { type: 'reference', to: 'orders', required: true } },
      permissions: { staff },
    },
  },
};

const descriptor = toDescriptor(source);
const api = await openTestApi({ descriptor: () => descriptor });
afterAll(() => api.close());

const write = (path: string, body: object, as = 'staff') =>
  api.call('POST', `/api/${path}`, { as, body, headers: { 'If-Match': '*' } });

test('a refusal names no hidden field of overlapping periods', async () => {
  await write('loans', { from: '2026-01-01' }, 'admin');

  const { status, json, text: answer } = await write('loans', { from: '2026-02-01' });

  expect([status, json.code]).toEqual([409, 'S047']);
  expect(answer).not.toContain('hidden');
});

test('a refusal names no hidden field of a check that counts child records', async () => {
  const { status, json, text: answer } = await write('orders', { name: 'empty', lines: [] });

  expect([status, json.code]).toEqual([409, 'S047']);
  expect(answer).not.toContain('hidden');
});

test('a refusal names no hidden field of a record that an import would create', async () => {
  await write('rooms', { name: 'first', wing: 'north' });
  const room = { field: 'room', by: 'key', create: true, given: { wing: 'north' } };
  const parts = { mapping: JSON.stringify({ room }) };

  const { json } = await sendImport(api, '/api/loans', [{ room: 'second' }], {
    as: 'staff',
    parts,
  });

  expect(json.problems).toMatchObject([{ row: 1, code: 'I033', path: 'room' }]);
  expect(JSON.stringify(json)).not.toMatch(/hidden/i);
});

test('a merge with a hidden field is refused as a whole', async () => {
  const made = [await write('rooms', { name: 'a' }), await write('rooms', { name: 'b' })];
  const [keep, gone] = made.map(({ json }) => json._id);

  const { json } = await write('rooms/merge', {
    keep,
    merge: [gone],
    versions: { [keep]: 1, [gone]: 1 },
    values: { wing: 'none' },
  });

  expect(json.problems).toMatchObject([{ code: 'S047', path: 'values' }]);
});
