import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApi } from '../support/api.ts';
import { fillDesk, HIDDEN } from '../support/desk-tickets.ts';
import { deskDescriptor } from '../support/desk.ts';

const descriptor = deskDescriptor();
const desk = await openTestApi({ descriptor: () => descriptor });
afterAll(() => desk.close());
beforeEach(async () => {
  await fillDesk(desk);
  await add('/api/tickets', { _id: 'child', number: '9', subject: 'Child', parent: 'hidden' });
  await add('/api/tickets', {
    _id: 'sub',
    number: HIDDEN + 2,
    subject: 'x',
    parent: 'mine',
    assignedTo: desk.userId('clerk'),
  });
});

async function add(root: string, body: object): Promise<void> {
  const { status, text } = await desk.call('POST', root, { as: 'admin', body });
  if (status !== 201) throw new Error(text);
}

/** What the list answers to a filter, for somebody: the ids, or the refusal without its request. */
async function answer(path: string, as: string): Promise<unknown> {
  const { status, json } = await desk.call('GET', path, { as });
  return status === 200 ? json.data.map(({ _id }: any) => _id).sort() : [status, json.problems];
}

describe('a filter through a reference to a record that is hidden', () => {
  test.each([
    ['/api/tickets?parent.weight=1', '/api/tickets?parent.weight=77'],
    ['/api/tickets?parent.subject_contains=canary', '/api/tickets?parent.subject_contains=zebra'],
    ['/api/tickets?parent._id=hidden', '/api/tickets?parent._id=nothing'],
    ['/api/tickets?parent.labels=' + HIDDEN, '/api/tickets?parent.labels=zebra'],
    ['/api/notes?ticket.number=' + HIDDEN, '/api/notes?ticket.number=zebra'],
    ['/api/notes?related.weight_lte=1', '/api/notes?related.weight_lte=0'],
  ])('%s finds what %s finds', async (hidden, nothing) => {
    expect(await answer(hidden, 'admin')).not.toEqual(await answer(nothing, 'admin'));
    expect(await answer(hidden, 'agent')).toEqual(await answer(nothing, 'agent'));
  });

  test('treats it as empty', async () => {
    expect(await answer('/api/tickets?parent.subject_null=true&_id=child', 'admin')).toEqual([]);
    expect(await answer('/api/tickets?parent.subject_null=true&_id=child', 'agent')).toEqual([
      'child',
    ]);
    expect(await answer('/api/tickets?parent.subject_neq=x&_id=child', 'agent')).toEqual(['child']);
  });
});

test('a condition on child records ignores hidden ones', async () => {
  const path = '/api/tickets?some(tickets.parent).subject=x';

  expect(await answer(path, 'admin')).toEqual(['mine']);
  expect(await answer(path, 'agent')).toEqual([]);
});

test('a count ignores hidden records', async () => {
  const path = '/api/tickets?_id=mine&count(tickets.parent)=';

  expect(await answer(`${path}1`, 'admin')).toEqual(['mine']);
  expect(await answer(`${path}1`, 'agent')).toEqual([]);
  expect(await answer(`${path}0`, 'agent')).toEqual(['mine']);
});

test('a count with a condition on hidden records ignores them', async () => {
  await add('/api/notes', { text: 'x', ticket: 'hidden', related: ['mine'] });
  const where = `count(notes.related where ticket.number = '${HIDDEN}') > 0 and number = '1'`;
  const path = `/api/tickets?where=${encodeURIComponent(where)}`;

  expect(await answer(path, 'admin')).toEqual(['mine']);
  expect(await answer(path, 'agent')).toEqual([]);
});

test('exports, facets and bulk actions ignore hidden records as well', async () => {
  const where = { 'parent.weight': 1 };
  const query = `where=${encodeURIComponent(JSON.stringify(where))}`;

  const file = await desk.call('GET', `/api/tickets/export?${query}`, { as: 'agent' });
  const body = { action: 'update', where, data: { weight: 5 } };
  const bulk = await desk.call('POST', '/api/tickets/bulk', { as: 'agent', body });

  const facets = await desk.call('GET', `/api/tickets/facets?fields=status&${query}`, {
    as: 'agent',
  });

  expect(file.json).toEqual([]);
  expect(facets.json.data.status).toMatchObject({ values: [], empty: 0 });
  expect(bulk.json).toMatchObject({ total: 0 });
});
