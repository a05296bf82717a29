import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { takeDraft } from '../../../src/store/system/preferences/structure-drafts.ts';
import { codesOf, openLibraryFolder } from '../../support/descriptor-files.ts';

let library: Awaited<ReturnType<typeof openLibraryFolder>>;

beforeAll(async () => {
  library = await openLibraryFolder((source) => {
    source.roles.staff = { configure: true };
    source.roles.viewer = { devMenu: true };
    source.roles.keeper = { configure: true };
    source.resources.users.fields.role.choices.push('keeper');
  });
});
afterEach(async () => {
  for (const as of ['admin', 'staff', 'keeper']) await end(as);
});
afterAll(() => library.close());

const own = '/api/structure/drafts/mine';
const call = (method: string, path: string, as: string, more = {}) =>
  library.call(method, path, { as, ...more });
const read = async (as = 'admin') => (await call('GET', own, as)).json;
const list = async (as = 'admin') => (await call('GET', '/api/structure/drafts', as)).json.data;
const save = (body: object, as = 'admin', version?: number | '*') =>
  call('PUT', own, as, {
    body,
    headers: version === undefined ? {} : { 'If-Match': toHeader(version) },
  });
const end = (as = 'admin', version: number | '*' = '*') =>
  call('DELETE', own, as, { headers: { 'If-Match': toHeader(version) } });
const toHeader = (version: number | '*') => (version === '*' ? '*' : `"${version}"`);
const take = (from: string, as: string) =>
  call('POST', `/api/structure/drafts/${library.userId(from)}/take`, as);

describe('a draft', () => {
  it('is kept with the texts that it began from', async () => {
    expect(await read()).toEqual({ draft: null, takenBy: null, _version: 0 });
    const before = await library.change('nothing', 'nothing');
    const changed = await library.addField('remark');

    const saved = await save(changed);

    expect(saved.json).toEqual({ changes: 1, _version: 1 });
    expect(await read()).toMatchObject({
      draft: {
        files: changed.files,
        base: { files: before.files, hash: before.base },
        changes: 1,
      },
      takenBy: null,
      _version: 1,
    });
  });

  it('may have a syntax error, and goes on over texts that were changed since', async () => {
    const changed = await library.addField('remark');
    await save(changed);
    const before = await library.text();
    await library.save(before.replace('// The', '// Some'));
    const broken = { ...changed, files: [{ path: 'resources.json', text: '{' }] };

    const saved = await save(broken, 'admin', 1);
    await library.save(before);

    expect(saved.json).toEqual({ changes: null, _version: 2 });
    expect((await read()).draft.base.hash).toBe(changed.base);
  });

  it('cannot begin from texts that are not there', async () => {
    const { files } = await library.addField('remark');

    expect(codesOf(await save({ files, base: 'made up' }))).toEqual([409, 'S051']);
  });

  it('is not overwritten or discarded by another window of the same person', async () => {
    const changed = await library.addField('remark');
    await save(changed);
    await save(changed, 'admin', 1);

    const stale = await save(changed, 'admin', 1);
    expect(codesOf(stale)).toEqual([412, 'S003']);
    expect(stale.json.current).toEqual({ _version: 2 });
    expect(codesOf(await save(changed))).toEqual([412, 'S003']);
    expect(codesOf(await end('admin', 1))).toEqual([412, 'S003']);
    expect((await end('admin', 2)).status).toBe(204);
    expect(codesOf(await save(changed, 'admin', 2))).toEqual([412, 'S003']);
  });

  it('is stored over any version of it by a client that says so, and over none', async () => {
    const changed = await library.addField('remark');
    expect(codesOf(await save(changed, 'admin', '*'))).toEqual([412, 'S003']);
    await save(changed);

    expect((await save(changed, 'admin', '*')).json).toEqual({ changes: 1, _version: 2 });
  });

  it('has each file once', async () => {
    const { files, base } = await library.addField('remark');

    const twice = await save({ files: [...files, files[1]], base });

    expect(twice.json.problems).toMatchObject([
      { code: 'V015', path: 'files', params: { value: 'books.json' } },
    ]);
  });

  it('has places of its own, beside those of the checks of the same texts', async () => {
    const changed = await library.addField('remark');
    const all = <Answer>(of: () => Promise<Answer>, count = 3) =>
      Promise.all(Array.from({ length: count }, of));
    const check = () =>
      call('POST', '/api/structure/check', 'admin', { body: { files: changed.files } });

    const [checks, saves] = await Promise.all([all(check, 9), all(() => save(changed))]);

    const refusedOf = (answers: { status: number }[]) =>
      answers.filter(({ status }) => status === 429).length;
    expect([refusedOf(checks), refusedOf(saves)]).toEqual([1, 1]);
  });

  it('is checked and planned again while former questions are still worked on', async () => {
    const { files } = await library.addField('remark');
    const paths = ['check', 'plan', 'check', 'check', 'plan', 'plan', 'check', 'plan'];

    const answers = await Promise.all(
      paths.map((path) => call('POST', `/api/structure/${path}`, 'admin', { body: { files } })),
    );

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('is limited as the texts of a change are', async () => {
    const { base } = await library.addField('remark');
    const files = [{ path: 'resources.json', text: 'x'.repeat(1_000_001) }];

    expect((await save({ files, base })).status).toBe(413);
  });
});

describe('the drafts of others', () => {
  it('are listed without their texts', async () => {
    await save(await library.addField('remark'), 'staff');

    const drafts = await list();

    expect(drafts).toMatchObject([{ person: library.userId('staff'), changes: 1 }]);
    expect(JSON.stringify(drafts)).not.toContain('remark');
  });

  it('are taken over, which the other person reads and the audit has', async () => {
    const changed = await library.addField('remark');
    await save(changed, 'staff');

    const taken = await take('staff', 'admin');

    expect(taken.json).toMatchObject({ draft: { files: changed.files, changes: 1 }, _version: 1 });
    const left = await read('staff');
    expect(left).toMatchObject({ draft: null, takenBy: { person: library.userId('admin') } });
    expect(await list()).toMatchObject([{ person: library.userId('admin') }]);
    // The window of the other person still has the draft, and its next change is refused.
    expect(codesOf(await save(changed, 'staff', 1))).toEqual([412, 'S003']);
    expect(codesOf(await save(changed, 'staff', left._version))).toEqual([412, 'S003']);
    expect((await save(changed, 'staff')).status).toBe(200);
    const audit = await call('GET', '/api/admin/audit?action=structureDraftTaken', 'admin');
    expect(audit.json.data[0]).toMatchObject({
      actor: { _id: library.userId('admin') },
      about: { _id: library.userId('staff') },
    });
  });

  it.each([
    ['who is disabled', "update users set status = 'disabled' where _id = $1"],
    [
      'whose role may no longer change the descriptor',
      "update users set role = 'viewer' where _id = $1",
    ],
  ])('of a person %s are seen, taken over and discarded', async (_, change) => {
    const whose = library.userId('keeper');
    const changed = await library.addField('remark');
    const back = "update users set role = 'keeper', status = 'confirmed' where _id = $1";
    const path = `/api/structure/drafts/${whose}`;
    const discard = (version: number | '*') =>
      call('DELETE', path, 'admin', { headers: { 'If-Match': toHeader(version) } });
    await save(changed, 'keeper');
    await library.database.query(change, [whose]);

    const drafts = await list();
    const taken = await take('keeper', 'admin');
    await library.database.query(back, [whose]);
    await end('keeper');
    await save(changed, 'keeper');
    await library.database.query(change, [whose]);
    const stale = await discard(7);
    const { status } = await discard(1);

    expect(drafts).toMatchObject([{ person: whose, active: false, changes: 1, _version: 1 }]);
    expect(taken.json.draft.files).toEqual(changed.files);
    expect(codesOf(stale)).toEqual([412, 'S003']);
    expect(status).toBe(204);
    expect(await list()).toMatchObject([{ person: library.userId('admin'), active: true }]);
    await library.database.query(back, [whose]);
    expect(await read('keeper')).toMatchObject({
      draft: null,
      takenBy: { person: library.userId('admin') },
    });
  });

  it('are not taken over on top of an own one', async () => {
    await save(await library.addField('one'), 'staff');
    await save(await library.addField('two'));

    expect(codesOf(await take('staff', 'admin'))).toEqual([409, 'S055']);
    expect((await read('staff')).draft).not.toBeNull();
  });

  it('do not name people whose names the reader may not see', async () => {
    await save(await library.addField('one'), 'staff');
    await save(await library.addField('two'), 'keeper');

    expect(await list('keeper')).toMatchObject([
      { person: library.userId('keeper'), name: 'keeper' },
      { person: library.userId('staff'), name: null },
    ]);
    await take('keeper', 'admin');
    const { takenBy } = await read('keeper');
    expect(takenBy).toMatchObject({ person: library.userId('admin'), name: null });
    expect((await list('admin')).map(({ name }: any) => name)).toContain('staff');
  });

  it('do not replace a draft that was begun in the same moment', async () => {
    const mine = await library.addField('mine');
    await save(await library.addField('theirs'), 'staff');
    const people = { from: library.userId('staff'), to: library.userId('admin') };

    const outcome = await library.database.transaction(async (sql) => {
      const rows: typeof sql.rows = async (...asked) => {
        const found = await sql.rows<any>(...asked);
        await save(mine);
        return found;
      };
      return await takeDraft({ ...sql, rows }, people);
    });

    expect(outcome).toBe('own');
    expect((await read()).draft.files).toEqual(mine.files);
    expect((await read('staff')).draft).not.toBeNull();
  });

  it.each(['admin', 'viewer'])('are not found where there is none: of %s', async (from) => {
    expect((await take(from, 'admin')).status).toBe(404);
  });

  it('belong to what is stored about a person, and end with the account', async () => {
    await save(await library.addField('remark'), 'dev');
    const id = library.userId('dev');

    const { json } = await call('GET', `/api/admin/user/${id}/data`, 'admin');
    await call('DELETE', `/api/users/${id}`, 'admin', { headers: { 'If-Match': '*' } });

    expect(json.structureDraft).toMatchObject([{ changes: 1 }]);
    const left = 'select from backoffice.structure_drafts where person = $1';
    expect(await library.database.rows(left, [id])).toEqual([]);
  });
});

it.each([
  ['GET', '/api/structure/drafts'],
  ['GET', own],
  ['PUT', own],
  ['DELETE', own],
  ['POST', '/api/structure/drafts/someone/take'],
  ['DELETE', '/api/structure/drafts/someone'],
])('%s %s is closed to roles without configure', async (method, path) => {
  expect(codesOf(await call(method, path, 'viewer'))).toEqual([403, 'A006']);
  expect((await library.call(method, path)).status).toBe(401);
});
