import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { openTestApi } from '../../support/api.ts';
import { librarySource } from '../../support/library.ts';

const { viewer: _, ...permissions } = librarySource.resources.authors.permissions;
const { authors, ...others } = librarySource.resources;
const descriptor = toDescriptor({
  ...librarySource,
  roles: { ...librarySource.roles, viewer: { configure: true } },
  resources: { ...others, authors: { ...authors, permissions } },
});
const api = await openTestApi({ descriptor: () => descriptor });
const path = '/api/structure/infer';

function toForm(
  text: string | Uint8Array<ArrayBuffer>,
  name: string,
  parts: Record<string, string> = {},
) {
  const form = new FormData();
  for (const [part, value] of Object.entries(parts)) form.set(part, value);
  form.set('file', new File([text], name));
  return form;
}

const infer = (text: string, name = 'things.csv', as = 'admin', parts = {}) =>
  api.call('POST', path, { as, body: toForm(text, name, parts) });

beforeAll(async () => {
  for (const name of ['Jane Austen', 'George Eliot', 'Emily Brontë'])
    await api.call('POST', '/api/authors', { as: 'admin', body: { name } });
});
afterAll(() => api.close());

describe('the fields for a file', () => {
  it('have a type, a key, choices and a reference by their values', async () => {
    const names = ['Jane Austen', 'George Eliot', 'Emily Brontë'];
    const rows = Array.from({ length: 12 }, (_, at) =>
      [
        `L-${at}`,
        names[at % 3],
        ['new', 'used'][at % 2],
        `${at},5`,
        `0${(at % 9) + 1}.02.2024`,
      ].join(';'),
    );

    const { status, json } = await infer(`Lot No.;Writer;State;Mass;Bought\n${rows.join('\n')}\n`);

    expect(status).toBe(200);
    expect(json.fields.map(({ column, declaration }: any) => [column, declaration])).toEqual([
      ['Lot No.', { type: 'text', required: true, unique: true, search: true }],
      ['Writer', { type: 'reference', to: 'authors', required: true }],
      ['State', { type: 'choice', choices: ['new', 'used'], required: true }],
      ['Mass', { type: 'number', required: true }],
      ['Bought', { type: 'date', required: true }],
    ]);
    expect(json.fields[1]).toMatchObject({ filled: 12, distinct: 3, samples: names });
    expect(json.fields[3].decimal).toBe(',');
    expect(json).toMatchObject({ key: 'Lot No.', rows: 12, isWhole: true, wrong: [], ignored: [] });
    expect(json.layout).toMatchObject({ delimiter: ';', headerRow: 1 });
  });

  it('are proposed for objects, without what every record has', async () => {
    const { json } = await infer('[{"_id":"a","name":"Ann","tags":["x"]},{"name":"Bo"}]', 'a.json');

    expect(json.fields.map(({ column, declaration }: any) => [column, declaration.type])).toEqual([
      ['name', 'text'],
      ['tags', 'tags'],
    ]);
    expect(json.ignored).toEqual(['_id']);
  });

  it('are proposed for the typed cells of a sheet of a workbook', async () => {
    const sheets = [
      { name: 'One', rows: [['A'], ['x']] },
      {
        name: 'Two',
        rows: [
          ['Code', 'Mass', 'Bought', 'Good'],
          ['007', 1.5, new Date('2024-02-01T00:00:00Z'), true],
          ['012', 2, new Date('2024-02-02T00:00:00Z'), false],
        ],
      },
    ];
    const book = await writeXlsx({ sheets });
    const form = toForm(new Uint8Array(book), 'book.xlsx', { sheet: 'Two' });

    const { json } = await api.call('POST', path, { as: 'admin', body: form });

    expect(json.fields.map(({ declaration }: any) => declaration.type)).toEqual([
      'text',
      'number',
      'date',
      'boolean',
    ]);
    expect([json.sheets, json.layout.sheet]).toEqual([['One', 'Two'], 'Two']);
  });

  it('leave out rows that cannot be read, and say where they are', async () => {
    const { status, json } = await infer('a,b\n1,2\n3,4,5\n\n6,7\n8,9,10\n');

    expect([status, json.rows]).toEqual([200, 2]);
    expect(json.wrong.map(({ row, line, path: at }: any) => [row, line, at])).toEqual([
      [2, 3, 'file'],
      [4, 6, 'file'],
    ]);
  });

  it('name no collection that the caller may not see', async () => {
    const rows = ['Jane Austen', 'George Eliot', 'Emily Brontë'].flatMap((name) => [name, name]);
    const text = `Writer\n${rows.join('\n')}\n`;

    const answers = await Promise.all(['admin', 'viewer'].map((as) => infer(text, 'w.csv', as)));

    const types = answers.map(({ json }) => json.fields[0].declaration.type);
    expect(types).toEqual(['reference', 'text']);
  });
});

describe('a file', () => {
  it.each([
    ['without rows', 'a,b\n', 'V067'],
    ['with two columns of one name', 'a,a\n1,2\n', 'I022'],
    ['that ends in the middle', '[{"a":1}, {"a"', 'I007'],
  ])('%s is refused', async (_, text, code) => {
    const { status, json } = await infer(text);

    expect([status, json.code]).toEqual([422, code]);
  });

  it('is refused without a form, with another part, and with a sheet that it lacks', async () => {
    const bare = await api.call('POST', path, { as: 'admin', body: { file: 'a' } });
    const other = await infer('a\n1\n', 'a.csv', 'admin', { mode: 'create' });
    const sheet = await infer('a\n1\n', 'a.csv', 'admin', { sheet: 'Two' });

    expect([bare, other, sheet].map(({ json }) => json.code)).toEqual(['Q011', 'Q001', 'I005']);
  });

  it('is read only for those who may change the descriptor', async () => {
    expect((await infer('a\n1\n', 'a.csv', 'staff')).status).toBe(403);
    expect((await api.call('POST', path, { body: toForm('a\n1\n', 'a.csv') })).status).toBe(401);
  });

  it('holds up nobody else: a person reads two at a time', async () => {
    const wide = Array.from({ length: 5_000 }, (_, at) =>
      Array(20).fill(`text ${at}`).join(','),
    ).join('\n');
    const header = Array.from({ length: 20 }, (_, at) => `c${at}`).join(',');

    const own = Array.from({ length: 3 }, () => infer(`${header}\n${wide}`));
    const others = infer('a\n1\n', 'a.csv', 'dev');

    expect((await others).status).toBe(200);
    const statuses = (await Promise.all(own)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(2);
    expect(statuses).toContain(429);
  });
});
