import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { claimMails, markDataSent } from '../../src/store/system/outbox/claim-mails.ts';
import { hurry, passwordReset, put, useOutbox } from '../support/outbox.ts';

const outbox = useOutbox();

describe('servers on one database', () => {
  test('share the work, and never send the same mail', async () => {
    outbox.sink.behave = () => ({ slow: 15 });
    const names = Array.from({ length: 30 }, (_, index) => `n${index}`);
    await Promise.all(names.map((name) => put(outbox.database, name)));

    await Promise.all([outbox.start(), outbox.start()]);

    await outbox.sink.receive(30);
    for (const name of names) await outbox.settle(`${name}@example.org`, 'sent');
    expect(outbox.sink.copies).toHaveLength(30);
    expect(new Set(outbox.sink.copies.map(({ recipient }) => recipient)).size).toBe(30);
  });

  test('take over from one that died, and mark started mails as doubtful', async () => {
    const address = await put(outbox.database, 'begun');
    const other = await put(outbox.database, 'claimed');
    const claimed = await claimMails(outbox.database, {
      most: 2,
      lease: 'of-a-dead-server',
      leaseSeconds: 0.2,
      domain: 'example.org',
    });
    const begun = claimed.find((mail) => mail.address === address)!;
    await markDataSent(outbox.database, begun, 0.2);
    const warned: object[] = [];
    const warn = (fields: object) => warned.push(fields);

    await outbox.start({ log: { info() {}, warn, error() {} } });

    expect(await outbox.settle(address, 'sent')).toMatchObject({ attempts: 2, doubts: 1 });
    expect(await outbox.settle(other, 'sent')).toMatchObject({ attempts: 2, doubts: 0 });
    expect(await markDataSent(outbox.database, begun, 2)).toBe(false);
    expect(warned).toEqual([{ mail: begun.id, kind: 'approved' }]);
  });
});

test('servers send links that somebody waits for first', async () => {
  for (const name of ['a', 'b', 'c', 'd', 'e']) await put(outbox.database, name);
  await put(outbox.database, 'waits', passwordReset());

  await outbox.start({ pace: { ...hurry.pace, width: 1 } });

  const copies = await outbox.sink.receive(6);
  expect(copies[0]?.recipient).toBe('waits@example.org');
});

test('servers do not delay other mails for one without a response', async () => {
  const others = ['four', 'five', 'six'];
  outbox.sink.behave = (recipient) =>
    others.some((name) => recipient.startsWith(name)) ? 'take' : { slow: 30_000 };
  for (const name of ['one', 'two', 'three']) await put(outbox.database, name);
  await outbox.start({ pace: { ...hurry.pace, slow: 0.1, farewell: 0.1 } });
  await outbox.settle('three@example.org', 'sending');

  for (const name of others) await put(outbox.database, name);

  for (const name of others) await outbox.settle(`${name}@example.org`, 'sent');
  expect(await outbox.rowOf('one@example.org')).toMatchObject({ state: 'sending', attempts: 1 });
});

describe('a server that stops', () => {
  test('completes the current mail, and leaves the rest to the next', async () => {
    outbox.sink.behave = () => ({ slow: 200 });
    await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => put(outbox.database, name)));
    const sender = await outbox.start({ pace: { ...hurry.pace, width: 2 } });
    await outbox.sink.receive(1);

    await sender.close();

    const { rows } = await outbox.database.query<{ state: string; attempts: number }>(
      'select state, attempts from backoffice.outbox order by state',
    );
    const sent = rows.filter(({ state }) => state === 'sent');
    expect(sent.length).toBe(outbox.sink.copies.length);
    expect(rows.filter(({ state }) => state === 'waiting').length).toBe(6 - sent.length);
    expect(rows.every(({ state, attempts }) => attempts === (state === 'sent' ? 1 : 0))).toBe(true);
  });

  test('releases mails at once that it has not started to send', async () => {
    const address = await put(outbox.database, 'jane');
    // Nobody greets at this port, so the text cannot begin.
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const pace = { ...hurry.pace, farewell: 0.1 };
    const sender = await outbox.start({ pace }, `smtp://127.0.0.1:${port}`);
    await outbox.settle(address, 'sending');

    await sender.close();

    expect(await outbox.rowOf(address)).toMatchObject({ state: 'waiting', attempts: 0, doubts: 0 });
    silent.close();
  });
});
