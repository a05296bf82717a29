import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openTestApi, type TestApi } from '../support/api.ts';
import { sendImport, summary } from '../support/exchange.ts';
import { librarySource } from '../support/library.ts';

let library: TestApi;
beforeAll(async () => {
  const source: any = structuredClone(librarySource);
  source.roles.adder = {};
  source.resources.books.permissions.adder = ['list', 'read', 'import', 'create'];
  const descriptor = toDescriptor(source);
  library = await openTestApi({ descriptor: () => descriptor });
});
afterAll(() => library.close());
beforeEach(async () => {
  await library.database.query('truncate books, authors cascade');
});

const books = (file: Parameters<typeof sendImport>[2], sent?: Parameters<typeof sendImport>[3]) =>
  sendImport(library, '/api/books', file, sent);

async function count(): Promise<number> {
  const { json } = await library.call('GET', '/api/books', { as: 'admin' });
  return json.total;
}

async function post(body: BodyInit | null, type?: string): Promise<{ status: number; json: any }> {
  const request = new Request('http://localhost/api/books/import', {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${await library.tokenOf('admin')}`,
      ...(type === undefined ? {} : { 'Content-Type': type }),
    },
    body,
    duplex: 'half',
  } as RequestInit);
  const response = await library.api.fetch(request, { address: '127.0.0.1' });
  return { status: response.status, json: await response.json() };
}

function form(parts: Record<string, string | Blob>): FormData {
  const made = new FormData();
  for (const [name, value] of Object.entries(parts)) made.set(name, value);
  return made;
}

const file = new Blob(['[{"title":"Emma"}]']);

describe('a request to import is refused', () => {
  test.each([
    ['that is JSON', () => post('[]', 'application/json'), 415, 'Q011', 'Content-Type'],
    ['without a body', () => post(null), 415, 'Q011', 'Content-Type'],
    ['without a file', () => post(form({ mode: 'create' })), 422, 'I006', 'file'],
    ['with an unknown part', () => post(form({ file, colour: 'red' })), 400, 'Q001', 'colour'],
    ['with a second file', () => post(form({ file, other: file })), 400, 'I017', ''],
    ['with a mode there is not', () => post(form({ file, mode: 'merge' })), 400, 'I005', 'mode'],
    ['with a key that is not unique', () => post(form({ file, key: 'title' })), 400, 'I005', 'key'],
    [
      'with a switch that is none',
      () => post(form({ file, dryRun: 'yes' })),
      400,
      'I005',
      'dryRun',
    ],
    [
      'with a mapping that is no JSON',
      () => post(form({ file, mapping: '{' })),
      400,
      'Q005',
      'mapping',
    ],
    [
      'with a mapping that is a list',
      () => post(form({ file, mapping: '[]' })),
      400,
      'Q004',
      'mapping',
    ],
    [
      'with a mapping to no field',
      () => post(form({ file, mapping: '{"a":"nothing"}' })),
      400,
      'I005',
      'mapping.a',
    ],
    [
      'whose form breaks off',
      () =>
        post(
          '--x\r\nContent-Disposition: form-data; name="file"\r\n\r\n[',
          'multipart/form-data; boundary=x',
        ),
      400,
      'I016',
      '',
    ],
  ])('%s', async (_what, send, status, code, path) => {
    const answer = await send();

    expect(answer.status).toBe(status);
    expect(answer.json.problems[0]).toMatchObject({ code, path });
    expect(await count()).toBe(0);
  });

  const to = (more: object) =>
    JSON.stringify({ mapping: JSON.stringify({ a: { field: 'title', ...more } }) });
  test.each([
    ['mapping.a.split', to({ split: '' })],
    ['mapping.a.split', to({ split: 'x'.repeat(11) })],
    ['mapping.a.decimal', to({ decimal: ';' })],
    ['mapping.a.date', to({ date: 'x' })],
    ['mapping.a.trim', to({ trim: 'yes' })],
    ['mapping.a.empty', to({ empty: 'x'.repeat(101) })],
    ['mapping.a.without', to({ without: 'x'.repeat(101) })],
    ['mapping.a.prefix', to({ prefix: 'x'.repeat(201) })],
    ['mapping.a.blank', to({ blank: 'x' })],
    ['mapping.a.by', to({ by: 'x' })],
    ['mapping.a.create', to({ create: 1 })],
    ['mapping.a.given', to({ given: { x: 1 } })],
    ['mapping.a.given', to({ given: 'x' })],
    ['mapping.a.toString', to({ toString: 'x' })],
    ['mapping.a', JSON.stringify({ mapping: '{"a":{"field":1}}' })],
    ['constants.legacyId', JSON.stringify({ constants: '{"legacyId":"1"}' })],
    ['constants.nope', JSON.stringify({ constants: '{"nope":"1"}' })],
    ['constants.pages', JSON.stringify({ constants: '{"pages":[1]}' })],
  ])('with an invalid value at %s: %s', async (path, parts) => {
    const { status, json } = await post(form({ file, ...JSON.parse(parts) }));

    expect([status, json.problems.map((each: any) => each.path)]).toEqual([400, [path]]);
  });

  test('that breaks off, with the documented problem', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      let asked = 0;
      const stopping = new ReadableStream<Uint8Array>({
        pull(controller) {
          asked += 1;
          if (asked === 1) controller.enqueue(new TextEncoder().encode('--x\r\nContent-Disp'));
          return asked === 1 ? undefined : new Promise(() => undefined);
        },
      });
      const answer = post(stopping, 'multipart/form-data; boundary=x');
      await vi.waitFor(() => expect(asked).toBe(2), 10_000);
      await vi.advanceTimersByTimeAsync(60_000);
      const { status, json } = await answer;

      expect([status, json.code]).toEqual([408, 'I015']);
    } finally {
      vi.useRealTimers();
    }
    const { json } = await library.call('GET', '/api/openapi.json', { as: 'admin' });
    expect(json.paths['/api/books/import'].post.responses).toHaveProperty('default');
  });

  test('for what it lacks, not for pauses that are shorter than allowed', async () => {
    const pieces = ['--x\r\nContent-Disposition: form-data; name="mode"', '\r\n\r\ncre', 'ate'];
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const pausing = new ReadableStream<Uint8Array>({
        pull(controller) {
          vi.advanceTimersByTime(10_000);
          const piece = pieces.shift();
          controller.enqueue(new TextEncoder().encode(piece ?? '\r\n--x--\r\n'));
          if (piece === undefined) controller.close();
        },
      });
      const { status, json } = await post(pausing, 'multipart/form-data; boundary=x');

      expect([status, json.problems[0].code]).toEqual([422, 'I006']);
    } finally {
      vi.useRealTimers();
    }
  });

  test.each([
    ['is cut off', '[{"title":"Emma"},{"title":"Du', 'I007'],
    ['is CSV', 'title,isbn\nEmma,1\n', 'I008'],
    ['is empty', '', 'I007'],
    ['goes on after its end', '[{"title":"Emma"}]]', 'I009'],
  ])('whose file %s, and nothing is imported', async (_what, text, code) => {
    const { status, json } = await books(text);

    expect(status).toBe(422);
    expect(json.problems).toMatchObject([{ path: 'file', code }]);
    expect(await count()).toBe(0);
  });

  test.each([
    ['nobody', undefined, 401],
    ['a role without import', 'viewer', 403],
  ])('from %s', async (_who, as, status) => {
    const answer = as
      ? await books([{ title: 'Emma' }], { as })
      : await books([{ title: 'Emma' }], { headers: { Authorization: '' } });

    expect(answer.status).toBe(status);
  });

  test('that needs rights its sender does not have', async () => {
    const row = [{ isbn: '1', title: 'Emma' }];

    const answers = [
      await books(row, { as: 'adder', parts: { mode: 'create' } }),
      await books(row, { as: 'adder', parts: { mode: 'upsert' } }),
      await books(row, { as: 'adder', parts: { mode: 'update' } }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 403, 403]);
  });
});

test('an import request accepts settings of maximum length', async () => {
  const longest = {
    split: 'x'.repeat(10),
    decimal: ',',
    date: 'DD.MM.YYYY',
    trim: false,
    empty: 'x'.repeat(100),
    without: 'x'.repeat(100),
    prefix: 'x'.repeat(200),
  };
  const mapping = JSON.stringify({ a: { field: 'isbn', ...longest }, more: null });

  const { status, json } = await post(
    form({ file, mapping, constants: '{"genre":"novel"}', dryRun: 'true' }),
  );

  expect([status, json.created]).toEqual([200, 1]);
});

describe('a dry run', () => {
  test('returns what the import would return, and writes nothing', async () => {
    await books([{ isbn: '1', title: 'Emma' }]);
    const rows = [
      { isbn: '1', title: 'Emma II' },
      { isbn: '2', title: 'Dune' },
      { isbn: '2', title: 'Dune' },
      { isbn: '3', title: '' },
    ];

    const dry = await books(rows, { parts: { mode: 'upsert', dryRun: 'true' } });

    expect(await count()).toBe(1);
    const real = await books(rows, { parts: { mode: 'upsert' } });
    expect(dry.json).toEqual(real.json);
    expect(real.json).toMatchObject({ created: 1, updated: 1, unchanged: 1, failed: 1 });
  });
});

describe('an atomic import', () => {
  const good = [{ title: 'Emma' }, { title: 'Dune' }];

  test('succeeds if every row does', async () => {
    const { json } = await books(good, { parts: { atomic: 'true' } });

    expect(json).toEqual(summary({ total: 2, created: 2 }));
  });

  test('writes nothing if a row fails', async () => {
    const { json } = await books([...good, { title: '' }], { parts: { atomic: 'true' } });

    expect(json).toMatchObject({ total: 3, created: 0, failed: 1, problems: [{ row: 3 }] });
    expect(await count()).toBe(0);
  });
});
