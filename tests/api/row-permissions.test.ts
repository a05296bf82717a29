import { afterAll, beforeEach, describe, expect, it, test } from 'vitest';
import { listRoutes } from '../../src/api/routes.ts';
import { openTestApi } from '../support/api.ts';
import { fillDesk, HIDDEN } from '../support/desk-tickets.ts';
import { deskDescriptor } from '../support/desk.ts';

const descriptor = deskDescriptor();
const desk = await openTestApi({ descriptor: () => descriptor });
afterAll(() => desk.close());

beforeEach(() => fillDesk(desk));

const whatever = { 'If-Match': '*' };

const ids = (json: any): string[] => json.data.map((record: any) => record._id);

/** Every record as an admin sees it, to tell that nothing was changed. */
async function everything(): Promise<unknown> {
  const tickets = await desk.call('GET', '/api/tickets?_sort=_id', { as: 'admin' });
  const notes = await desk.call('GET', '/api/notes?_sort=_id', { as: 'admin' });
  return [tickets.json.data, notes.json.data];
}

/** What one may try with a record that is not there for one, by the pattern of the route. */
const attempts: Record<string, { paths?: string[]; bodies?: unknown[] }> = {
  'GET /api/tickets': {
    paths: [
      '',
      `?q=canary`,
      '?_sort=-weight',
      '?_sort=parent',
      '?_id=hidden',
      '?where={"or":[{"_id":"hidden"},{"weight_gte":0}]}',
      '?where={"not":{"_id":"none"}}',
      '?_fields=subject&_total=estimate',
    ],
  },
  'GET /api/tickets/export': { paths: ['', '?where={"not":{"_id":"none"}}'] },
  'GET /api/notes/export': { paths: ['?_references=key'] },
  'GET /api/notes': {
    paths: ['?_sort=ticket', '?ticket.weight=1', '?related.subject_contains=canary'],
  },
  'GET /api/tickets/facets': {
    paths: ['?fields=subject,number,labels,weight', '?fields=status&q=canary', '?fields=parent'],
  },
  'GET /api/notes/facets': { paths: ['?fields=text&where={"ticket.weight":1}'] },
  'GET /api/tickets/groups': {
    paths: [
      '?_by=subject',
      '?_by=labels',
      '?_by=parent&_aggregate=weight:min',
      '?_by=status&q=canary',
    ],
  },
  'GET /api/notes/groups': { paths: ['?_by=ticket', '?_by=text&where={"ticket.weight":1}'] },
  'PUT /api/tickets': { bodies: [{ _id: 'hidden', number: 'x', subject: 'x' }] },
  'PATCH /api/tickets/:id': { bodies: [{ subject: 'x' }, { number: '1' }, {}] },
  'POST /api/tickets/bulk': {
    bodies: [
      { action: 'update', ids: ['hidden'], data: { subject: 'x' } },
      { action: 'delete', ids: ['hidden'] },
      { action: 'update', where: { _id: 'hidden' }, data: { subject: 'x' } },
      { action: 'delete', where: { _id: 'hidden' } },
      { action: 'update', records: [{ _id: 'hidden', _version: 1, data: { subject: 'x' } }] },
      { action: 'delete', atomic: true, records: [{ _id: 'hidden', _version: '*' }] },
    ],
  },
  'POST /api/notes': {
    bodies: [
      { text: 'x', ticket: 'hidden' },
      { text: 'x', related: ['mine', 'hidden'] },
    ],
  },
};

describe.each(['agent', 'reader'])('for the role %s', (role) => {
  it('no route reveals a hidden record, or changes it', async () => {
    const before = await everything();
    const told: string[] = [];

    for (const { method, path } of listRoutes(desk.descriptor)) {
      // A stream of events does not end; what it may tell is tested with it.
      if (/\/(logout|lock)$/.test(path) || path.startsWith('/api/sse')) continue;
      const { paths = [''], bodies = [{}] } = attempts[`${method} ${path}`] ?? {};
      for (const query of paths) {
        for (const body of bodies) {
          const answer = await desk.call(method, path.replace(':id', 'hidden') + query, {
            as: role,
            ...(['POST', 'PUT', 'PATCH'].includes(method) ? { body } : {}),
            headers: whatever,
          });
          if (answer.status >= 500) told.push(`${method} ${path} failed: ${answer.text}`);
          if (answer.text.includes(HIDDEN)) told.push(`${method} ${path}${query}: ${answer.text}`);
        }
      }
    }

    expect(told).toEqual([]);
    expect(await everything()).toEqual(before);
  });
});

test.each([
  ['agent', ['closed', 'free', 'mine', 'published']],
  ['reader', ['published']],
  ['clerk', ['closed', 'free', 'hidden', 'mine', 'published']],
])('a list has for %s, in total and page by page, %j', async (role, expected) => {
  const found: string[] = [];
  let next: string | null = null;
  do {
    const after = next === null ? '' : `&_after=${encodeURIComponent(next)}`;
    const { json } = await desk.call('GET', `/api/tickets?_perPage=2&_sort=-weight${after}`, {
      as: role,
    });

    expect(json.total).toBe(expected.length);

    found.push(...ids(json));
    next = json.next;
  } while (next !== null);

  expect(found.sort()).toEqual(expected);
});

it('a total counts the records of the caller, also right after another caller’s total', async () => {
  const totals: number[] = [];
  for (const as of ['clerk', 'agent', 'reader', 'clerk', 'agent']) {
    totals.push((await desk.call('GET', '/api/tickets?_perPage=1', { as })).json.total);
  }
  const info = await desk.call('GET', '/api/info', { as: 'reader' });

  expect(totals).toEqual([5, 4, 1, 5, 4]);
  expect(info.json.records.tickets).toBe(1);
});

it('a calculation uses the records that the caller can see', async () => {
  const figures: unknown[] = [];
  for (const as of ['clerk', 'agent', 'reader']) {
    const path = '/api/tickets/aggregates?_aggregate=subject:count,weight:min,weight:unique';
    const groups = await desk.call('GET', '/api/tickets/groups?_by=number', { as });
    figures.push([(await desk.call('GET', path, { as })).json.data, groups.json.total]);
  }

  expect(figures).toEqual([
    [{ subject: { count: 5 }, weight: { min: 1, unique: 3 } }, 5],
    [{ subject: { count: 4 }, weight: { min: 2, unique: 2 } }, 4],
    [{ subject: { count: 1 }, weight: { min: 3, unique: 1 } }, 1],
  ]);
});

it('an export contains what the role can export, which can be less than what it sees', async () => {
  const { json } = await desk.call('GET', '/api/tickets/export?_sort=_id', { as: 'agent' });

  expect(json.map((record: any) => record._id)).toEqual(['closed', 'mine', 'published']);
});

describe('a record that can be read but not written', () => {
  test.each([
    ['PATCH', '/api/tickets/closed', { subject: 'x' }],
    ['PATCH', '/api/tickets/closed', { subject: 'Closed' }],
    ['PATCH', '/api/tickets/free', { subject: 'x' }],
    ['PUT', '/api/tickets', { _id: 'free', number: '3', subject: 'x' }],
    ['DELETE', '/api/tickets/published', undefined],
  ])('refuses the change by %s %s %j', async (method, path, body) => {
    const before = await everything();

    const { status, json } = await desk.call(method, path, {
      as: 'agent',
      body,
      headers: whatever,
    });

    expect(status).toBe(403);
    expect(json).toMatchObject({ code: 'A012', problems: [{ params: { role: 'agent' } }] });
    expect(await everything()).toEqual(before);
  });

  it('is in the summary of a bulk action, unlike a hidden one', async () => {
    const { json } = await desk.call('POST', '/api/tickets/bulk', {
      as: 'agent',
      body: { action: 'update', ids: ['mine', 'closed', 'hidden'], data: { labels: ['x'] } },
    });

    expect(json).toMatchObject({ total: 3, updated: 1, failed: 2 });
    expect(json.problems.map(({ _id, code }: any) => [_id, code]).sort()).toEqual([
      ['closed', 'A012'],
      ['hidden', 'S001'],
    ]);
  });

  it('stays when all matching records are deleted', async () => {
    const { json } = await desk.call('POST', '/api/tickets/bulk', {
      as: 'agent',
      body: { action: 'delete', where: {}, all: true },
    });
    const left = await desk.call('GET', '/api/tickets?_sort=_id', { as: 'admin' });

    expect(json).toMatchObject({ total: 4, deleted: 1, failed: 3 });
    expect(ids(left.json)).toEqual(['closed', 'free', 'hidden', 'published']);
  });
});
