import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { createRoutes } from '../../src/api/routes.ts';
import { openTestApi, type TestApi } from '../support/api.ts';
import { deskDescriptor } from '../support/desk.ts';
import { sendImport } from '../support/exchange.ts';

/** In every field of text of a record that is not there for whoever looks. */
const HIDDEN = 'canary-of-another';

let desk: TestApi;
beforeAll(async () => {
  const descriptor = deskDescriptor();
  desk = await openTestApi({ descriptor: () => descriptor });
});
afterAll(() => desk.close());

/** `hidden` is for neither role; each of the others is for one of them, or for both. */
beforeEach(async () => {
  await desk.database.query('truncate tickets, notes, "notes__related" cascade');
  const agent = desk.userId('agent');
  const clerk = desk.userId('clerk');
  const tickets = [
    ['hidden', { subject: HIDDEN, number: HIDDEN, labels: [HIDDEN], assignedTo: clerk, weight: 1 }],
    ['mine', { subject: 'Mine', number: '1', assignedTo: agent, weight: 2 }],
    ['closed', { subject: 'Closed', number: '2', assignedTo: agent, status: 'closed' }],
    ['free', { subject: 'Free', number: '3' }],
    [
      'published',
      { subject: 'Published', number: '4', assignedTo: agent, status: 'published', weight: 3 },
    ],
  ] as const;
  for (const [_id, ticket] of tickets) await add('/api/tickets', { _id, ...ticket });
  await add('/api/notes', { _id: 'note', text: 'A note', ticket: 'hidden', related: ['hidden'] });
});

async function add(root: string, body: object): Promise<void> {
  const { status, text } = await desk.call('POST', root, { as: 'admin', body });
  if (status !== 201) throw new Error(text);
}

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
  'GET /api/notes': { paths: ['?_sort=ticket'] },
  'PUT /api/tickets': { bodies: [{ _id: 'hidden', number: 'x', subject: 'x' }] },
  'PATCH /api/tickets/:id': { bodies: [{ subject: 'x' }, { number: '1' }, {}] },
  'POST /api/tickets/bulk': {
    bodies: [
      { action: 'update', ids: ['hidden'], data: { subject: 'x' } },
      { action: 'delete', ids: ['hidden'] },
      { action: 'update', where: { _id: 'hidden' }, data: { subject: 'x' } },
      { action: 'delete', where: { _id: 'hidden' } },
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
  it('no route tells of a hidden record, or changes it', async () => {
    const before = await everything();
    const told: string[] = [];

    for (const { method, path } of createRoutes(desk.descriptor, {} as never)) {
      if (path.endsWith('/logout')) continue;
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

it('counts for each what is theirs, also when somebody else was told another total just before', async () => {
  const totals: number[] = [];
  for (const as of ['clerk', 'agent', 'reader', 'clerk', 'agent']) {
    totals.push((await desk.call('GET', '/api/tickets?_perPage=1', { as })).json.total);
  }
  const info = await desk.call('GET', '/api/info', { as: 'reader' });

  expect(totals).toEqual([5, 4, 1, 5, 4]);
  expect(info.json.records.tickets).toBe(1);
});

it('exports what may be taken away, which can be less than what is seen', async () => {
  const { json } = await desk.call('GET', '/api/tickets/export?_sort=_id', { as: 'agent' });

  expect(json.map((record: any) => record._id)).toEqual(['closed', 'mine', 'published']);
});

describe('a record that may be read but not written', () => {
  test.each([
    ['PATCH', '/api/tickets/closed', { subject: 'x' }],
    ['PATCH', '/api/tickets/closed', { subject: 'Closed' }],
    ['PATCH', '/api/tickets/free', { subject: 'x' }],
    ['PUT', '/api/tickets', { _id: 'free', number: '3', subject: 'x' }],
    ['DELETE', '/api/tickets/published', undefined],
  ])('is refused to be changed by %s %s %j', async (method, path, body) => {
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

  it('is told of in the summary of a bulk action, in which a hidden one does not exist', async () => {
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

  it('stays where all of a filter are deleted', async () => {
    const { json } = await desk.call('POST', '/api/tickets/bulk', {
      as: 'agent',
      body: { action: 'delete', where: {} },
    });
    const left = await desk.call('GET', '/api/tickets?_sort=_id', { as: 'admin' });

    expect(json).toMatchObject({ total: 4, deleted: 1, failed: 3 });
    expect(ids(left.json)).toEqual(['closed', 'free', 'hidden', 'published']);
  });
});

describe('what is written', () => {
  it('must be theirs when it is new', async () => {
    const [own, free, foreign] = await Promise.all(
      [desk.userId('agent'), null, desk.userId('clerk')].map((assignedTo, index) =>
        desk.call('POST', '/api/tickets', {
          as: 'agent',
          body: { number: `n${index}`, subject: 'New', assignedTo },
        }),
      ),
    );

    expect([own!.status, free!.status, foreign!.status]).toEqual([201, 201, 403]);
    expect(foreign!.json.code).toBe('A012');
  });

  test.each([
    ['given away', () => ({ assignedTo: desk.userId('clerk') })],
    ['closed', () => ({ status: 'closed' })],
  ])('cannot be %s where it would no longer be theirs', async (_, toBody) => {
    const { status, json } = await desk.call('PATCH', '/api/tickets/mine', {
      as: 'agent',
      body: toBody(),
      headers: whatever,
    });

    expect(status).toBe(403);
    expect(json.problems[0].hint).toBe('with these values it would belong to the others');
  });

  it('may keep a reference to what is hidden, but not get one', async () => {
    const kept = await desk.call('PATCH', '/api/notes/note', {
      as: 'agent',
      body: { text: 'Other', ticket: 'hidden' },
      headers: whatever,
    });
    const given = await desk.call('PATCH', '/api/notes/note', {
      as: 'agent',
      body: { related: ['hidden', 'mine'], ticket: 'closed' },
      headers: whatever,
    });
    const taken = await desk.call('POST', '/api/notes', {
      as: 'agent',
      body: { text: 'x', related: ['mine', 'hidden'] },
    });

    expect([kept.status, given.status, taken.status]).toEqual([200, 200, 422]);
    expect(taken.json.problems).toEqual([
      expect.objectContaining({ code: 'V014', path: 'related.1' }),
    ]);
  });
});

describe('an import', () => {
  test.each(['true', 'false'])('(trial: %s) reaches as far as its sender', async (dryRun) => {
    const rows = [
      { number: '1', subject: 'Mine, too' },
      { number: '2', subject: 'Closed, too' },
      { number: HIDDEN, subject: 'Taken' },
      { number: '9', subject: 'Given away', assignedTo: 'clerk@example.org' },
      { number: '10', subject: 'New' },
    ];

    const { json } = await sendImport(desk, '/api/tickets', rows, {
      as: 'agent',
      parts: { mode: 'upsert', key: 'number', dryRun },
    });

    const found = json.problems.map(({ row, code }: any) => [row, code]);
    expect(json).toMatchObject({ total: 5, updated: 1, created: dryRun === 'true' ? 2 : 1 });
    expect(found).toEqual(
      dryRun === 'true'
        ? [
            [2, 'A012'],
            [4, 'A012'],
          ]
        : [
            [2, 'A012'],
            [4, 'A012'],
            [3, 11000],
          ],
    );
  });

  it('does not find a hidden record by its key', async () => {
    const { json } = await sendImport(
      desk,
      '/api/notes',
      [
        { text: 'x', ticket: HIDDEN },
        { text: 'y', ticket: 'hidden' },
      ],
      { as: 'agent' },
    );

    expect(json).toMatchObject({ created: 0, failed: 2 });
  });
});

it('tells the browser the filters of its own role only', async () => {
  const { json } = await desk.call('GET', '/api/config', { as: 'reader' });

  expect(json.descriptor.resources.tickets.permissions).toEqual({
    reader: { list: true, read: { status: 'published' }, export: true },
  });
  expect(json.permissions.tickets).toEqual(['list', 'read', 'export']);
});

it('says in the OpenAPI document what is limited, to whom it is', async () => {
  const seen = async (as: string) => {
    const { json } = await desk.call('GET', '/api/openapi.json', { as });
    return json.paths['/api/tickets'].get.description as string | undefined;
  };

  expect(await seen('agent')).toMatch(/^Only the records your role may see/);
  expect(await seen('clerk')).toBeUndefined();
});
