import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { associationSource } from '../support/association.ts';
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

test('an entry in a public form is confirmed by the link in a real mail', async () => {
  const resources = join(folder, 'association.json');
  const source = associationSource();
  source['resources'].signups.public.create.confirm = 'email';
  await writeFile(resources, JSON.stringify(source));
  const own = await createTestDatabase();
  const start = { ...env, DATABASE_URL: own.url, RESOURCES: resources };
  const mailed = sink.copies.length;
  const server = await runServer({ ...start, SMTP_URL: `smtp://${sink.address}` });
  const post = (path: string, body: object, more: Record<string, string> = {}) =>
    fetch(`${server.url}/api/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Accept-Language': 'de', ...more },
      body: JSON.stringify(body),
    });
  const admin = { email: 'admin@example.org', password: env['ADMIN_PASSWORD'] };
  const { token } = (await (await post('users/login', admin)).json()) as { token: string };
  const feast = { _id: 'feast', name: 'Feast', open: true, places: 1 };
  await post('events', feast, { Authorization: `Bearer ${token}` });

  const entry = { event: 'feast', name: 'Ann', email: 'ann@example.org' };
  const sent = await post('public/signups', entry);
  const mail = (await sink.receive(mailed + 1)).find(({ subject }) => subject.includes('Angaben'));
  const link = mail?.links[0] ?? '';
  const secret = { token: link.split('/').at(-1) };
  const stored = await post('public/signups/confirm', secret);
  const again = await post('public/signups/confirm', secret);
  await server.end();
  const without = await runServer({ ...start, LOG_LEVEL: 'warn' });
  await without.end();
  await own.drop();

  expect(mail).toMatchObject({
    recipient: 'ann@example.org',
    subject: 'Association: Bestätigen Sie Ihre Angaben',
  });
  expect(link).toMatch(new RegExp(`^${server.url}/public/signups/confirm/[\\w-]{20,}$`));
  expect([sent.status, stored.status, again.status]).toEqual([202, 201, 400]);
  expect(server.lines.join('\n')).not.toContain(secret.token);
  expect(server.lines.join('\n')).not.toContain('SMTP_URL is not set');
  expect(without.lines.join('\n')).toContain(
    'SMTP_URL is not set: nobody can confirm an entry in the public form of signups',
  );
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
