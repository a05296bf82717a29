import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseDescriptor } from '../../src/descriptor/read/parse-descriptor.ts';
import { openTestApi, type TestApi } from '../support/api.ts';
import { sendImport } from '../support/exchange.ts';
import { librarySource } from '../support/library.ts';

const may = ['list', 'read', 'create', 'update', 'delete', 'import'];

/** Loans whose fields and steps depend on the thing that is lent, and on what was noted about the loan. */
const source = {
  roles: { admin: { all: true }, staff: {} },
  resources: {
    users: { ...librarySource.resources.users, permissions: { staff: ['list', 'read'] } },
    things: {
      fields: {
        name: { type: 'text' },
        kind: { type: 'choice', choices: ['book', 'tool'] },
        fixed: { type: 'boolean' },
        worth: { type: 'number' },
      },
      permissions: { staff: may },
    },
    loans: {
      fields: {
        thing: { type: 'reference', to: 'things' },
        state: {
          type: 'choice',
          choices: ['open', 'sent', 'done'],
          default: 'open',
          states: {
            initial: ['open'],
            transitions: [
              { name: 'send', from: ['open'], to: 'sent', when: "thing.kind = 'tool'" },
              {
                name: 'end',
                from: ['sent'],
                to: 'done',
                when: 'count(notes.loan where not done) = 0 and deposit * 2 >= thing.worth',
                reason: 'notes are open',
              },
            ],
          },
        },
        page: { type: 'number', when: { shown: "thing.kind = 'book'" } },
        size: { type: 'text', when: { required: "thing.kind = 'tool' and thing.worth > 10" } },
        deposit: { type: 'number', default: 5, when: { readOnly: 'thing.fixed' } },
        kind: { type: 'choice', choices: ['a', 'b'] },
        grip: {
          type: 'text',
          when: { shown: { kind: 'a' }, required: 'thing.worth > 10' },
        },
        days: { type: 'number', when: { readOnly: { 'count(notes.loan)_gte': 1 } } },
      },
      permissions: { staff: [...may, 'restore'] },
    },
    notes: {
      fields: {
        loan: { type: 'reference', to: 'loans' },
        done: { type: 'boolean', default: false },
      },
      permissions: { staff: may },
    },
  },
};

let api: TestApi;
beforeAll(async () => {
  const parsed = parseDescriptor(JSON.stringify(source));
  if (!('descriptor' in parsed)) throw new Error(JSON.stringify(parsed.problems, null, 1));
  const { descriptor } = parsed;
  api = await openTestApi({ descriptor: () => descriptor });
  const things = [
    { _id: 'book', kind: 'book', worth: 1 },
    { _id: 'tool', kind: 'tool', worth: 10 },
    { _id: 'saw', kind: 'tool', worth: 11, fixed: true },
  ];
  for (const each of things) await write('POST', 'things', each);
});
afterAll(() => api.close());

async function write(method: string, path: string, body?: object) {
  const headers = { 'If-Match': '*' };
  const { status, json } = await api.call(method, `/api/${path}`, { as: 'staff', body, headers });
  return { status, problems: json?.problems };
}

async function create(_id: string, values: object) {
  const { status } = await write('POST', 'loans', { _id, ...values });
  expect(status).toBe(201);
}

const refused = (code: string, path: string) => ({ status: 422, problems: [{ code, path }] });

describe('the step of a state', () => {
  test('is refused unless the record behind the reference fits', async () => {
    await create('a', { thing: 'book' });

    expect(await write('PATCH', 'loans/a', { state: 'sent' })).toMatchObject(
      refused('V054', 'state'),
    );
    expect((await write('PATCH', 'loans/a', { state: 'sent', thing: 'tool' })).status).toBe(200);
  });

  test('counts and calculates when it is taken, not before and not after', async () => {
    await create('b', { thing: 'tool' });
    await write('PATCH', 'loans/b', { state: 'sent' });
    await write('POST', 'notes', { _id: 'n', loan: 'b' });

    expect(await write('PATCH', 'loans/b', { state: 'done' })).toMatchObject({
      problems: [{ code: 'V054', params: { condition: 'notes are open' } }],
    });
    await write('PATCH', 'notes/n', { done: true });
    expect((await write('PATCH', 'loans/b', { state: 'done', deposit: 4 })).status).toBe(422);
    expect((await write('PATCH', 'loans/b', { state: 'done' })).status).toBe(200);
    expect((await write('PATCH', 'notes/n', { done: false })).status).toBe(200);
    expect((await write('PATCH', 'loans/b', { deposit: 1 })).status).toBe(200);
  });

  test('is not taken by a record that comes back as it was', async () => {
    await create('r', { thing: 'tool' });
    await write('PATCH', 'loans/r', { state: 'sent' });
    await write('PATCH', 'loans/r', { state: 'done', deposit: 5 });
    expect((await write('POST', 'loans/r/restore', { version: 2 })).status).toBe(200);
    await write('POST', 'notes', { loan: 'r' });

    expect((await write('PATCH', 'loans/r', { state: 'done' })).status).toBe(422);
    expect((await write('POST', 'loans/r/restore', { version: 3 })).status).toBe(200);
  });

  test('is refused in bulk and in files', async () => {
    await create('c', { thing: 'tool' });
    await write('PATCH', 'loans/c', { state: 'sent' });
    await write('POST', 'notes', { loan: 'c' });
    await create('d', { thing: 'book' });

    const bulk = await api.call('POST', '/api/loans/bulk', {
      as: 'staff',
      body: { action: 'update', ids: ['c'], data: { state: 'done' } },
    });
    const file = await sendImport(api, '/api/loans', [{ _id: 'd', state: 'sent' }], {
      parts: { mode: 'upsert' },
    });

    expect(bulk.json).toMatchObject({ failed: 1, problems: [{ code: 'V054' }] });
    expect(file.json).toMatchObject({ failed: 1, problems: [{ code: 'V054' }] });
  });
});

describe('the condition of a field', () => {
  test.each([
    [{ thing: 'tool', page: 1 }, refused('V026', 'page')],
    [{ thing: 'book', page: 1 }, { status: 201 }],
    [{ page: 1 }, refused('V026', 'page')],
    [{ thing: 'saw' }, refused('V001', 'size')],
    [{ thing: 'saw', size: 'l' }, { status: 201 }],
    [{ thing: 'saw', size: 'l', deposit: 6 }, { status: 201 }],
    [{ thing: 'saw', size: 'l', kind: 'b' }, { status: 201 }],
    [{ thing: 'saw', size: 'l', kind: 'a' }, refused('V001', 'grip')],
    [{ thing: 'tool', deposit: 6 }, { status: 201 }],
  ])('judges the new record %j', async (values, answer) => {
    expect(await write('POST', 'loans', values)).toMatchObject(answer);
  });

  test('judges a change of what it reads, and no other', async () => {
    await create('e', { thing: 'book', page: 2, deposit: 7 });

    expect(await write('PATCH', 'loans/e', { thing: 'tool' })).toMatchObject(
      refused('V026', 'page'),
    );
    await write('PATCH', 'things/book', { kind: 'tool' });
    expect((await write('PATCH', 'loans/e', { deposit: 8 })).status).toBe(200);
    expect((await write('PATCH', 'loans/e', { page: 3 })).status).toBe(422);
    expect((await write('PATCH', 'loans/e', { page: null })).status).toBe(200);
    await write('PATCH', 'things/book', { kind: 'book' });
  });

  test('keeps a value that other records make read-only', async () => {
    await create('f', { thing: 'tool', days: 1 });
    await write('POST', 'notes', { loan: 'f' });

    expect(await write('PATCH', 'loans/f', { days: 2 })).toMatchObject(refused('V010', 'days'));
    expect((await write('PATCH', 'loans/f', { days: 1, size: 'm' })).status).toBe(200);
  });

  test('lets a read-only value come back with its record from the trash', async () => {
    await create('kept', { thing: 'tool', deposit: 7 });
    await write('DELETE', 'loans/kept');
    await write('PATCH', 'things/tool', { fixed: true });
    const trash = await api.call('POST', '/api/loans/trash/restore', {
      as: 'admin',
      body: { ids: ['kept'] },
    });

    expect(trash.json.problems ?? []).toEqual([]);
    expect(await write('PATCH', 'loans/kept', { deposit: 8 })).toMatchObject(
      refused('V010', 'deposit'),
    );
    await write('PATCH', 'things/tool', { fixed: false });
  });

  test('judges the rows of a file and records from the trash', async () => {
    await create('g', { thing: 'book', page: 4 });
    await write('DELETE', 'loans/g');
    await write('PATCH', 'things/book', { kind: 'tool' });

    const trash = await api.call('POST', '/api/loans/trash/restore', {
      as: 'admin',
      body: { ids: ['g'] },
    });
    const file = await sendImport(api, '/api/loans', [{ thing: 'book', page: 1 }]);
    await write('PATCH', 'things/book', { kind: 'book' });

    expect(trash.json.problems).toMatchObject([{ code: 'V026', path: 'page' }]);
    expect(file.json).toMatchObject({ failed: 1, problems: [{ code: 'V026' }] });
  });
});

test('a dry run refuses the rows that the import refuses', async () => {
  await create('h', { thing: 'book' });
  await create('i', { thing: 'saw', size: 'l' });
  const rows = [
    { thing: 'tool', page: 1 },
    { thing: 'saw' },
    { _id: 'i', deposit: 6 },
    { thing: 'tool', deposit: 6 },
    { _id: 'h', state: 'sent' },
  ];
  const send = async (parts: object) =>
    (await sendImport(api, '/api/loans', rows, { parts: { mode: 'upsert', ...parts } })).json;

  const dry = await send({ dryRun: 'true' });
  const sent = await send({});

  expect(dry).toEqual(sent);
  expect(dry.problems).toMatchObject([
    { row: 1, code: 'V026', path: 'page' },
    { row: 2, code: 'V001', path: 'size' },
    { row: 3, code: 'V010', path: 'deposit' },
    { row: 5, code: 'V054', path: 'state' },
  ]);
});

test.each([
  [{ when: { shown: 'thing.fixed' }, default: 'x' }, 'D007'],
  [{ type: 'references', to: 'things', when: { required: 'thing.fixed' } }, 'D007'],
  [{ when: { required: 'thing.fixed and $before.size = null' } }, 'D029'],
  [{ when: { required: 'thing.fixd' } }, 'D029'],
  [{ when: { required: 'thing.worth * 2' } }, 'D044'],
  [{ when: { required: 'sum(worth of things.nothing) > 1' } }, 'D043'],
])('%j is refused by %s', (more, code) => {
  const { loans } = source.resources;
  const fields = { ...loans.fields, more: { type: 'text', ...more } };
  const resources = { ...source.resources, loans: { ...loans, fields } };

  expect(parseDescriptor(JSON.stringify({ ...source, resources }))).toMatchObject({
    problems: [{ code }],
  });
});
