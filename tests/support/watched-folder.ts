import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { ApiServices } from '../../src/api/api-services.ts';
import {
  createImportFolder,
  openImportFolder,
} from '../../src/services/import/folder/open-import-folder.ts';
import { openTestApi, type TestApi } from './api.ts';
import { openTemporaryFolder } from './temporary-folder.ts';

/** What a person has set for files of books. */
export const request = { mode: 'create', key: 'isbn', mapping: { Werk: 'title', isbn: 'isbn' } };

/** Asks until there is an answer. */
export async function until<Found>(find: () => Promise<Found | undefined | false>): Promise<Found> {
  for (;;) {
    const found = await find();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** A library with an import folder, which has nothing before each test. */
export function openWatchedFolder() {
  let api: TestApi;
  let root: string;
  let folder: string;
  let count = 0;
  const open: (() => Promise<void>)[] = [];

  const filesOf = async (name: string): Promise<string[]> =>
    (await readdir(join(folder, name)).catch(() => [])).toSorted((one, other) =>
      one < other ? -1 : 1,
    );
  const stop = async (): Promise<void> => {
    for (const each of open.splice(0)) await each();
  };

  beforeAll(async () => {
    api = await openTestApi();
  });
  afterAll(() => api.close());
  afterEach(async () => {
    await stop();
    await api.database.query(
      'truncate books, backoffice.jobs, backoffice.recipes, backoffice.folder_files, backoffice.outbox cascade',
    );
  });

  return {
    api: () => api,
    root: () => root,
    folder: () => folder,
    filesOf,
    stop,
    /** A recipe of somebody, and its folder. */
    async addRecipe(more: object = {}, as = 'admin'): Promise<string> {
      const name = `Shop ${(count += 1)}`;
      const body = { name, request: { ...request, ...more } };
      const { json } = await api.call('POST', '/api/books/recipes', { as, body });
      await api.call('PUT', `/api/recipes/${json.id}`, { as: 'admin', body: { watched: true } });
      root = await openTemporaryFolder();
      folder = join(root, 'books', name);
      await mkdir(folder, { recursive: true });
      return json.id;
    },
    /** One more server that watches the folder. */
    watch(more: Partial<ApiServices> = {}): void {
      const parts = { ...api.services, ...more };
      open.push(openImportFolder(parts, { root, every: 50 }));
    },
    /** Looks of a server, each when it is asked. */
    lookOnce: () => createImportFolder(api.services, { root }).look,
    put: (name: string, text: string | Uint8Array) => writeFile(join(folder, name), text),
    moved: (to: string, name: string) =>
      until(async () => (await filesOf(to)).includes(name) && !(await filesOf('.')).includes(name)),
    titles: async (): Promise<string[]> =>
      (await api.database.rows<{ title: string }>('select title from books order by title')).map(
        ({ title }) => title,
      ),
    jobs: async (): Promise<any[]> =>
      (await api.call('GET', '/api/jobs?all=true', { as: 'admin' })).json.data,
    mails: () =>
      api.database.rows<any>(
        `select to_address as "to", data from backoffice.outbox where kind = 'importWaiting'`,
      ),
  };
}
