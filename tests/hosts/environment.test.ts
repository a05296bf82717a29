import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseEnvironment, variables } from '../../src/hosts/environment.ts';
import { toLine } from '../../src/hosts/refusal.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

const daily = {
  BACKUP_SCHEDULE: '03:15',
  BACKUP_TO: '/srv/backups',
  BACKUP_KEY: 'age1lvyvwawkr0mcnnnncaghunadrqkmuf9e6507x9y920xxpp866cnql7dp2z',
};

describe('the environment', () => {
  test('needs nothing: every variable has a default', () => {
    const outcome = parseEnvironment({});

    expect(outcome).toMatchObject({
      environment: {
        host: '127.0.0.1',
        port: 3000,
        dataDir: resolve('data'),
        resources: resolve('resources.json'),
        sampleData: true,
        sessionIdleDays: 14,
        serviceWorker: true,
        watch: false,
        logLevel: 'info',
      },
    });
  });

  test('names all accepted values of a switch', () => {
    const outcome = parseEnvironment({ WATCH: 'perhaps' });

    expect('problems' in outcome && outcome.problems[0]?.message).toBe(
      'must be one of 1, true, yes, on, 0, false, no, off',
    );
    for (const word of ['1', 'true', 'yes', 'on'])
      expect(parseEnvironment({ WATCH: word })).toMatchObject({ environment: { watch: true } });
  });

  test('reads a secret from a file', async () => {
    const path = join(await openTemporaryFolder(), 'secret');
    await writeFile(path, `${'s'.repeat(32)}\n`);
    const [gone, both] = [`${path}.gone`, { SECRET: 's'.repeat(32), SECRET_FILE: path }];

    const outcome = parseEnvironment({ SECRET_FILE: path, OTHER_FILE: gone });
    const problemOf = (source: Record<string, string>) => {
      const refused = parseEnvironment(source);
      return 'problems' in refused && refused.problems.map(toLine);
    };

    expect(outcome).toMatchObject({ environment: { secret: 's'.repeat(32) } });
    expect(problemOf({ SMTP_URL_FILE: gone })).toEqual([
      'SMTP_URL_FILE must be a file that this user can read (V002)',
    ]);
    expect(problemOf(both)).toEqual(['SECRET_FILE must be absent where SECRET is set (V002)']);
    expect(problemOf({ OIDC_SSO_CLIENT_SECRET_FILE: gone })).toContain(
      'OIDC_SSO_CLIENT_SECRET_FILE must be a file that this user can read (V002)',
    );
  });

  test('treats an empty variable as absent', () => {
    const outcome = parseEnvironment({ PORT: '', DATABASE_URL: ' ' });

    expect(outcome).toMatchObject({ environment: { port: 3000, databaseUrl: undefined } });
  });

  test.each([
    ['PORT', '0', 'port', 0],
    ['PUBLIC_URL', 'https://office.example.org/', 'publicUrl', 'https://office.example.org'],
    ['SAMPLE_DATA', '0', 'sampleData', false],
    ['SERVICE_WORKER', '0', 'serviceWorker', false],
    ['SESSION_IDLE_DAYS', '7', 'sessionIdleDays', 7],
    ['WATCH', 'true', 'watch', true],
    ['LOG_LEVEL', 'DEBUG', 'logLevel', 'debug'],
    ['DATABASE_CONNECTIONS', '24', 'databaseConnections', 24],
    ['MAX_CONNECTIONS', '500', 'maxConnections', 500],
    ['WIRE', 'Plain', 'wire', 'plain'],
    ['SLOW_QUERY_MS', '0', 'slowQueryMs', 0],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://otel:4318', 'telemetryUrl', 'http://otel:4318'],
    ['FILES_MEMORY_MB', '700', 'filesMemoryMb', 700],
    ['FILES_LIMIT', '1.5 TB', 'filesLimit', 1_500_000_000_000],
    ['FILES_USER_LIMIT', '20GB', 'filesUserLimit', 20_000_000_000],
    ['SCAN_COMMAND', 'clamdscan  --fdpass', 'scanCommand', ['clamdscan', '--fdpass']],
    [
      'WEBHOOK_PRIVATE',
      'hooks.intern, 10.0.0.0/8',
      'webhookPrivate',
      ['hooks.intern', '10.0.0.0/8'],
    ],
    ['TRUSTED_PROXIES', '10.1.2.3, fd00::/8', 'trustedProxies', ['10.1.2.3', 'fd00::/8']],
    [
      'CORS_ORIGINS',
      'https://shop.example.org/, http://localhost:5173 *',
      'corsOrigins',
      ['https://shop.example.org', 'http://localhost:5173', '*'],
    ],
    ['BACKUP_PING_URL', 'https://hc.org/a?b=c', 'backupPingUrl', 'https://hc.org/a?b=c'],
    ['DATA_DIR', '/srv/data', 'dataDir', '/srv/data'],
    ['BACKUP_TO', '/srv/backups', 'backupTo', { folder: '/srv/backups' }],
    ['BACKUP_TO', 'file:///srv/backups', 'backupTo', { folder: '/srv/backups' }],
    ['BACKUP_KEY', `age1${'q'.repeat(58)}`, 'backupKey', [`age1${'q'.repeat(58)}`]],
    ['BACKUP_SCHEDULE', 'elsewhere', 'backupSchedule', 'elsewhere'],
    ['BACKUP_KEEP', '30, 0,6', 'backupKeep', { days: 30, weeks: 0, months: 6 }],
    ['DATABASE_URL', 'postgresql:///db?host=/run', 'databaseUrl', 'postgresql:///db?host=/run'],
    [
      'DATABASE_URL',
      'postgresql://me@one:5432,two/db?target_session_attrs=read-write',
      'databaseUrl',
      'postgresql://me@one:5432,two/db?target_session_attrs=read-write',
    ],
    ['SECRET', 'x'.repeat(32), 'secret', 'x'.repeat(32)],
    ['FILES_URL', 'file:///srv/our%20files', 'filesUrl', { folder: '/srv/our files' }],
    [
      'FILES_URL',
      's3://test%3Atester:a%2Fb@s3.example.org:9000/bucket/one/two?region=eu-central-1&tls=false',
      'filesUrl',
      {
        endpoint: 'http://s3.example.org:9000',
        bucket: 'bucket',
        prefix: 'one/two/',
        region: 'eu-central-1',
        credentials: { key: 'test:tester', secret: 'a/b' },
      },
    ],
  ])('reads %s=%s', (name, text, key, value) => {
    const outcome = parseEnvironment({ [name]: text });

    expect(outcome).toMatchObject({ environment: { [key]: value } });
  });

  test.each([
    ['PORT', '80a'],
    ['PORT', '65536'],
    ['PORT', '5060'],
    ['PORT', '6667'],
    ['PORT', '-1'],
    ['SESSION_IDLE_DAYS', '0'],
    ['SESSION_IDLE_DAYS', '31'],
    ['DATABASE_URL', 'mysql://root@localhost/db'],
    ['DATABASE_URL', 'postgresql://one,/db'],
    ['DATABASE_URL', 'postgresql://one,two/db?target_session_attrs=any'],
    ['DATABASE_READ_URL', 'localhost'],
    ['DATABASE_READ_URL', 'postgresql://one,two/db?target_session_attrs=fast'],
    ['PUBLIC_URL', 'office.example.org'],
    ['PUBLIC_URL', 'https://example.org/office'],
    ['SECRET', 'x'.repeat(31)],
    ['ADMIN_EMAIL', 'admin'],
    ['ADMIN_PASSWORD', 'short'],
    ['SAMPLE_DATA', 'maybe'],
    ['SMTP_URL', 'https://mail.example.org'],
    ['SMTP_URL', 'smtp://office@mail.example.org'],
    ['SMTP_URL', 'smtp://mail.example.org?tls=no'],
    ['MAIL_FROM', 'office'],
    ['MAIL_FROM', 'a@example.org, b@example.org'],
    ['MAIL_FROM', 'Office <a@example.org>\r\nBcc: b@example.org'],
    ['WATCH', '2'],
    ['LOG_LEVEL', 'loud'],
    ['DATABASE_CONNECTIONS', '3'],
    ['MAX_CONNECTIONS', '0'],
    ['WIRE', 'quick'],
    ['SLOW_QUERY_MS', '1s'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'otel:4318'],
    ['METRICS_TOKEN', 'short'],
    ['FILES_MEMORY_MB', '100'],
    ['FILES_LIMIT', '0 GB'],
    ['FILES_LIMIT', '200'],
    ['FILES_USER_LIMIT', '-1 GB'],
    ['SCAN_COMMAND', 'clamdscan; rm'],
    ['TRUSTED_PROXIES', '2'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', 'fd00::/129'],
    ['WEBHOOK_PRIVATE', 'http://hooks.intern'],
    ['WEBHOOK_PRIVATE', '10.0.0.0/33'],
    ['CORS_ORIGINS', 'shop.example.org'],
    ['CORS_ORIGINS', 'https://shop.example.org/page'],
    ['CORS_ORIGINS', 'https://*.example.org, null'],
    ['BACKUP_PING_URL', 'hc-ping.com/id'],
    ['BACKUP_PING_URL', 'https://user:secret@hc-ping.com/id'],
    ['BACKUP_TO', 's3://bucket'],
    ['BACKUP_KEY', 'AGE-SECRET-KEY-1QQQQQQQQ'],
    ['BACKUP_KEEP', '0,4,12'],
    ['BACKUP_SCHEDULE', '24:00'],
    ['BACKUP_SCHEDULE', '03:15 Europe/Nowhere'],
    ['FILES_URL', '/srv/files'],
    ['FILES_URL', 'file://host/srv/files'],
    ['FILES_URL', 'https://s3.example.org/bucket'],
    ['FILES_URL', 's3://key:secret@s3.example.org'],
    ['FILES_URL', 's3://key@s3.example.org/bucket'],
    ['FILES_URL', 's3://key:secret@s3.example.org/bucket?tls=no'],
    ['FILES_URL', 's3://key:secret@s3.example.org/bucket?regoin=eu'],
    ['FILES_URL', 's3://key:secret@s3.example.org/bucket/.hidden'],
  ])('refuses %s=%s and names it, without repeating the value', (name, text) => {
    const outcome = parseEnvironment({ [name]: text });

    if (!('problems' in outcome)) throw new Error('accepted');
    expect(outcome.problems).toHaveLength(1);
    expect(outcome.problems[0]?.path).toBe(name);
    expect(outcome.problems[0]?.message).not.toContain(`"${text}"`);
  });

  test('reports all problems at once', () => {
    const outcome = parseEnvironment({ PORT: 'x', SECRET: 'x', LOG_LEVEL: 'x' });

    if (!('problems' in outcome)) throw new Error('accepted');
    expect(outcome.problems.map(({ path }) => path)).toEqual(['PORT', 'SECRET', 'LOG_LEVEL']);
  });

  test.each(['DATABASE_READ_URL', 'DATABASE_DIRECT_URL'])(
    'requires DATABASE_URL for %s',
    (name) => {
      const outcome = parseEnvironment({ [name]: 'postgresql://other/db' });

      if (!('problems' in outcome)) throw new Error('accepted');
      expect(outcome.problems[0]?.path).toBe('DATABASE_URL');
    },
  );

  test.each([
    [{ FILES_URL: 's3://s3.example.org/bucket' }, ['FILES_KEY', 'FILES_SECRET']],
    [{ FILES_URL: 's3://s3.example.org/bucket', FILES_KEY: 'key' }, ['FILES_SECRET']],
    [{ FILES_SECRET: 'secret' }, ['FILES_KEY']],
    [{ FILES_URL: 's3://s3.example.org/bucket', FILES_KEY: 'key', FILES_SECRET: 'secret' }, []],
    [{ FILES_URL: 's3://key:secret@s3.example.org/bucket' }, []],
  ])('requires both credentials of a store: %j', (source, missing) => {
    const outcome = parseEnvironment(source);

    const problems = 'problems' in outcome ? outcome.problems : [];
    expect(problems.map(({ path }) => path)).toEqual(missing);
  });

  test.each([
    [{}, ['BACKUP_SCHEDULE']],
    [{ BACKUP_SCHEDULE: '03:15' }, ['BACKUP_TO', 'BACKUP_KEY']],
    [{ ...daily }, []],
    [{ ...daily, DATABASE_URL: 'postgres://db.example.org/office' }, ['BACKUP_POINT_IN_TIME']],
  ])('restores moments only of the embedded database, with a daily backup: %j', (source, paths) => {
    const outcome = parseEnvironment({ BACKUP_POINT_IN_TIME: '1', ...source });

    const problems = 'problems' in outcome ? outcome.problems : [];
    expect(problems.map(({ path }) => path)).toEqual(paths);
  });

  test('knows the variables of the contract and no others', () => {
    const names = Object.values(variables).map(({ name }) => name);

    expect(names).toEqual(
      `HOST PORT DATA_DIR DATABASE_URL DATABASE_READ_URL DATABASE_DIRECT_URL DATABASE_PREPARED DATABASE_CONNECTIONS
       FILES_URL FILES_KEY FILES_SECRET BACKUP_TO BACKUP_KEY BACKUP_IDENTITY BACKUP_SCHEDULE BACKUP_KEEP
       BACKUP_PING_URL BACKUP_POINT_IN_TIME
       IMPORT_FOLDER RESOURCES DESCRIPTOR_GIT PUBLIC_URL TRUSTED_PROXIES CORS_ORIGINS SECRET ADMIN_EMAIL
       ADMIN_PASSWORD SAMPLE_DATA SMTP_URL MAIL_FROM SESSION_IDLE_DAYS SERVICE_WORKER WATCH LOG_LEVEL
       METRICS_TOKEN MAX_CONNECTIONS WIRE OTEL_EXPORTER_OTLP_ENDPOINT SLOW_QUERY_MS FILES_MEMORY_MB
       FILES_LIMIT FILES_USER_LIMIT SCAN_COMMAND WEBHOOK_PRIVATE
       PASSWORD_SIGN_IN`.split(/\s+/),
    );
  });
});
