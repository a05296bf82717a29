import { afterAll, beforeEach, describe, expect, it, test } from 'vitest';
import { checkActionCode } from '../../src/api/check-code.ts';
import { defineAction } from '../../src/api/actions/define-action.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openTestApi } from '../support/api.ts';
import { fillDesk } from '../support/desk-tickets.ts';
import { closeTicket, deskDescriptor, deskSource } from '../support/desk.ts';

const descriptor = deskDescriptor();
const desk = await openTestApi({ descriptor: () => descriptor, actions: [closeTicket] });
afterAll(() => desk.close());
beforeEach(() => fillDesk(desk));

const close = (id: string, body: unknown, as = 'clerk', headers = { 'If-Match': '*' }) =>
  desk.call('POST', `/api/tickets/${id}/close`, { as, body, headers });

describe('an action', () => {
  it('runs its code with the rights of its user, and answers with the record', async () => {
    const { status, json, headers } = await close('mine', { reason: 'solved' });

    expect(status).toBe(200);
    expect(headers.get('ETag')).toBe('"2"');
    expect(json).toMatchObject({
      _id: 'mine',
      status: 'closed',
      labels: ['solved'],
      weight: 1,
      assignedTo: desk.userId('clerk'),
      updatedBy: desk.userId('clerk'),
    });
  });

  test.each([
    ['without what is required', {}, ['reason V001']],
    ['with what its form does not have', { reason: 'x', colour: 'red' }, ['colour V009']],
    ['with a value of another kind', { reason: 'x', weight: 'much' }, ['weight V002']],
    ['with too much', { reason: 'x'.repeat(21) }, ['reason V003']],
    ['with no object', [], [' V002']],
  ])('is refused %s, and changes nothing', async (_, body, expected) => {
    const { status, json } = await close('mine', body);

    expect(status).toBe(422);
    expect(json.problems.map(({ path, code }: any) => `${path} ${code}`)).toEqual(expected);
  });

  it('returns the problems that its code reports', async () => {
    const { status, json } = await close('mine', { reason: 'none' });

    expect(status).toBe(422);
    expect(json.problems).toMatchObject([{ code: 'V008', path: 'reason' }]);
  });

  it('is refused for records to which it does not apply, before its code runs', async () => {
    const { status, json } = await close('closed', { reason: 'none' });

    expect(status).toBe(409);
    expect(json).toMatchObject({
      code: 'S031',
      detail: 'The action is not possible for this record: status ≠ closed',
    });
  });

  it('runs for many records, and names those to which it does not apply', async () => {
    const bulk = (targets: object) =>
      desk.call('POST', '/api/tickets/bulk', {
        as: 'clerk',
        body: { action: 'close', data: { reason: 'old' }, ...targets },
      });

    const byId = await bulk({ ids: ['mine', 'closed'] });
    const byFilter = await bulk({ where: {} });

    expect(byId.json).toMatchObject({
      total: 2,
      updated: 1,
      failed: 1,
      problems: [{ _id: 'closed', code: 'S031' }],
    });
    expect(byFilter.json).toMatchObject({ failed: 0 });
    expect(byFilter.json.updated).toBe(byFilter.json.total);
  });

  test.each([
    ['a role that is not named', 'agent', 'mine', 403, 'A006'],
    ['a role that may read and is not named', 'reader', 'published', 403, 'A006'],
    ['a record there is not', 'clerk', 'none', 404, 'S001'],
    ['a role that may everything', 'admin', 'mine', 200, undefined],
  ])('knows %s', async (_, as, id, status, code) => {
    const answer = await close(id, { reason: 'x' }, as);

    expect([answer.status, answer.json.code]).toEqual([status, code]);
  });

  it('requires a version, and refuses one that is out of date', async () => {
    const none = await desk.call('POST', '/api/tickets/mine/close', {
      as: 'clerk',
      body: { reason: 'x' },
    });
    const old = await close('mine', { reason: 'x' }, 'clerk', { 'If-Match': '"7"' });

    expect([none.status, old.status]).toEqual([428, 412]);
    expect(old.json.current._id).toBe('mine');
  });

  it('stays within the row permissions of its user on every route', async () => {
    const send = (id: string) =>
      desk.call('PATCH', `/api/tickets/${id}`, {
        as: 'agent',
        body: { status: 'published' },
        headers: { 'If-Match': '*' },
      });

    expect((await send('mine')).status).toBe(200);
    expect((await send('closed')).json.code).toBe('A012');
    expect((await send('hidden')).json.code).toBe('S001');
  });

  it('is in the OpenAPI document and the descriptor of permitted roles', async () => {
    const paths = async (as: string) =>
      Object.keys((await desk.call('GET', '/api/openapi.json', { as })).json.paths);
    const config = await desk.call('GET', '/api/config', { as: 'agent' });

    expect(await paths('clerk')).toContain('/api/tickets/{id}/close');
    expect(await paths('agent')).not.toContain('/api/tickets/{id}/close');
    expect(
      config.json.descriptor.resources.tickets.actions.map(({ name, roles }: any) => [name, roles]),
    ).toEqual([['publish', ['agent']]]);
  });
});

describe('the declared actions and their code', () => {
  const run = closeTicket.run;
  const other = (changes: object) => {
    const source: any = structuredClone(deskSource);
    Object.assign(source.resources.tickets.actions[0], changes);
    return toDescriptor(source);
  };

  test.each([
    ['fit', {}, [closeTicket], []],
    ['differ where there is no code', {}, [], ['D034 resources.tickets.actions.0']],
    [
      'differ where the code is not declared',
      {},
      [closeTicket, defineAction({ resource: 'tickets', name: 'open', run })],
      ['D035 resources.tickets'],
    ],
    [
      'fit where the code is for another installation',
      {},
      [closeTicket, defineAction({ resource: 'bicycles', name: 'open', run })],
      [],
    ],
    [
      'differ where the path is taken',
      { method: 'DELETE', path: '/api/tickets/{_id}' },
      [closeTicket],
      ['D036 resources.tickets.actions.0'],
    ],
    [
      'differ where the path is of no route',
      { name: 'shut', path: '/api/tickets/{_id}/shut' },
      [],
      ['D034 resources.tickets.actions.0'],
    ],
  ])('%s', (_, changes, codes, expected) => {
    const problems = checkActionCode(other(changes), codes);

    expect(problems.map(({ problem: found, path }) => `${found.code} ${path.join('.')}`)).toEqual(
      expected,
    );
  });
});
