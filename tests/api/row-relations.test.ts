import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { operations } from '../../src/descriptor/descriptor.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openTestApi } from '../support/api.ts';
import { sendImport } from '../support/exchange.ts';
import { librarySource } from '../support/library.ts';
import { momentBetween } from '../support/moment-between.ts';

const limited = (filter: object) =>
  Object.fromEntries(operations.map((each) => [each, filterFor(each, filter)]));
const filterFor = (operation: string, filter: object) =>
  ['import', 'history', 'restore'].includes(operation) ? true : filter;

/** Agents see the tickets of their teams, and the notes of those tickets. */
const source = {
  roles: { admin: { all: true }, staff: {} },
  resources: {
    users: librarySource.resources.users,
    teams: {
      fields: { name: { type: 'text' }, members: { type: 'references', to: 'users' } },
    },
    crews: {
      fields: { name: { type: 'text' }, open: { type: 'boolean' } },
      permissions: { staff: { list: { open: true } } },
    },
    boards: {
      fields: {
        teams: { type: 'references', to: 'teams' },
        crew: { type: 'reference', to: 'crews' },
        crewName: { type: 'text', computed: 'crew.name', search: true },
      },
      permissions: { staff: limited({ 'teams.members': '$user' }) },
    },
    tickets: {
      importKey: 'name',
      fields: {
        name: { type: 'text', required: true, unique: true },
        team: { type: 'reference', to: 'teams' },
      },
      permissions: { staff: limited({ 'team.members': '$user' }) },
    },
    notes: {
      fields: { text: { type: 'text' }, ticket: { type: 'reference', to: 'tickets' } },
      permissions: { staff: limited({ 'ticket.team.members': '$user' }) },
    },
    replies: {
      fields: { note: { type: 'reference', to: 'notes' } },
      permissions: { staff: limited({ 'note.ticket.team.members': '$user' }) },
    },
    tools: {
      fields: { name: { type: 'text' } },
      permissions: {
        staff: {
          list: true,
          read: true,
          update: { 'some(loans.tool).by': '$user', name_neq: 'locked' },
        },
      },
    },
    loans: {
      fields: { tool: { type: 'reference', to: 'tools' }, by: { type: 'reference', to: 'users' } },
    },
  },
};

const descriptor = toDescriptor(source);
const desk = await openTestApi({ descriptor: () => descriptor });
await add('teams', { _id: 'mine', name: 'Mine', members: [desk.userId('staff')] });
await add('teams', { _id: 'theirs', name: 'Theirs', members: [] });
await add('tickets', { _id: 't1', name: 'Lamp', team: 'mine' });
await add('tickets', { _id: 't2', name: 'Door', team: 'theirs' });
await add('tickets', { _id: 't3', name: 'Roof' });
await add('crews', { _id: 'c1', name: 'Night', open: true });
await add('crews', { _id: 'c2', name: 'Night watch', open: false });
await add('boards', { _id: 'b1', teams: ['theirs', 'mine'], crew: 'c1' });
await add('boards', { _id: 'b2', teams: ['theirs', 'mine'], crew: 'c2' });
for (const ticket of ['t1', 't2', 't3']) {
  await add('notes', { _id: `n-${ticket}`, ticket });
  await add('replies', { _id: `r-${ticket}`, note: `n-${ticket}` });
}
await add('tools', { _id: 'saw', name: 'Saw' });
await add('tools', { _id: 'drill', name: 'Drill' });
await add('loans', { tool: 'saw', by: desk.userId('staff') });
// A second try would find the names of the first one.
afterEach(async () => {
  await desk.database.query(`delete from tickets where _id not in ('t1', 't2', 't3')`);
});
afterAll(() => desk.close());

async function add(resource: string, body: object, as = 'admin'): Promise<any> {
  const { status, text, json } = await desk.call('POST', `/api/${resource}`, { as, body });
  if (status !== 201) throw new Error(text);
  return json;
}

const ask = (method: string, path: string, body?: object, as = 'staff') =>
  desk.call(method, `/api/${path}`, { as, body, headers: { 'If-Match': '*' } });

async function ids(path: string): Promise<string[]> {
  return (await ask('GET', path)).json.data.map(({ _id }: any) => _id);
}

describe('permissions through references', () => {
  test('hide the records behind others in lists, totals, pages and files', async () => {
    const list = await ask('GET', 'tickets?_perPage=5');
    const file = await ask('GET', 'notes/export?format=json');

    expect(list.json).toMatchObject({ total: 1, data: [{ _id: 't1' }] });
    expect(await ids('notes')).toEqual(['n-t1']);
    expect(await ids('replies')).toEqual(['r-t1']);
    expect((await ask('GET', 'tickets/t2')).status).toBe(404);
    expect((await ask('GET', 'notes/n-t2')).status).toBe(404);
    expect((await ask('GET', 'replies/r-t2')).status).toBe(404);
    expect(JSON.parse(file.text)).toMatchObject([{ _id: 'n-t1' }]);
  });

  test('follow changes of the other record at once', async () => {
    await ask('PATCH', 'teams/theirs', { members: [desk.userId('staff')] }, 'admin');
    const with2 = await ids('notes?_sort=_id');
    await ask('PATCH', 'teams/theirs', { members: [] }, 'admin');

    expect(with2).toEqual(['n-t1', 'n-t2']);
    expect(await ids('notes')).toEqual(['n-t1']);
  });

  test.each([
    ['POST', 'tickets', { name: 'New', team: 'theirs' }, 403],
    ['POST', 'tickets', { name: 'Own', team: 'mine' }, 201],
    ['PATCH', 'tickets/t1', { team: 'theirs' }, 403],
    ['PATCH', 'tickets/t1', { team: null }, 403],
    ['PATCH', 'tickets/t2', { name: 'Gate' }, 404],
    ['DELETE', 'tickets/t2', undefined, 404],
    ['PATCH', 'tools/saw', { name: 'Handsaw' }, 200],
    ['PATCH', 'tools/drill', { name: 'Screwdriver' }, 403],
    ['PATCH', 'tools/saw', { name: 'locked' }, 403],
  ])('%s %s %j gives %i', async (method, path, body, status) => {
    expect((await ask(method, path, body)).status).toBe(status);
  });

  test('judge the versions of a record by what they referred to', async () => {
    const { _id } = await add('tickets', { name: 'Moved', team: 'theirs' });
    await ask('PATCH', `tickets/${_id}`, { team: 'mine' }, 'admin');

    const { json } = await ask('GET', `tickets/${_id}/history`);
    const before = await ask('GET', `tickets/${_id}/history/1`);

    expect(json.data.map(({ version }: any) => version)).toEqual([2]);
    expect(before.status).toBe(404);
  });

  test('judge deleted records by what they referred to', async () => {
    const gone: string[] = [];
    for (const team of ['mine', 'theirs']) {
      const { _id } = await add('tickets', { name: `Of ${team}`, team });
      await ask('DELETE', `tickets/${_id}`, undefined, 'admin');
      gone.push(_id);
    }

    const seen = await ids('tickets/trash');
    const restored = await ask('POST', 'tickets/trash/restore', { ids: gone });

    expect(gone.map((_id) => seen.includes(_id))).toEqual([true, false]);
    expect(restored.json).toMatchObject({ created: 1, failed: 1 });
  });

  test.each(['true', 'false'])('refuse the rows of a file (dry run: %s)', async (dryRun) => {
    const file = `name,team\nRow ${dryRun},mine\nOther ${dryRun},theirs\n`;
    const parts = { dryRun, mode: 'upsert' };
    const sent = { as: 'staff', name: 'tickets.csv', parts };

    const { json } = await sendImport(desk, '/api/tickets', file, sent);

    expect(json).toMatchObject({ created: 1, failed: 1 });
    expect(json.problems).toMatchObject([{ row: 2, code: 'A012' }]);
  });

  test('are explained for a record and a person', async () => {
    const own = await ask('GET', 'tools/drill/access');
    const path = `tickets/t2/access?user=${desk.userId('staff')}`;
    const other = await ask('GET', path, undefined, 'admin');
    const refused = await ask('GET', `tickets/t1/access?user=${desk.userId('admin')}`);
    const hidden = await ask('GET', 'tickets/t2/access');
    const all = await ask('GET', 'tickets/t2/access', undefined, 'admin');

    const by = (answer: any, name: string) =>
      answer.json.operations.find(({ operation }: any) => operation === name);
    expect(by(own, 'read')).toMatchObject({ allowed: true, rule: 'granted' });
    expect(by(own, 'update')).toEqual({
      operation: 'update',
      allowed: false,
      rule: 'rows',
      limits: [
        {
          operation: 'update',
          // It asks for loans, which staff may not read.
          filter: null,
          holds: false,
        },
      ],
    });
    expect(by(own, 'delete')).toMatchObject({ allowed: false, rule: 'notGranted' });
    expect(other.json.user).toMatchObject({ role: 'staff' });
    expect(by(other, 'read').limits).toContainEqual({
      operation: 'list',
      filter: 'team.members = $user',
      holds: false,
    });
    expect(refused.status).toBe(403);
    expect(hidden.status).toBe(404);
    expect(by(all, 'delete')).toMatchObject({ allowed: true, rule: 'all' });
  });
});

describe('a list as of a moment', () => {
  test.each([
    ['tickets', { team: 'mine' }, { team: null }],
    ['boards', { teams: ['theirs', 'mine'] }, { teams: [] }],
  ])('judges %s by what they refer to, then and today', async (name, seen, hidden) => {
    const label = name === 'tickets' ? { name: 'Then' } : {};
    const [mine, gone] = [
      await add(name, { ...seen, ...label }),
      await add(name, { ...seen, ...(name === 'tickets' && { name: 'Gone' }) }),
    ];
    const among = `_id_in=${mine._id},${gone._id}&_sort=_id`;
    const past = `${among}&_asOf=${await momentBetween(desk.database)}`;
    await ask('DELETE', `${name}/${gone._id}`, undefined, 'admin');

    expect(await ids(`${name}?${past}`)).toEqual([mine._id, gone._id]);
    await ask('PATCH', `${name}/${mine._id}`, hidden, 'admin');
    const file = await ask('GET', `${name}/export?${past}`);
    expect(file.json.map(({ _id }: any) => _id)).toEqual([gone._id]);
    expect(await ids(`${name}?${past}`)).toEqual([gone._id]);
  });
});

test.each(['search', 'boards/search', 'boards'])(
  'a search of %s answers a role that sees only a part of the records behind it',
  async (path) => {
    for (const q of ['Night', 'Nihgt', '-', 'xx'])
      expect([q, (await ask('GET', `${path}?q=${q}`)).status]).toEqual([q, 200]);
    expect(await ids('boards?q=Night')).toEqual(['b1']);
  },
);
