import { afterAll, beforeAll, expect, it } from 'vitest';
import { rename } from '../../../src/descriptor/edits/rename.ts';
import { openLibraryFolder } from '../../support/descriptor-files.ts';

let library: Awaited<ReturnType<typeof openLibraryFolder>>;

beforeAll(async () => {
  library = await openLibraryFolder();
});
afterAll(() => library.close());

const people = ['admin', 'staff', 'viewer'] as const;

/** What each person gets at some doors, and may do. */
async function readRights(): Promise<unknown> {
  const answers = people.map(async (as) => {
    const doors = ['/api/books', '/api/users', '/api/admin/audit', '/api/structure/descriptor'];
    const statuses = doors.map(async (path) => (await library.call('GET', path, { as })).status);
    const { json } = await library.call('GET', '/api/config', { as });
    return [await Promise.all(statuses), json.permissions];
  });
  return Promise.all(answers);
}

it.each(people)('people may do the same when the role %s is renamed, and undone', async (role) => {
  const before = await readRights();
  const { json } = await library.call('GET', '/api/structure/descriptor', { as: 'admin' });
  const renamed = rename(json.files, ['roles', role], 'another', json.files);
  if (!('files' in renamed)) throw new Error(JSON.stringify(renamed));

  const files = renamed.files.map((file) => ({ ...file }));
  const applied = await library.apply({ files, base: json.hash }, { allowRewrite: true });
  const now = await library.call('GET', '/api/config', { as: role });
  const after = await readRights();
  const undone = await library.call('POST', '/api/structure/undo', { as: 'admin' });

  expect([applied.status, now.json.role]).toEqual([200, 'another']);
  expect(after).toEqual(before);
  expect(undone.status).toBe(200);
  expect(await readRights()).toEqual(before);
});
