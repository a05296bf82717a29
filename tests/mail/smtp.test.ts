import { afterEach, describe, expect, test } from 'vitest';
import type { Transport, Outcome } from '../../src/mail/transport.ts';
import { createSmtpTransport } from '../../src/mail/smtp-transport.ts';
import { parseSmtpUrl, type SmtpTarget } from '../../src/mail/smtp-url.ts';
import { openMailSink, type MailSink } from '../support/mail-sink.ts';

const sinks: MailSink[] = [];
afterEach(async () => {
  await Promise.all(sinks.splice(0).map((sink) => sink.shut()));
});

async function open(...args: Parameters<typeof openMailSink>): Promise<MailSink> {
  const sink = await openMailSink(...args);
  sinks.push(sink);
  return sink;
}

function boxOf(url: string, changes: Partial<SmtpTarget> = {}, data = 10_000): Transport {
  return createSmtpTransport({ ...parseSmtpUrl(url)!, ...changes }, { before: 10_000, data });
}

const message = {
  id: 'm1',
  from: 'office@example.org',
  to: 'jane@example.org',
  subject: 'x',
  raw: Buffer.from(
    'Message-ID: <m1@example.org>\r\nContent-Type: multipart/alternative; boundary="b"\r\n\r\n' +
      '--b\r\nContent-Type: text/plain\r\n\r\n.a dot at the beginning of a line\r\n\r\n--b--\r\n',
  ),
};

function deliver(box: Transport, begin = async () => true): Promise<Outcome> {
  return box.deliver(message, begin, new AbortController().signal);
}

describe('a message', () => {
  test('arrives unchanged, over TLS if the server offers it', async () => {
    const sink = await open();
    const box = boxOf(`smtp://${sink.address}`);

    expect(await deliver(box)).toEqual({ outcome: 'sent' });

    expect(sink.copies[0]).toMatchObject({ secure: true, user: '', recipient: 'jane@example.org' });
    expect(sink.copies[0]?.text).toContain('\r\n.a dot at the beginning of a line'.trim());
    box.rest();
  });

  test('arrives without TLS if the server has none and no password is sent', async () => {
    const sink = await open({ disabledCommands: ['STARTTLS'] });

    expect(await deliver(boxOf(`smtp://${sink.address}`))).toEqual({ outcome: 'sent' });

    expect(sink.copies[0]?.secure).toBe(false);
  });

  test('signs in as the user in the URL, with special characters in the password', async () => {
    const sink = await open({
      authOptional: false,
      onAuth: ({ username, password }, _, done) =>
        done(password === 'p@ss:w/rd%' ? null : new Error('wrong'), { user: username }),
    });

    const outcome = await deliver(boxOf(`smtp://office:p%40ss%3Aw%2Frd%25@${sink.address}`));

    expect(outcome).toEqual({ outcome: 'sent' });
    expect(sink.copies[0]?.user).toBe('office');
  });

  test('uses TLS from the first byte with smtps', async () => {
    const sink = await open({ secure: true });

    const outcome = await deliver(boxOf(`smtps://${sink.address}`, { verify: false }));

    expect(outcome).toEqual({ outcome: 'sent' });
    expect(sink.copies[0]?.secure).toBe(true);
  });

  test('reuses the connection of the previous one', async () => {
    const sink = await open();
    const box = boxOf(`smtp://${sink.address}`);

    for (let index = 0; index < 5; index++) expect(await deliver(box)).toEqual({ outcome: 'sent' });

    expect(sink.opened()).toBe(1);
    box.rest();
  });

  test('uses a new connection if the previous one was closed meanwhile', async () => {
    const sink = await open();
    const box = boxOf(`smtp://${sink.address}`);
    await deliver(box);
    await sink.shut();
    await sink.open();

    expect(await deliver(box)).toEqual({ outcome: 'sent' });
    expect(sink.copies).toHaveLength(2);
    box.rest();
  });

  test('is not sent if another server has claimed it', async () => {
    const sink = await open();

    expect(await deliver(boxOf(`smtp://${sink.address}`), async () => false)).toEqual({
      outcome: 'withdrawn',
    });
    expect(sink.copies).toEqual([]);
  });

  test('is not sent if its start cannot be recorded', async () => {
    const sink = await open();
    const begin = () => Promise.reject(new Error('the database is away'));

    expect(await deliver(boxOf(`smtp://${sink.address}`), begin)).toMatchObject({
      outcome: 'failed',
      permanent: false,
    });
    expect(sink.copies).toEqual([]);
  });
});

test(
  'a message is withdrawn without waiting for a silent mail server',
  { timeout: 20_000 },
  async () => {
    const asked = Promise.withResolvers<void>();
    const sink = await open({ onRcptTo: () => asked.resolve() });
    const withdrawing = new AbortController();
    const patience = { before: 300_000, data: 300_000 };
    const box = createSmtpTransport(parseSmtpUrl(`smtp://${sink.address}`)!, patience);

    const outcome = box.deliver(message, async () => true, withdrawing.signal);
    await asked.promise;
    withdrawing.abort();

    expect(await outcome).toEqual({ outcome: 'withdrawn' });
    expect(sink.copies).toEqual([]);
  },
);

describe('the other side', () => {
  test('that has a wrong certificate gets nothing', async () => {
    const sink = await open({ secure: true });

    const outcome = await deliver(boxOf(`smtps://office:secret@${sink.address}`));

    expect(outcome).toMatchObject({ outcome: 'failed', unreachable: true, permanent: false });
    expect(JSON.stringify(outcome)).toMatch(/certificate/i);
    expect(sink.copies).toEqual([]);
  });

  test('that offers no TLS does not get the password', async () => {
    let heard = 0;
    const sink = await open({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: (_, __, done) => done(null, { user: String(++heard) }),
    });
    const url = `smtp://office:secret@${sink.address}`;

    expect(await deliver(boxOf(url, { requireTls: true }))).toMatchObject({ outcome: 'failed' });
    expect(heard).toBe(0);
  });

  test('that refuses the password is a problem of the installation, not of the mail', async () => {
    const sink = await open();

    const outcome = await deliver(boxOf(`smtp://office:wrong@${sink.address}`));

    expect(outcome).toMatchObject({ outcome: 'failed', unreachable: true, permanent: false });
    expect(JSON.stringify(outcome)).not.toContain('wrong@');
  });

  test('that cannot be reached is distinguished from one that refuses', async () => {
    const sink = await open();
    await sink.shut();

    expect(await deliver(boxOf(`smtp://${sink.address}`))).toMatchObject({
      outcome: 'failed',
      unreachable: true,
    });
  });

  test('that accepts the text without a response leaves the mail doubtful', async () => {
    const sink = await open();
    sink.behave = () => ({ slow: 2_000 });

    const outcome = await deliver(boxOf(`smtp://${sink.address}`, {}, 500));

    expect(outcome).toMatchObject({ outcome: 'doubtful' });
  });
});

describe('the address of a mail server', () => {
  test.each([
    ['smtp://mail.example.org', { port: 587, secure: false, requireTls: false, verify: false }],
    ['smtp://u:p@mail.example.org', { port: 587, secure: false, requireTls: true, verify: true }],
    ['smtps://u:p@mail.example.org', { port: 465, secure: true, verify: true }],
    ['smtps://mail.example.org:2465/', { port: 2465, secure: true, verify: true }],
    ['smtp://u:p@localhost:25', { port: 25, requireTls: false, verify: false }],
    ['smtp://u:p%40%@[::1]:25', { host: '::1', auth: { user: 'u', pass: 'p%40%' } }],
  ])('%s is understood', (url, expected) => {
    expect(parseSmtpUrl(url)).toMatchObject(expected);
  });

  test.each([
    'mail.example.org',
    'http://mail.example.org',
    'smtp://',
    'smtp://user@mail.example.org',
    'smtp://mail.example.org/path',
    'smtp://mail.example.org?tls=none',
    'smtp://mail.example.org:99999',
  ])('%s is refused', (url) => {
    expect(parseSmtpUrl(url)).toBeUndefined();
  });
});
