import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openWebhookSender } from '../../../src/api/webhooks/send.ts';
import { createTargets } from '../../../src/api/webhooks/targets.ts';
import { answerWith, openTarget, webhookTargets } from '../../support/webhook-target.ts';

const target = await openTarget();
beforeEach(() => {
  target.received.length = 0;
});
afterAll(() => target.close());

describe('sending', () => {
  const open = (longest?: number) => openWebhookSender(webhookTargets, longest);
  const send = async (url: string, longest?: number) => {
    const sender = open(longest);
    try {
      return await sender.send(url, {}, '{}');
    } finally {
      sender.close();
    }
  };

  test('does not follow a redirect, wherever it leads', async () => {
    target.behave = answerWith(302, { location: 'http://10.0.0.1/' });

    expect(await send(target.url)).toMatchObject({
      status: 302,
      error: 'redirect',
      detail: 'http://10.0.0.1/',
      isAnswered: false,
    });
  });

  test('ends after the total time limit', async () => {
    target.behave = () => undefined;

    expect(await send(target.url, 100)).toMatchObject({ status: null, error: 'timeout' });
  });

  test('treats a response whose body never ends as accepted, and stores its beginning', async () => {
    let sent = 0;
    const chunk = 'x'.repeat(65_536);
    target.behave = (_, response) => {
      response.writeHead(200, { 'content-length': String(10_000_000_000) });
      const more = (): void => {
        while (!response.destroyed) {
          sent += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', more);
        }
      };
      more();
    };

    const { answer, ...outcome } = await send(target.url);

    expect(outcome).toMatchObject({ status: 200, error: null });
    expect(answer).toBe('x'.repeat(4_096));
    expect(sent).toBeLessThan(50_000_000);
  });

  test('does not decompress a response', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    target.behave = (_, response) =>
      void response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);

    const { answer } = await send(target.url);

    expect(answer!.length).toBeLessThanOrEqual(4_096);
  });

  test('reports a target that closes the connection, and one that does not exist', async () => {
    target.behave = (_, response) => void response.destroy();
    const closed = await openTarget();
    await closed.close();

    expect(await send(target.url)).toMatchObject({ error: 'network', detail: 'ECONNRESET' });
    expect(await send(closed.url)).toMatchObject({ error: 'network', detail: 'ECONNREFUSED' });
  });

  test('stores responses that a database would refuse', async () => {
    target.behave = (_, response) =>
      void response.end(Buffer.concat([Buffer.from('a\0b'), randomBytes(9)]));

    expect((await send(target.url)).answer).toMatch(/^a\uFFFDb/);
  });

  test('does not connect to a private address, even by a name that was public before', async () => {
    const port = new URL(target.url).port;
    // The check of the URL cannot know where a name leads.
    const named = { ...createTargets(['localhost']), allows: createTargets().allows };
    const sender = openWebhookSender(named);

    const outcome = await sender.send(`http://localhost:${port}/`, {}, '{}');
    sender.close();

    expect(outcome).toMatchObject({
      error: 'private',
      detail: expect.stringMatching(/127\.0\.0\.1|::1/),
    });
    expect(target.received).toEqual([]);
  });
});

describe('addresses', () => {
  const none = createTargets();

  test.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0.0.0.0/',
    'https://10.1.2.3/',
    'https://100.64.0.1/',
    'https://169.254.169.254/',
    'https://172.20.0.1/',
    'https://192.168.1.1/',
    'https://255.255.255.255/',
    'https://localhost/',
    'https://a.localhost./',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[fe80::1]/',
    'https://[fc00::1]/',
    'https://[64:ff9b::10.0.0.1]/',
    'https://[2002:7f00:1::]/',
    'https://[ff02::1]/',
  ])('%s is not public', (url) => {
    expect(none.check(url)?.code).toBe('V086');
  });

  test.each([
    'http://example.org/',
    'ftp://example.org/',
    'https://user:pass@example.org/',
    'https://user@example.org/',
    'example.org',
    '',
    `https://example.org/${'x'.repeat(2_000)}`,
  ])('%s cannot be a target', (url) => {
    expect(none.check(url)?.code).toBe('V085');
  });

  test.each(['https://example.org/hook', 'https://93.184.215.14/', 'https://[2606:4700::1111]/'])(
    '%s is public',
    (url) => {
      expect(none.check(url)).toBeUndefined();
    },
  );

  test('can be allowed by name, address and network, also without encryption', () => {
    const own = createTargets(['hooks.intern', '10.0.0.0/8', 'fd00::/8', '192.168.1.5']);

    for (const url of [
      'http://hooks.intern/',
      'https://10.9.9.9/',
      'http://10.9.9.9:8080/',
      'http://[fd00::5]/',
      'http://192.168.1.5/',
    ])
      expect(own.check(url)).toBeUndefined();
    expect(own.check('http://192.168.1.6/')?.code).toBe('V085');
    expect(own.check('https://192.168.1.6/')?.code).toBe('V086');
    expect(own.allows('hooks.intern', '192.168.7.7')).toBe(true);
    expect(own.allows('example.org', '10.2.3.4')).toBe(true);
    expect(own.allows('example.org', '192.168.7.7')).toBe(false);
  });
});
