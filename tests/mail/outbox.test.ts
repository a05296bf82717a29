import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { noteData, claimMails } from '../../src/store/outbox/claim-mails.ts';
import { putMail } from '../../src/store/outbox/put-mail.ts';
import type { MailSender } from '../../src/mail/open-sender.ts';
import { openMailSink, type MailSink } from '../support/mail-sink.ts';
import { hurry, passwordReset, publicUrl, put, readOutbox, runSender } from '../support/outbox.ts';
import { openTestStore, type TestStore } from '../support/store.ts';

let store: TestStore;
let sink: MailSink;
const senders: MailSender[] = [];

beforeAll(async () => {
  store = await openTestStore({});
  sink = await openMailSink();
});
afterEach(async () => {
  await Promise.all(senders.splice(0).map((sender) => sender.close()));
  await store.database.query('delete from backoffice.outbox');
  sink.copies.length = 0;
  sink.behave = () => 'take';
});
afterAll(async () => {
  await sink.shut();
  await store.close();
});

async function start(changes: Parameters<typeof runSender>[2] = {}): Promise<MailSender> {
  const sender = await runSender(store.url, `smtp://${sink.address}`, changes);
  senders.push(sender);
  return sender;
}

const rowOf = (address: string) => readOutbox(store.database, address);

/** Until a row is as it will be; rows change after the mail is out. */
async function settle(address: string, state: string): ReturnType<typeof rowOf> {
  return await vi.waitFor(
    async () => {
      const row = await rowOf(address);
      expect(row.state).toBe(state);
      return row;
    },
    { timeout: 10_000, interval: 20 },
  );
}

describe('a mail', () => {
  test('is sent at once when what it tells of is committed, and its token is gone then', async () => {
    await start();
    const token = 'a-token-of-one-hour';

    const address = await put(store.database, 'jane', passwordReset(token));

    const [copy] = await sink.receive(1);
    expect(copy).toMatchObject({
      recipient: address,
      sender: 'office@example.org',
      from: 'Backoffice <office@example.org>',
      to: address,
      subject: 'Backoffice: set a new password',
    });
    expect(copy?.links[0]).toBe(`${publicUrl}/resetpassword/u1/${token}`);
    expect(copy?.headers.get('auto-submitted')).toBe('auto-generated');
    const row = await settle(address, 'sent');
    expect(row).toMatchObject({ attempts: 1, doubts: 0, error: null, token: null });
    expect(copy?.messageId).toBe(`<${row.messageId}>`);
  });

  test('is never sent when what it tells of is rolled back', async () => {
    await start();
    const rolledBack = store.database.transaction(async (sql) => {
      await putMail(sql, { ...approved, to: { address: 'nobody@example.org' } });
      throw new Error('changed my mind');
    });
    await expect(rolledBack).rejects.toThrow('changed my mind');

    await put(store.database, 'after');

    const copies = await sink.receive(1);
    expect(copies.map(({ recipient }) => recipient)).toEqual(['after@example.org']);
  });

  test('of the same event is sent once', async () => {
    await start();
    await put(store.database, 'jane', { dedupeKey: 'approved/jane/2' });
    await put(store.database, 'jane', { dedupeKey: 'approved/jane/2' });
    await put(store.database, 'jill', { dedupeKey: 'approved/jill/2' });

    await settle('jill@example.org', 'sent');

    await settle('jane@example.org', 'sent');
    expect(sink.copies.map(({ recipient }) => recipient).sort()).toEqual([
      'jane@example.org',
      'jill@example.org',
    ]);
  });

  test('whose link has ended is not sent, and says so', async () => {
    const goodUntil = new Date(Date.now() - 1_000);
    const address = await put(store.database, 'late', passwordReset('too-late', goodUntil));

    await start();

    expect(await settle(address, 'parked')).toMatchObject({
      error: 'Its link had ended before it could be delivered',
    });
    expect(sink.copies).toEqual([]);
  });

  test.each([
    'jane@example.org, eve@example.com',
    '"eve@example.com"@example.org',
    'jane@example.org\r\nBcc: eve@example.com',
    'Jane <jane@example.org>',
    'jane',
  ])('to %j, which is no address, is parked and goes nowhere', async (address) => {
    await put(store.database, 'x', { to: { address } });

    await start();

    expect(await settle(address, 'parked')).toMatchObject({
      error: 'This is no address mail can be sent to',
    });
    expect(sink.copies).toEqual([]);
  });

  test('has the headers we gave it, whatever the name of who gets it', async () => {
    await start();
    const name = 'Jane\r\nBcc: eve@example.com\r\n\r\n<script>, "eve" <eve@example.com>';

    const address = await put(store.database, 'jane', {
      to: { address: 'jane@example.org', name },
    });

    const [copy] = await sink.receive(1);
    expect(copy?.recipient).toBe(address);
    expect(copy?.headers.has('bcc')).toBe(false);
    expect([...(copy?.headers.keys() ?? [])].sort()).toEqual([
      'auto-submitted',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'subject',
      'to',
      'x-auto-response-suppress',
    ]);
    expect(copy?.text).toMatch(/^Hello,\r?\n/);
  });
});

describe('a mail server', () => {
  test('that refuses for now is asked again, later each time', async () => {
    let asked = 0;
    sink.behave = () =>
      ++asked < 4 ? { refuse: 451, at: asked % 2 ? 'recipient' : 'text' } : 'take';
    await start();

    const address = await put(store.database, 'jane');

    expect(await settle(address, 'sent')).toMatchObject({ attempts: 4, doubts: 0, error: null });
    expect(sink.copies).toHaveLength(1);
  });

  test.each(['recipient', 'text'] as const)(
    'that refuses for good at the %s is not asked again, and an admin sees its words',
    async (at) => {
      sink.behave = (recipient) => (recipient.startsWith('gone') ? { refuse: 550, at } : 'take');
      await start();

      const address = await put(store.database, 'gone', passwordReset('kept-for-a-retry'));
      await put(store.database, 'there');

      const row = await settle(address, 'parked');
      expect(row).toMatchObject({ attempts: 1, token: 'kept-for-a-retry' });
      expect(row.error).toMatch(/550 .*not today/);
      await settle('there@example.org', 'sent');
    },
  );

  test('that cannot be reached gets everything when it is back, without waiting out the pauses', async () => {
    await sink.shut();
    await start({ patience: { ...hurry.patience, first: 600, longest: 600 } });
    const addresses = await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map((name) => put(store.database, name)),
    );
    await vi.waitFor(
      async () => {
        const rows = await Promise.all(addresses.map(rowOf));
        expect(rows.filter(({ attempts }) => attempts > 0).length).toBeGreaterThan(2);
        expect(rows[0]?.error).toMatch(/ECONNREFUSED/);
      },
      { timeout: 10_000 },
    );

    await sink.open();
    await put(store.database, 'next');

    await sink.receive(6);
    for (const address of addresses) await settle(address, 'sent');
    expect(new Set(sink.copies.map(({ messageId }) => messageId)).size).toBe(6);
    expect(sink.copies).toHaveLength(6);
  });

  test('that is slow is waited for, and gets each mail once', async () => {
    // Longer than the lease, which the living sender renews.
    sink.behave = () => ({ slow: 700 });
    await start({ patience: { ...hurry.patience, lease: 0.5 } });
    await start({ patience: { ...hurry.patience, lease: 0.5 } });

    const addresses = await Promise.all(['a', 'b'].map((name) => put(store.database, name)));

    for (const address of addresses)
      expect(await settle(address, 'sent')).toMatchObject({ attempts: 1, doubts: 0 });
    expect(sink.copies).toHaveLength(2);
  });

  test.each([
    // Whether our end came to know that the text had not gone out whole is a matter of luck.
    ['before it has the text', 'breakInText', 1, [0, 1]],
    ['before it says that it has the text', 'breakAfterText', 2, [1]],
  ] as const)(
    'that hangs up %s gets it again, and knows it by its id',
    async (_, how, copies, doubts) => {
      let asked = 0;
      sink.behave = () => (++asked === 1 ? how : 'take');
      await start();

      const address = await put(store.database, 'jane');

      const row = await settle(address, 'sent');
      expect(row.attempts).toBe(2);
      expect(doubts).toContain(row.doubts);
      expect(sink.copies).toHaveLength(copies);
      expect(new Set(sink.copies.map(({ messageId }) => messageId)).size).toBe(1);
      expect(new Set(sink.copies.map(({ html }) => html)).size).toBe(1);
    },
  );

  test('that never takes a mail is given up on after two days', async () => {
    sink.behave = () => ({ refuse: 451, at: 'recipient' });
    const address = await put(store.database, 'jane');
    await store.database.query(
      `update backoffice.outbox set waits_since = now() - interval '49 hours'`,
    );

    await start({ patience: { ...hurry.patience, giveUpAfter: 48 * 3_600 } });

    expect((await settle(address, 'parked')).error).toMatch(/451/);
  });
});

test('the pauses grow from a minute to six hours', async () => {
  sink.behave = () => ({ refuse: 451, at: 'recipient' });
  const patience = { first: 60, longest: 6 * 3_600, giveUpAfter: 48 * 3_600, lease: 60 };
  const address = await put(store.database, 'jane');
  await start({ patience });
  const pauses: number[] = [];

  for (const attempts of [1, 2, 3, 9, 10, 40]) {
    await store.database.query(
      `update backoffice.outbox set attempts = $1, due_at = clock_timestamp()`,
      [attempts - 1],
    );
    await store.database.query(`select pg_notify('backoffice_outbox', '')`);
    await vi.waitFor(async () => expect((await rowOf(address)).secondsToWait).toBeGreaterThan(1));
    pauses.push((await settle(address, 'waiting')).secondsToWait);
  }

  const expected = [60, 120, 240, 15_360, 21_600, 21_600];
  pauses.forEach((pause, index) => {
    expect(pause).toBeGreaterThan(expected[index]! * 0.85);
    expect(pause).toBeLessThanOrEqual(expected[index]! * 1.1);
  });
});

describe('servers on one database', () => {
  test('share the work, and none sends what another one sends', async () => {
    sink.behave = () => ({ slow: 15 });
    const names = Array.from({ length: 30 }, (_, index) => `n${index}`);
    await Promise.all(names.map((name) => put(store.database, name)));

    await Promise.all([start(), start()]);

    await sink.receive(30);
    for (const name of names) await settle(`${name}@example.org`, 'sent');
    expect(sink.copies).toHaveLength(30);
    expect(new Set(sink.copies.map(({ recipient }) => recipient)).size).toBe(30);
  });

  test('take over from one that died, and count what had begun to go out as doubtful', async () => {
    const address = await put(store.database, 'begun');
    const other = await put(store.database, 'claimed');
    const claimed = await claimMails(store.database, {
      most: 2,
      lease: 'of-a-dead-server',
      leaseSeconds: 0.2,
      domain: 'example.org',
    });
    const begun = claimed.find((mail) => mail.address === address)!;
    await noteData(store.database, begun, 0.2);

    await start();

    expect(await settle(address, 'sent')).toMatchObject({ attempts: 2, doubts: 1 });
    expect(await settle(other, 'sent')).toMatchObject({ attempts: 2, doubts: 0 });
    expect(await noteData(store.database, begun, 2)).toBe(false);
  });
});

describe('a server that stops', () => {
  test('finishes what it is sending, and leaves the rest to the next', async () => {
    sink.behave = () => ({ slow: 200 });
    await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => put(store.database, name)));
    const sender = await start({ pace: { ...hurry.pace, width: 2 } });
    await sink.receive(1);

    await sender.close();

    const { rows } = await store.database.query<{ state: string; attempts: number }>(
      'select state, attempts from backoffice.outbox order by state',
    );
    const sent = rows.filter(({ state }) => state === 'sent');
    expect(sent.length).toBe(sink.copies.length);
    expect(rows.filter(({ state }) => state === 'waiting').length).toBe(6 - sent.length);
    expect(rows.every(({ state, attempts }) => attempts === (state === 'sent' ? 1 : 0))).toBe(true);
  });

  test('gives back at once what has not begun to go out', async () => {
    const address = await put(store.database, 'jane');
    // Nobody greets at this port, so the text cannot begin.
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const sender = await runSender(store.url, `smtp://127.0.0.1:${port}`, {
      pace: { ...hurry.pace, farewell: 0.1 },
    });
    await settle(address, 'sending');

    await sender.close();

    expect(await rowOf(address)).toMatchObject({ state: 'waiting', attempts: 0, doubts: 0 });
    silent.close();
  });
});

const approved = { kind: 'approved', language: 'en', data: { role: null } } as const;
