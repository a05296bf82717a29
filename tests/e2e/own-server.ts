import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runServer, type ServerProcess } from '../support/run-server.ts';
import { top } from '../support/source-files.ts';
import { admin, test as base } from './test.ts';

type Own = { server: ServerProcess; resources: string };

/** A server of its own, whose descriptor may be changed. */
export const test = base.extend<{ own: Own }>({
  own: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'backoffice-e2e-'));
    const resources = join(folder, 'resources.json');
    await copyFile(join(top, 'resources.json'), resources);
    const server = await runServer(
      {
        DATA_DIR: folder,
        RESOURCES: resources,
        ADMIN_EMAIL: admin.email,
        ADMIN_PASSWORD: admin.password,
        LOG_LEVEL: 'warn',
      },
      { screens: true },
    );
    await use({ server, resources });
    await server.end();
    await rm(folder, { recursive: true, force: true });
  },
  baseURL: async ({ own }, use) => use(own.server.url),
});
