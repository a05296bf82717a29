import pg from 'pg';
import { expect, test } from 'vitest';
import { applicationVersion } from '../../src/store/application-version.ts';
import { layout } from '../../src/store/schema/system-tables/layout.ts';
import { createTestDatabase } from '../support/database.ts';
import { runCommand } from '../support/run-command.ts';
import { runServer } from '../support/run-server.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

test(
  'start and commands refuse a database that a newer version has changed too much, in one sentence',
  { timeout: 120_000 },
  async () => {
    const { url, drop } = await createTestDatabase();
    const env = { DATABASE_URL: url, DATA_DIR: await openTemporaryFolder() };
    const settings = { ...env, SAMPLE_DATA: '0', LOG_LEVEL: 'silent' };
    const server = await runServer(settings);
    const readiness = async () => (await fetch(`${server.url}/readyz`)).status;
    const before = await readiness();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(
      `update backoffice.descriptor set application = '9.1.0', layout = $1, works_since = $1`,
      [layout.version + 1],
    );
    await client.end();

    // A result is used for a second.
    await expect.poll(readiness, { timeout: 5_000 }).toBe(503);
    await server.end();
    const again = runServer(settings);
    const sentence =
      `Backoffice 9.1.0 has upgraded this database (layout ${layout.version + 1}), and Backoffice ${applicationVersion} (layout ${layout.version}) cannot use it. ` +
      'Install 9.1.0 or newer, or restore a backup from before the upgrade.';

    await expect(again).rejects.toThrow(`The server ended (1):\n${sentence}`);
    const plan = await runCommand(['plan'], { env });
    await drop();
    expect(before).toBe(200);
    expect(plan).toMatchObject({ code: 1, err: `${sentence}\n` });
  },
);
