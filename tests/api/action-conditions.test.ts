import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { isOffered } from '../../src/descriptor/permissions/is-offered.ts';
import { toVisibleSource } from '../../src/descriptor/permissions/visible-source.ts';
import { parseDescriptor } from '../../src/descriptor/read/parse-descriptor.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openTestApi } from '../support/api.ts';
import { closeTicket, deskSource } from '../support/desk.ts';

// A ticket can be closed when its parent is, nobody has an open note about it, and it is not heavy.
const condition =
  "(parent = null or parent.status = 'closed') and count(notes.ticket where text != 'done') = 0 and twice < 10";

function parse(when: unknown, change: (resources: any) => void = () => undefined) {
  const source: any = structuredClone(deskSource);
  const { tickets } = source.resources;
  tickets.fields.twice = { type: 'number', computed: 'weight * 2' };
  tickets.actions[0].when = when;
  change(source.resources);
  return parseDescriptor(JSON.stringify(source));
}

const parsed = parse(condition);
if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems));
const { descriptor } = parsed;
const desk = await openTestApi({ descriptor: () => descriptor, actions: [closeTicket] });
afterAll(() => desk.close());

const add = (root: string, body: object) => desk.call('POST', root, { as: 'admin', body });

beforeEach(async () => {
  await desk.database.query('truncate tickets, notes, "notes__related" cascade');
  const tickets = [
    { _id: 'open', weight: 1 },
    { _id: 'closed', status: 'closed', weight: 1 },
    { _id: 'of-open', parent: 'open', weight: 1 },
    { _id: 'of-closed', parent: 'closed', weight: 1 },
    { _id: 'noted', weight: 1 },
    { _id: 'done', weight: 1 },
    { _id: 'heavy', weight: 5 },
  ];
  for (const { _id, ...values } of tickets)
    await add('/api/tickets', { _id, number: _id, subject: _id, ...values });
  await add('/api/notes', { text: 'to do', ticket: 'noted' });
  await add('/api/notes', { text: 'done', ticket: 'done' });
});

describe('an action with a condition on other records', () => {
  test.each([
    ['open', 200],
    ['of-closed', 200],
    ['done', 200],
    ['of-open', 409],
    ['noted', 409],
    ['heavy', 409],
  ])('is judged by the database: %s', async (id, status) => {
    const answer = await desk.call('POST', `/api/tickets/${id}/close`, {
      as: 'clerk',
      body: { reason: 'x' },
      headers: { 'If-Match': '*' },
    });

    expect([answer.status, answer.json.code]).toEqual([
      status,
      status === 409 ? 'S031' : undefined,
    ]);
  });

  test('is judged for each of many records', async () => {
    const { json } = await desk.call('POST', '/api/tickets/bulk', {
      as: 'clerk',
      body: { action: 'close', data: { reason: 'x' }, ids: ['open', 'of-open', 'noted', 'done'] },
    });

    expect(json.problems.map(({ _id, code }: any) => [_id, code])).toEqual([
      ['of-open', 'S031'],
      ['noted', 'S031'],
    ]);
  });

  test('is hinted on screens as far as the record can tell', () => {
    const [close] = descriptor.resources.get('tickets')!.actions;
    const moment = { userId: null, now: new Date(0), timeZone: 'UTC' };
    const record = { _id: 'a', parent: 'open', twice: 2 };

    expect(isOffered(close!, record, moment)).toBe(true);
    expect(isOffered(close!, { ...record, twice: 10 }, moment)).toBe(false);
  });

  test('reaches the browsers of roles that can read all of it', () => {
    const whenOf = (role: string) =>
      toVisibleSource(descriptor, role).resources['tickets']?.actions?.[0]?.when;

    expect(whenOf('clerk')).toBeDefined();
    expect(toDescriptor(toVisibleSource(descriptor, 'clerk')).resources.has('tickets')).toBe(true);
  });
});

describe('the condition of an action', () => {
  const hideNotes = (resources: any): void => {
    resources.notes.permissions = { reader: ['list'] };
  };
  const hideText = (resources: any): void => {
    resources.notes.fields.text.read = ['admin'];
  };

  test.each([
    ['a collection that its role cannot read', condition, hideNotes, 'D031'],
    ['a field of another collection that its role cannot read', condition, hideText, 'D031'],
    [
      'the tree of a record',
      { parent_under: ['x'] },
      (all: any): void => void (all.tickets.fields.parent.tree = true),
      'D029',
    ],
    ['a field there is not', 'parent.color = 1', undefined, 'D029'],
  ])('cannot ask for %s', (_, when, change, code) => {
    const refused = parse(when, change);

    expect('problems' in refused && refused.problems.map((each) => each.code)).toContain(code);
  });
});
