import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createSmtpTransport } from '../../src/mail/smtp-transport.ts';
import { parseSmtpUrl } from '../../src/mail/smtp-url.ts';
import type { Outcome, Transport } from '../../src/mail/transport.ts';
import { openMailSink, type MailSink } from '../support/mail-sink.ts';

let sink: MailSink | undefined;
let box: Transport | undefined;
afterEach(async () => {
  box?.rest();
  await sink?.shut();
});

const message = {
  id: 'm1',
  from: 'office@example.org',
  to: 'jane@example.org',
  subject: 'x',
  raw: Buffer.from('Subject: x\r\n\r\nHello\r\n'),
};

function deliver(address: string, before = 10_000): Promise<Outcome> {
  box = createSmtpTransport(parseSmtpUrl(`smtp://${address}`)!, { before, data: 10_000 });
  return box.deliver(message, async () => true, new AbortController().signal);
}

async function deliverRefused(responseCode: number): Promise<Outcome> {
  const refusal = Object.assign(new Error('not now'), { responseCode });
  sink = await openMailSink({ onRcptTo: (_, __, done) => done(refusal) });
  return await deliver(sink.address);
}

test.each([
  ['says hello and goes', '220 hello\r\n'],
  ['says nothing at all', undefined],
])('a mail server that %s counts as unreachable for now', async (_, greeting) => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    if (greeting) socket.end(greeting);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;

  expect(await deliver(`127.0.0.1:${port}`, 300)).toMatchObject({
    outcome: 'failed',
    unreachable: true,
    permanent: false,
  });
  server.close();
});

describe('a recipient who is refused', () => {
  test.each([
    [399, { permanent: false, unreachable: true }],
    [400, { permanent: false, unreachable: false }],
    [421, { permanent: false, unreachable: true }],
    [499, { permanent: false, unreachable: false }],
    [500, { permanent: true, unreachable: false }],
    [550, { permanent: true, unreachable: false }],
  ])('by %d is distinguished', async (code, expected) => {
    expect(await deliverRefused(code)).toMatchObject({ outcome: 'failed', ...expected });
    expect(sink?.copies).toEqual([]);
  });
});
