import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openTestApi, type TestApi } from '../support/api.ts';

const users = {
  fields: {
    email: { type: 'email', required: true, unique: true },
    name: { type: 'text' },
    role: { type: 'choice', choices: ['admin', 'reader', 'nobody'] },
    status: { type: 'choice', choices: ['pending', 'confirmed', 'disabled', 'invited'] },
  },
};
const source = {
  roles: { admin: { all: true }, reader: {}, nobody: {} },
  resources: {
    things: {
      title: '{name}',
      importKey: 'code',
      fields: {
        code: { type: 'text', required: true, unique: true },
        name: { type: 'text' },
        doi: { type: 'doi' },
        number: { type: 'number', integer: true },
        words: { type: 'tags' },
        secret: { type: 'text', read: ['admin'] },
        more: { type: 'json' },
        open: { type: 'boolean' },
      },
      permissions: { reader: { list: { open: true } } },
    },
    users,
  },
};

let things: TestApi;
beforeAll(async () => {
  const descriptor = toDescriptor(source);
  things = await openTestApi({ descriptor: () => descriptor });
  const resource = descriptor.resources.get('things')!;
  const rows = [
    { code: 'A-1', name: 'Red Thing', doi: '10.1000/x', number: 7, words: ['shared', 'B'] },
    { code: 'A-2', name: 'blue thing', words: ['shared'], open: true, secret: 'hush' },
  ];
  for (const row of rows) await things.store.create(resource, row, { userId: null });
});
afterAll(() => things.close());

const lookUp = (body: unknown, as = 'admin') =>
  things.call('POST', '/api/things/lookup', { as, body });

describe('POST {root}/lookup', () => {
  test('returns for each value, in order, the matching records and the matching fields', async () => {
    const values = [
      'a-1',
      'RED THING',
      'Blue thing',
      ' https://doi.org/10.1000/X ',
      '7',
      'shared',
      'none',
    ];

    const { status, json } = await lookUp({
      values,
      fields: ['code', 'name', 'doi', 'number', 'words'],
    });

    expect(status).toBe(200);
    expect(json.more).toBe(false);
    const said = json.data.map(({ value, matches }: any) => [
      value,
      ...matches.map(({ record, by }: any) => `${record.name} ${by}`),
    ]);
    expect(said).toEqual([
      ['a-1', 'Red Thing code'],
      ['RED THING', 'Red Thing name'],
      ['Blue thing', 'blue thing name'],
      [' https://doi.org/10.1000/X ', 'Red Thing doi'],
      ['7', 'Red Thing number'],
      ['shared', expect.stringContaining('words'), expect.stringContaining('words')],
      ['none'],
    ]);
    expect(Object.keys(json.data[0].matches[0].record)).toEqual(['_id', 'name']);
  });

  test('names a field once if a record matches it twice', async () => {
    const resource = things.descriptor.resources.get('things')!;
    const words = ['Twice', 'twice'];
    await things.store.create(resource, { code: 'A-3', words }, { userId: null });

    const { json } = await lookUp({ values: ['TWICE', 'twice'], fields: ['words', 'code'] });

    const said = json.data.map(({ matches }: any) => matches.map(({ by }: any) => by));
    expect(said).toEqual([[['words']], [['words']]]);
  });

  test('accepts 1,000 values of 100,000 characters in total, and returns 5,000 records', async () => {
    await things.database.query(
      `insert into things (_id, code, name) select 'm' || n, 'M-' || n, 'many' from generate_series(1, 5000) n`,
    );
    const whole = await lookUp({ values: ['many'], fields: ['name'] });
    await things.store.create(
      things.descriptor.resources.get('things')!,
      { code: 'M-5001', name: 'many' },
      { userId: null },
    );
    const more = await lookUp({ values: ['many'], fields: ['name'] });
    const longest = await lookUp({ values: Array(1_000).fill('x'.repeat(100)), fields: ['code'] });
    const longer = Array(200).fill('x'.repeat(500));

    const seen = [whole, more].map(({ json }) => [json.data[0].matches.length, json.more]);
    expect(seen).toEqual([
      [5_000, false],
      [5_000, true],
    ]);
    expect(longest.status).toBe(200);
    const tooLong = await lookUp({ values: [...longer, 'y'], fields: ['code'] });
    expect(tooLong.json.problems).toMatchObject([{ path: 'values', code: 'V003' }]);
  });

  test('queues large lookups before they search for spellings, and lets small ones pass', async () => {
    const waiting = () =>
      things.database.use().primary.shares.find(({ share }) => share === 'report')!;
    let answers: Promise<number[]> | undefined;
    let most = 0;
    await things.database.transaction(async (sql) => {
      await sql.query('lock table things in access exclusive mode');
      const many = Array.from({ length: 101 }, (_, at) => `none ${at}`);
      const sent = [many, many, many, many, ['A-1']].map(async (values) => {
        const { status } = await lookUp({ values, fields: ['code'] });
        return status;
      });
      answers = Promise.all(sent);
      await vi.waitFor(() => expect(waiting().waiting).toBeGreaterThan(0));
      most = waiting().waiting;
    });

    expect(await answers).toEqual([200, 200, 200, 200, 200]);
    expect(most).toBe(1);
  });

  test('refuses a large lookup that waits too long for its turn', async () => {
    const many = Array.from({ length: 101 }, (_, at) => `none ${at}`);
    const codes: unknown[] = [];
    let sent: Promise<unknown> | undefined;
    await things.database.transaction(async (sql) => {
      await sql.query('lock table things in access exclusive mode');
      const all = Array.from({ length: 8 }, async () => {
        codes.push((await lookUp({ values: many, fields: ['code'] })).json.code);
      });
      sent = Promise.all(all);
      await vi.waitFor(() => expect(codes).toContain('S005'), 30_000);
    });
    await sent;
  });

  test('finds no records that the caller cannot see', async () => {
    const { json } = await lookUp({ values: ['shared'], fields: ['words'] }, 'reader');

    expect(json.data[0].matches.map(({ record }: any) => record.name)).toEqual(['blue thing']);
  });

  test.each([
    [{ values: ['x'], fields: ['secret'] }, 'reader', 400, 'fields.0 Q002'],
    [{ values: ['x'], fields: ['cod'] }, 'admin', 400, 'fields.0 Q002'],
    [{ values: ['x'], fields: ['more'] }, 'admin', 400, 'fields.0 Q003'],
    [{ values: [], fields: ['code'] }, 'admin', 422, 'values V'],
    [{ values: ['x'] }, 'admin', 422, 'fields V'],
    [{ values: [1], fields: ['code'] }, 'admin', 422, 'values.0 V'],
    [{ values: Array(1001).fill('x'), fields: ['code'] }, 'admin', 422, 'values V'],
    [{ values: Array(900).fill('İß'.repeat(200)), fields: ['code'] }, 'admin', 422, 'values V003'],
    [{ values: ['x'], fields: ['code'] }, 'nobody', 403, ' A006'],
  ])('refuses %j of %s', async (body, as, status, problem) => {
    const answer = await lookUp(body, as);

    expect(answer.status).toBe(status);
    const [first] = answer.json.problems;
    expect(`${first.path} ${first.code}`).toContain(problem);
  });
});
