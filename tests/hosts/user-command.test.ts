import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand, type CommandResult } from '../support/run-command.ts';
import { runServer, type ServerProcess } from '../support/run-server.ts';
import { signIn } from '../support/sign-in.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

const folder = await openTemporaryFolder();
const env = {
  DATA_DIR: join(folder, 'data'),
  SAMPLE_DATA: '0',
  ADMIN_PASSWORD: 'password of the admin',
  LOG_LEVEL: 'silent',
};
const run = (args: string[], input = ''): Promise<CommandResult> =>
  runCommand(['user', ...args], { env, input });

describe('npx backoffice user', () => {
  test('adds a user to a stopped installation, with a password that works once it runs', async () => {
    const made = await runServer(env);
    await made.end();
    const added = await run([
      'add',
      'eva@example.org',
      '--name',
      'Eva',
      '--role',
      'staff',
      '--json',
    ]);

    const server = await runServer(env);
    const { password } = JSON.parse(added.out);
    const { call } = await signIn(server.url, 'eva@example.org', password);
    const me = await call('GET', '/api/users/current');
    await server.end();
    expect(added.code).toBe(0);
    expect(me.body).toMatchObject({ name: 'Eva', role: 'staff', status: 'confirmed' });
    expect(me.body.passwordExpiresAt).not.toBeNull();
  });
});

test('the password rule of the API applies to the first admin', async () => {
  const fresh = { ...env, DATA_DIR: join(folder, 'fresh') };
  const start = (password: string) => runServer({ ...fresh, ADMIN_PASSWORD: password });

  await expect(start('password')).rejects.toThrow('ADMIN_PASSWORD');
  await expect(start('admin@example.org')).rejects.toThrow('V028');
  await expect(start('x'.repeat(257))).rejects.toThrow('V003');
});

describe('npx backoffice user, while the server runs,', () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await runServer(env);
  });
  afterAll(() => server.end());

  test('changes password and role of a user, whose sessions end', async () => {
    const longest = 'correct horse '.repeat(20).slice(0, 256);
    await run(['add', 'lea@example.org', '--role', 'viewer', '--password-stdin'], longest);
    await signIn(server.url, 'lea@example.org', longest);
    await run(['add', 'ivo@example.org', '--role', 'viewer', '--password-stdin'], 'old password\n');
    const old = await signIn(server.url, 'ivo@example.org', 'old password');

    const changed = await run(
      ['password', 'IVO@example.org', '--password-stdin'],
      'new password\n',
    );
    const raised = await run(['role', 'ivo@example.org', 'staff']);

    const after = await old.call('GET', '/api/users/current');
    const anew = await signIn(server.url, 'ivo@example.org', 'new password');
    const me = await anew.call('GET', '/api/users/current');
    expect([changed.code, raised.code]).toEqual([0, 0]);
    expect(changed.out).not.toContain('new password');
    expect(after.status).toBe(401);
    expect(me.body.role).toBe('staff');
  });

  test.each([
    [['add', 'admin@example.org', '--role', 'staff'], 'already used by another record (11000)', 1],
    [['add', 'nobody', '--role', 'staff'], 'is not an email address', 2],
    [['add', 'ann@example.org', '--role', 'boss'], 'role', 1],
    [['add', 'ann@example.org'], 'requires --role', 2],
    [['password', 'ann@example.org'], 'There is no user ann@example.org', 1],
    [['role', 'admin@example.org', 'staff'], 'last admin', 1],
  ])('answers %j with "%s" and exit code %i', async (args, words, code) => {
    const result = await run(args);

    expect(result.err).toContain(words);
    expect(result.code).toBe(code);
  });

  test.each([
    ['of 7 characters', 'x7!abcd', 'V004'],
    ['of 257 characters', 'correct horse '.repeat(20).slice(0, 257), 'V003'],
    ['that is tried first', 'password', 'V028'],
    ['that is the own address', 'rule@example.org', 'V028'],
  ])('applies the rule of the API to a password %s', async (_, password, code) => {
    const result = await run(
      ['add', 'rule@example.org', '--role', 'staff', '--password-stdin'],
      password,
    );

    expect(result).toMatchObject({ code: 1, out: '', err: expect.stringContaining(code) });
  });

  test('refuses a short password from standard input', async () => {
    const result = await run(['password', 'admin@example.org', '--password-stdin'], 'short\n');

    expect(result.err).toContain('V004');
    expect(result.code).toBe(1);
  });

  test('prints a link for an admin, which signs in once, and none for others', async () => {
    await run(['add', 'plain@example.org', '--role', 'staff']);
    const refused = await run(['link', 'plain@example.org']);
    const printed = JSON.parse((await run(['link', 'admin@example.org', '--json'])).out);
    const [, id, token] = /\/signin\/([^/]+)\/([^/]+)$/.exec(printed.link)!;
    const enter = () =>
      fetch(`${server.url}/api/users/login/link`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ id, token }),
      });

    const statuses = [(await enter()).status, (await enter()).status];

    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('not an active admin') });
    expect(statuses).toEqual([200, 400]);
  });
});
