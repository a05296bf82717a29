import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codesOf, openLibraryFolder } from '../../support/descriptor-files.ts';

let library: Awaited<ReturnType<typeof openLibraryFolder>>;
let files: { path: string; text: string }[];

beforeAll(async () => {
  library = await openLibraryFolder((source) => {
    source.roles.staff = { configure: true };
    source.roles.viewer = { devMenu: true };
  });
  ({ files } = (await library.call('GET', '/api/structure/descriptor', { as: 'admin' })).json);
});
afterAll(() => library.close());

const post = (what: string, body: unknown, as = 'admin') =>
  library.call('POST', `/api/structure/${what}`, { as, body });

describe('the texts of the descriptor', () => {
  it('have their comments and included files, for roles with configure', async () => {
    const { status, json } = await library.call('GET', '/api/structure/descriptor', {
      as: 'staff',
    });

    expect(status).toBe(200);
    expect(json.files.map(({ path }: any) => path)).toEqual(['resources.json', 'books.json']);
    expect(json.files[1].text).toBe(await library.text('books.json'));
    expect(json).toMatchObject({ applied: true, source: 'file', writable: true, undo: null });
  });

  it('are closed to developers who may only look', async () => {
    const answers = await Promise.all([
      library.call('GET', '/api/structure/descriptor', { as: 'viewer' }),
      ...['check', 'plan', 'apply', 'undo'].map((what) => post(what, { files }, 'viewer')),
    ]);

    expect(answers.map(codesOf)).toEqual(Array.from({ length: 5 }, () => [403, 'A006']));
  });

  it('are checked with file, line, column and suggestion, and nothing is written', async () => {
    const wrong = await library.change('"type": "text"', '"type": "txt"');
    const before = await readdir(library.folder);

    const { json } = await post('check', { files: wrong.files });

    expect(json.problems[0]).toMatchObject({ file: 'resources.json', code: 'D006' });
    expect(json.problems[0].line).toBeGreaterThan(1);
    expect(json.problems[0].suggestion).toContain('text');
    expect(await readdir(library.folder)).toEqual(before);
  });

  it.each([
    ['without the descriptor itself', [{ path: 'books.json', text: '{}' }], 'D037'],
    ['with a file that nothing includes', [{ path: 'more.json', text: '{}' }], 'D112'],
    ['with a file outside its folder', [{ path: '../books.json', text: '{}' }], 'D112'],
  ])('are refused %s', async (_, more, code) => {
    const sent = code === 'D037' ? more : [...files, ...more];

    const answer = await post('plan', { files: sent });

    expect(codesOf(answer)).toEqual([422, code]);
  });

  it('never replace a file that is not part of them', async () => {
    await library.save('{}', 'package.json');
    const { files: sent } = await library.change('"books.json"', '"books.json", "package.json"');

    const answer = await post('plan', {
      files: [...sent, { path: 'package.json', text: '{ "resources": {} }' }],
    });

    expect(codesOf(answer)).toEqual([422, 'D113']);
    expect(await library.text('package.json')).toBe('{}');
  });

  it.each(['.env', '.git/hooks/x.json', 'x\n/../../evil.json', 'notes.txt'])(
    'name no other file than a part of a descriptor: %j',
    async (path) => {
      const named = JSON.stringify(path);
      const { files: sent } = await library.change('"books.json"', `"books.json", ${named}`);

      const answer = await post('plan', {
        files: [...sent, { path, text: '{ "resources": {} }' }],
      });

      expect(answer.status).toBe(422);
    },
  );

  it('have a plan as the command prints it', async () => {
    const { files: sent } = await library.addField('remark');

    const { status, json } = await post('plan', { files: sent });

    expect(status).toBe(200);
    expect(json.steps).toMatchObject([{ id: 'add:books.remark', class: 'additive' }]);
  });
});
