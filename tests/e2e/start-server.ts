import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runServer } from '../support/run-server.ts';

/** The built product on a fresh installation with its sample data, for all tests of a run. */
export default async function startServer(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'backoffice-e2e-'));
  const server = await runServer(
    {
      DATA_DIR: folder,
      ADMIN_EMAIL: 'admin@example.org',
      ADMIN_PASSWORD: 'a password for tests',
      LOG_LEVEL: 'warn',
    },
    { screens: true },
  );
  process.env['E2E_URL'] = server.url;
  return async () => {
    await server.end();
    await rm(folder, { recursive: true, force: true });
  };
}
