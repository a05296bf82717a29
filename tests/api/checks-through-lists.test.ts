import { afterAll, expect, test } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openTestApi } from '../support/api.ts';
import { deskSource } from '../support/desk.ts';

// A note names no heavy tickets, and none whose parent is heavy.
const { notes, ...resources } = deskSource.resources;
const check = { not: { or: [{ 'related.weight_gt': 5 }, { 'related.parent.weight_gt': 5 }] } };
const checks = [{ check, message: 'too heavy' }];
const descriptor = toDescriptor({
  ...deskSource,
  resources: { ...resources, notes: { ...notes, checks } },
});
const desk = await openTestApi({ descriptor: () => descriptor });
afterAll(() => desk.close());

const call = async (method: string, path: string, body: object) =>
  (await desk.call(method, path, { as: 'admin', body, headers: { 'If-Match': '*' } })).status;

test('a check asks the records of a list of references, and those behind them', async () => {
  for (const [_id, weight, parent] of [
    ['heavy', 9, null],
    ['light', 1, null],
    ['child', 1, 'heavy'],
  ] as const)
    await call('POST', '/api/tickets', { _id, number: _id, subject: _id, weight, parent });

  expect(await call('POST', '/api/notes', { _id: 'n', text: 'N', related: ['light'] })).toBe(201);
  for (const related of [['heavy'], ['light', 'heavy'], ['child']]) {
    expect(await call('POST', '/api/notes', { text: 'N', related })).toBe(422);
    expect(await call('PATCH', '/api/notes/n', { related })).toBe(422);
  }
  expect(await call('PATCH', '/api/notes/n', { related: [] })).toBe(200);
});
