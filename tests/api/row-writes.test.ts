import { afterAll, beforeEach, describe, expect, it, test } from 'vitest';
import { openTestApi } from '../support/api.ts';
import { fillDesk, HIDDEN } from '../support/desk-tickets.ts';
import { deskDescriptor } from '../support/desk.ts';
import { sendImport } from '../support/exchange.ts';

const descriptor = deskDescriptor();
const desk = await openTestApi({ descriptor: () => descriptor });
afterAll(() => desk.close());

beforeEach(() => fillDesk(desk));

const whatever = { 'If-Match': '*' };

describe('a written record', () => {
  it('must be within the permissions of its creator', async () => {
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
  ])('cannot be %s out of the permissions of its writer', async (_, toBody) => {
    const { status, json } = await desk.call('PATCH', '/api/tickets/mine', {
      as: 'agent',
      body: toBody(),
      headers: whatever,
    });

    expect(status).toBe(403);
    expect(json.problems[0]).toMatchObject({
      code: 'A012',
      message:
        'is not allowed for the role agent: with these values, the record would be outside what this role may see or change',
    });
  });

  it('cannot have the _id of a hidden record, and can reuse that of a visible one', async () => {
    const create = (_id: string) =>
      desk.call('POST', '/api/tickets', {
        as: 'agent',
        body: { _id, number: `again-${_id}`, subject: 'Again' },
      });
    const remove = (_id: string) =>
      desk.call('DELETE', `/api/tickets/${_id}`, { as: 'admin', headers: whatever });
    const there = await create('hidden');
    await desk.database.query('truncate notes, "notes__related"');
    const removed = [await remove('hidden'), await remove('mine')];

    const gone = await create('hidden');
    const imported = await sendImport(
      desk,
      '/api/tickets',
      [{ _id: 'hidden', number: 'x', subject: 'Again' }],
      { as: 'agent', parts: { mode: 'create' } },
    );
    const own = await create('mine');

    expect(removed.map(({ status }) => status)).toEqual([200, 200]);
    expect([there.status, gone.status, own.status]).toEqual([409, 409, 201]);
    expect(gone.json.problems).toEqual(there.json.problems);
    expect(imported.json).toMatchObject({ created: 0, failed: 1 });
  });

  it('can keep a reference to a hidden record, but not get one', async () => {
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

describe('references to hidden records', () => {
  const related = async () =>
    (await desk.call('GET', '/api/notes/note', { as: 'admin' })).json.related;

  it('are kept by a bulk change', async () => {
    for (const data of [{ related: ['mine'] }, { related: null }]) {
      const { json } = await desk.call('POST', '/api/notes/bulk', {
        as: 'agent',
        body: { action: 'update', ids: ['note'], data },
      });
      expect(json).toMatchObject({ updated: 1, failed: 0 });
      expect(await related()).toEqual(['hidden', ...(data.related ?? [])]);
    }
    const wrong = await desk.call('POST', '/api/notes/bulk', {
      as: 'agent',
      body: { action: 'update', ids: ['note'], data: { related: 'mine' } },
    });
    expect([wrong.status, wrong.json.problems[0].path]).toEqual([422, 'data.related']);
  });

  it('are replaced by a write of a single record', async () => {
    const { json } = await desk.call('GET', '/api/notes/note', { as: 'agent' });
    expect(json.related).toEqual(['hidden']);

    const body = { related: ['mine'] };
    const headers = { 'If-Match': `"${json._version}"` };
    await desk.call('PATCH', '/api/notes/note', { as: 'agent', body, headers });

    expect(await related()).toEqual(['mine']);
  });
});

describe('an import', () => {
  test.each(['true', 'false'])(
    '(dry run: %s) is limited to the rows of its sender',
    async (dryRun) => {
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
    },
  );

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

it('the browser receives only the filters of its own role', async () => {
  const { json } = await desk.call('GET', '/api/config', { as: 'reader' });

  expect(json.descriptor.resources.tickets.permissions).toEqual({
    reader: { list: true, read: { status: 'published' }, export: true },
  });
  expect(json.permissions.tickets).toEqual(['list', 'read', 'export', 'comment']);
});

it('the OpenAPI document mentions limits to the roles that have them', async () => {
  const seen = async (as: string) => {
    const { json } = await desk.call('GET', '/api/openapi.json', { as });
    return json.paths['/api/tickets'].get.description as string | undefined;
  };

  expect(await seen('agent')).toMatch(/^Limited to the records that your role may see/);
  expect(await seen('clerk')).toBeUndefined();
});
