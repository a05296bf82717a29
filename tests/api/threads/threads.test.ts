import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApi } from '../../support/api.ts';
import { CANARY } from '../../support/library.ts';

const api = await openTestApi();
await api.addUser('other', 'staff');
const { _id: book } = (
  await api.call('POST', '/api/books', { as: 'admin', body: { title: 'Dune', secret: CANARY } })
).json;
afterAll(() => api.close());
beforeEach(async () => {
  await api.database.query('truncate backoffice.threads cascade');
  await api.database.query('truncate backoffice.inbox');
});

const open = async (body: object, as = 'staff') => {
  const answer = await api.call('POST', '/api/threads', {
    as,
    body: { resource: 'books', record: book, text: 'Is this right?', ...body },
  });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.json;
};
const list = async (as: string, query = '') =>
  (await api.call('GET', `/api/threads?resource=books${query}`, { as })).json;
const write = (id: string, body: object, as = 'other') =>
  api.call('POST', `/api/threads/${id}/messages`, { as, body });
const inbox = async (as: string) => (await api.call('GET', '/api/inbox', { as })).json;

describe('a thread', () => {
  test('is a conversation about a record, which others continue', async () => {
    const thread = await open({});
    const { status, json } = await write(thread._id, { text: 'Yes.' });

    expect(status).toBe(201);
    expect(json).toMatchObject({
      resource: 'books',
      record: book,
      field: null,
      status: 'comment',
      messageCount: 2,
      messages: [
        { text: 'Is this right?', by: api.userId('staff'), mine: false },
        { text: 'Yes.', by: api.userId('other'), mine: true, mayEdit: true },
      ],
      names: { [api.userId('staff')]: 'staff', [api.userId('other')]: 'other' },
    });
    expect(await inbox('staff')).toMatchObject({
      unread: 1,
      data: [{ kind: 'message', text: 'Yes.', title: 'Dune', name: 'other' }],
    });
  });

  test('with a query is open until it is answered and closed', async () => {
    const query = { assignee: api.userId('other'), due: '2026-12-24' };
    // Whom it asks is told so, though the text mentions them as well.
    const text = `@[${query.assignee}] is this right?`;
    const { _id: id } = await open({ field: 'pages', query, text });

    expect(await list('other', '&status=open&assignee=$user')).toMatchObject({
      total: 1,
      data: [{ field: 'pages', status: 'open', due: '2026-12-24', unread: true }],
    });
    expect(await inbox('other')).toMatchObject({ data: [{ kind: 'assigned', field: 'pages' }] });
    await write(id, { text: 'Yes, 412.', status: 'answered' });
    expect(await inbox('staff')).toMatchObject({ data: [{ kind: 'answered' }] });
    const closed = () =>
      api.call('PATCH', `/api/threads/${id}`, { as: 'staff', body: { status: 'closed' } });
    // Two people close it at once.
    const both = await Promise.all([closed(), closed()]);
    expect(both.map(({ status, json }) => [status, json.status])).toEqual([
      [200, 'closed'],
      [200, 'closed'],
    ]);
    expect(await list('other', '&status=open')).toMatchObject({ total: 0 });
  });

  test('says that the person asked can no longer answer', async () => {
    await api.addUser('leaving', 'staff');
    await open({ query: { assignee: api.userId('leaving') } });
    await open({});
    const asked = async () =>
      (await list('staff')).data.map((each: any) => each.assigneeMayRead as unknown);
    expect(await asked()).toEqual([null, true]);

    await api.database.query(`update users set status = 'disabled' where _id = $1`, [
      api.userId('leaving'),
    ]);
    expect(await asked()).toEqual([null, false]);
  });

  test.each([
    ['at a field that the reader may not read', { field: 'secret' }, 'admin', 'staff'],
    ['of cells, one of which the reader may not read', { secretCells: true }, 'admin', 'staff'],
  ])('%s does not exist for them', async (_, { secretCells, ...body }: any, by, reader) => {
    const cells = [
      { record: book, field: 'title' },
      { record: book, field: 'secret' },
    ];
    const { _id: id } = await open({ ...body, ...(secretCells && { cells }), text: CANARY }, by);

    const answers = await Promise.all([
      api.call('GET', `/api/threads/${id}`, { as: reader }),
      api.call('GET', `/api/threads/${id}/messages`, { as: reader }),
      api.call('PATCH', `/api/threads/${id}`, { as: reader, body: { status: 'closed' } }),
      write(id, { text: 'Hello' }, reader),
      api.call('POST', `/api/threads/${id}/read`, { as: reader }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect(await list(reader)).toMatchObject({ data: [], total: 0 });
    expect(await list(reader, `&q=${CANARY}`)).toMatchObject({ total: 0 });
    const marks = await api.call('GET', `/api/threads/marks?resource=books&records=${book}`, {
      as: reader,
    });
    expect(marks.json.data).toEqual([]);
    expect((await list('dev')).total).toBe(1);
  });

  test('names only people and roles who may read it', async () => {
    const asked = { field: 'secret', text: `Look, @[${api.userId('staff')}]` };
    const answer = await api.call('POST', '/api/threads', {
      as: 'admin',
      body: { resource: 'books', record: book, ...asked },
    });

    expect(answer.status).toBe(422);
    expect(answer.json.problems).toMatchObject([{ code: 'A061', path: 'text' }]);
    const nobody = await api.call('POST', '/api/threads', {
      as: 'admin',
      body: { resource: 'books', record: book, text: '@[nobody]' },
    });
    expect(nobody.json.problems).toMatchObject([{ code: 'A061', path: 'text' }]);
    const toRole = await api.call('POST', '/api/threads', {
      as: 'admin',
      body: {
        resource: 'books',
        record: book,
        ...asked,
        text: '?',
        query: { assigneeRole: 'staff' },
      },
    });
    expect(toRole.json.problems).toMatchObject([{ code: 'V008', path: 'query.assigneeRole' }]);
    const { data, roles } = (
      await api.call('GET', `/api/threads/people?resource=books&record=${book}&field=secret`, {
        as: 'admin',
      })
    ).json;
    expect(roles).toContain('admin');
    expect(roles).not.toContain('staff');
    const own = await api.call('GET', `/api/threads/people?resource=books&record=${book}`, {
      as: 'staff',
    });
    expect(own.json.roles).toEqual(['staff']);
    expect(Object.fromEntries(data.map((each: any) => [each.name, each.mayRead]))).toMatchObject({
      admin: true,
      staff: false,
    });
  });

  test('links records by titles that each reader may see', async () => {
    const { _id: ledger } = (
      await api.call('POST', '/api/ledgers', { as: 'admin', body: { entry: CANARY } })
    ).json;
    const { _id: id } = await open({ text: `See #[ledgers/${ledger}] and #[books/${book}]` });

    const seen = (await api.call('GET', `/api/threads/${id}`, { as: 'viewer' })).json;
    expect(seen.titles).toEqual({ [`books/${book}`]: 'Dune' });
    expect(JSON.stringify(seen)).not.toContain(CANARY);
  });
});

describe('a message', () => {
  test('is changed by its author for 15 minutes, with a trace', async () => {
    const { _id: id, messages } = await open({});
    const change = (as: string) =>
      api.call('PATCH', `/api/threads/${id}/messages/${messages[0]._id}`, {
        as,
        body: { text: 'Is it?' },
      });

    expect((await change('other')).json.code).toBe('S056');
    expect((await change('staff')).json.messages[0]).toMatchObject({
      text: 'Is it?',
      editedAt: expect.stringMatching(/Z$/),
    });
    await api.database.query(`update backoffice.messages set at = now() - interval '16 minutes'`);
    expect((await change('staff')).json.code).toBe('S056');
  });

  test('is removed by its author or an admin, and leaves its place', async () => {
    const { _id: id, messages } = await open({ text: CANARY });
    const remove = (as: string) =>
      api.call('DELETE', `/api/threads/${id}/messages/${messages[0]._id}`, { as });

    expect((await remove('other')).status).toBe(409);
    expect((await remove('admin')).status).toBe(204);
    const { json, text } = await api.call('GET', `/api/threads/${id}`, { as: 'staff' });
    expect(json.messages).toMatchObject([{ removed: true, text: '' }]);
    expect(text).not.toContain(CANARY);
  });

  test.each([
    ['', 'V'],
    ['x'.repeat(10_001), 'V'],
  ])('with a wrong text is refused', async (text, family) => {
    const { _id: id } = await open({});

    const answer = await write(id, { text });
    expect(answer.status).toBe(422);
    expect(answer.json.problems[0].path).toBe('text');
    expect(answer.json.problems[0].code).toMatch(family);
  });
});

describe('the inbox', () => {
  test('is marked as read by entry, by thread and as a whole', async () => {
    for (const n of [1, 2, 3]) await open({ text: `${n}: @[${api.userId('other')}]` });
    const { data } = await inbox('other');
    const mark = (body: object) => api.call('POST', '/api/inbox/read', { as: 'other', body });

    await mark({ ids: [data[0]._id] });
    await api.call('POST', `/api/threads/${data[1].thread}/read`, { as: 'other' });
    expect(await inbox('other')).toMatchObject({ unread: 1 });
    await mark({ ids: [data[0]._id], read: false });
    expect(await inbox('other')).toMatchObject({ unread: 2 });
    await mark({ all: true });
    expect(await inbox('other')).toMatchObject({ unread: 0 });
    await mark({ ids: [data[0]._id], read: false, until: '2999-01-01' });
    expect((await inbox('other')).data).toHaveLength(2);
    expect((await mark({})).status).toBe(422);
  });

  test('forgets what its owner may no longer see', async () => {
    await open({ text: `@[${api.userId('viewer')}]` });
    expect(await inbox('viewer')).toMatchObject({ unread: 1 });

    await api.call('DELETE', `/api/books/${book}`, { as: 'admin', headers: { 'If-Match': '*' } });
    expect(await inbox('viewer')).toMatchObject({ unread: 0, data: [] });
    await api.call('POST', `/api/books/trash/restore`, { as: 'admin', body: { ids: [book] } });
    expect(await inbox('viewer')).toMatchObject({ unread: 1 });
  });
});
