import { readdir, readFile, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openMailSink, type MailSink } from '../support/mail-sink.ts';
import { readMail } from '../support/read-mail.ts';
import { runServer } from '../support/run-server.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

const folder = await openTemporaryFolder();
let place: TestDatabase;
let sink: MailSink;
let env: Record<string, string>;

beforeAll(async () => {
  place = await createTestDatabase();
  sink = await openMailSink();
  env = {
    DATABASE_URL: place.url,
    DATA_DIR: folder,
    SAMPLE_DATA: '0',
    ADMIN_PASSWORD: 'password of the admin',
    LOG_LEVEL: 'trace',
  };
});
afterAll(async () => {
  await sink.shut();
  await place.drop();
});

/** Asks for a new password, and says to be somebody else's host. */
function forget(url: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { Host: 'evil.example', 'Content-Type': 'application/json' };
    const call = request(
      `${url}/api/users/forgotpassword`,
      { method: 'POST', headers },
      ({ statusCode }) => resolve(statusCode),
    );
    call.on('error', reject);
    call.end(JSON.stringify({ email: 'admin@example.org' }));
  });
}

test('a server sends its mails by SMTP_URL, from MAIL_FROM, with links to PUBLIC_URL', async () => {
  const server = await runServer({
    ...env,
    SMTP_URL: `smtp://office:secret@${sink.address}`,
    MAIL_FROM: 'The Office <office@chems.example>',
    PUBLIC_URL: 'https://office.chems.example',
  });

  expect(await forget(server.url)).toBe(204);
  const [mail] = await sink.receive(1);
  const code = await server.end();

  expect(mail).toMatchObject({
    recipient: 'admin@example.org',
    sender: 'office@chems.example',
    from: 'The Office <office@chems.example>',
    user: 'office',
  });
  expect(mail?.messageId).toMatch(/@chems\.example>$/);
  const link = mail?.links[0] ?? '';
  expect(link).toMatch(/^https:\/\/office\.chems\.example\/resetpassword\/[\w-]+\/[\w-]{20,}$/);
  expect(code).toBe(0);
  const log = server.lines.join('\n');
  expect(log).toContain('An email was sent');
  expect(log).not.toContain(link.split('/').at(-1));
  expect(log).not.toContain('secret');
});

test('a server without SMTP_URL writes mails to files that only its owner can read', async () => {
  const server = await runServer(env);
  const outbox = join(folder, 'outbox');

  expect(await forget(server.url)).toBe(204);
  const files = await vi.waitFor(
    async () => {
      const found = (await readdir(outbox)).filter((name) => name.endsWith('.eml'));
      expect(found).toHaveLength(1);
      return found;
    },
    { timeout: 10_000 },
  );
  await server.end();

  const path = join(outbox, files[0]!);
  const mail = readMail(await readFile(path, 'utf8'));
  expect(mail.links[0]).toMatch(new RegExp(`^${server.url}/resetpassword/`));
  expect(mail.from).toBe('Backoffice <no-reply@localhost>');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(outbox)).mode & 0o777).toBe(0o700);
});

test('a public server warns of mails in files, in a private data folder', async () => {
  const data = join(folder, 'new/data');
  const start = { ...env, DATA_DIR: data, LOG_LEVEL: 'warn' };

  const ours = await runServer(start);
  await ours.end();
  const reached = await runServer({ ...start, PUBLIC_URL: 'https://office.chems.example' });
  await reached.end();

  expect(ours.lines.join('\n')).not.toContain('SMTP_URL');
  expect(reached.lines.join('\n')).toContain('SMTP_URL is not set: emails');
  // As root its database runs as another user, who passes through.
  expect((await stat(data)).mode & 0o066).toBe(0);
});

test.each([
  [
    { SMTP_URL: 'mail.example.org:25' },
    'SMTP_URL must be in the form smtp://user:password@host:587',
  ],
  [{ MAIL_FROM: 'office' }, 'MAIL_FROM must be in the form Backoffice <office@example.org>'],
])('a server does not start with %j, and suggests a valid value', async (wrong, words) => {
  await expect(runServer({ ...env, ...wrong })).rejects.toThrow(words);
});
