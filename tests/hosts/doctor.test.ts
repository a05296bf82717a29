import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { openMailSink } from '../support/mail-sink.ts';
import { openOidcServer } from '../support/oidc-server.ts';
import { runCommand } from '../support/run-command.ts';
import { runServer } from '../support/run-server.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

const folder = await openTemporaryFolder();

test(
  'a healthy installation is reported in order while it runs',
  { timeout: 120_000 },
  async () => {
    const sink = await openMailSink();
    const provider = await openOidcServer({ publicUrl: 'http://localhost' });
    const env = {
      DATA_DIR: join(folder, 'sound'),
      SAMPLE_DATA: '0',
      LOG_LEVEL: 'silent',
      SMTP_URL: `smtp://office:secret@${sink.address}`,
      SCAN_COMMAND: 'true',
      OIDC_KEYCLOAK_ISSUER: provider.issuer,
      OIDC_KEYCLOAK_CLIENT_ID: 'backoffice',
      OIDC_KEYCLOAK_CLIENT_SECRET: 'secret',
      OIDC_KEYCLOAK_LABEL: 'Keycloak',
      PUBLIC_URL: 'http://localhost:80',
    };
    const server = await runServer(env);
    await runCommand(['backup', join(folder, 'backups'), '--unencrypted'], { env });

    const examined = await runCommand(['doctor'], { env: { ...env, PUBLIC_URL: server.url } });

    await server.end();
    await provider.close();
    await sink.shut();
    expect(examined).toMatchObject({ code: 0, err: '' });
    expect(examined.out).toMatch(/Everything is in order\.\n$/);
    for (const says of [
      'PostgreSQL 18',
      'one server needs up to 20',
      'The last backup is 0 days old',
      'Files can be written, read and removed in',
      'The virus scanner works (true)',
      `The mail server at ${sink.address} accepts us`,
      `People can sign in with Keycloak (${provider.issuer})`,
      `The server answers at ${server.url}`,
      'The server sees this machine as 127.0.0.1',
    ])
      expect(examined.out).toContain(says);
    expect(sink.copies).toEqual([]);
  },
);

test('each problem is reported with a remedy', { timeout: 120_000 }, async () => {
  const database = await createTestDatabase();
  // With TLS from the first byte, and a certificate that nobody trusts.
  const [sink, secured] = [await openMailSink(), await openMailSink({ secure: true })];
  const dir = join(folder, 'unsound');
  await mkdir(dir);
  await writeFile(join(dir, 'secret'), 'x'.repeat(64));
  await chmod(join(dir, 'secret'), 0o644);
  await chmod(dir, 0o777);

  const examined = await runCommand(['doctor', '--json'], {
    env: {
      DATA_DIR: dir,
      DATABASE_URL: database.url,
      DATABASE_READ_URL: database.url,
      DATABASE_CONNECTIONS: '60',
      RESOURCES: join(folder, 'missing.json'),
      FILES_URL: 's3://key:secret@127.0.0.1:1/bucket?tls=false',
      SCAN_COMMAND: 'false',
      SMTP_URL: `smtp://office:wrong@${sink.address}`,
      OIDC_KEYCLOAK_ISSUER: 'http://localhost:1',
      OIDC_KEYCLOAK_CLIENT_ID: 'backoffice',
      OIDC_KEYCLOAK_CLIENT_SECRET: 'secret',
      PUBLIC_URL: `https://${secured.address}`,
    },
  });

  await Promise.all([sink.shut(), secured.shut()]);
  await database.drop();
  const { findings } = JSON.parse(examined.out) as { findings: Found[] };
  const wrong = findings.filter(({ state }) => state === 'wrong');
  expect(examined).toMatchObject({ code: 1, err: '' });
  expect(wrong.map(({ part, says }) => `${part}: ${says}`)).toEqual([
    expect.stringMatching(/^descriptor: .*missing\.json/),
    `folders: Other users can change ${dir}`,
    `folders: Other users can read ${dir}/secret`,
    'database: fsync is off: a power loss can destroy the database',
    'database: full_page_writes is off: a power loss can destroy pages',
    'database: synchronous_commit is off: a crash loses saved records',
    'database: autovacuum is off: tables grow without end',
    'replica: DATABASE_READ_URL is not a replica, but a server that takes writes',
    expect.stringMatching(/^files: .*ECONNREFUSED/),
    expect.stringMatching(/^scanner: /),
    expect.stringMatching(/^mail: The mail server at .* cannot be used: Invalid login: 535/),
    expect.stringMatching(/^sign-in: Nobody can sign in with .*: no metadata/),
    expect.stringMatching(/^address: .*certificate/),
    expect.stringMatching(/^address: The server does not answer at https:/),
  ]);
  expect(wrong.every(({ todo }) => todo)).toBe(true);
  expect(findings.map(({ says }) => says)).toContainEqual(
    expect.stringMatching(/one server needs up to 68$/),
  );
});

type Found = { part: string; state: string; says: string; todo?: string };
