import { describe, expect, test, vi } from 'vitest';
import { hurry, passwordReset, put, useOutbox } from '../support/outbox.ts';

const outbox = useOutbox();

describe('a mail server', () => {
  test('that refuses temporarily gets the mail again, later each time', async () => {
    let asked = 0;
    outbox.sink.behave = () =>
      ++asked < 4 ? { refuse: 451, at: asked % 2 ? 'recipient' : 'text' } : 'take';
    await outbox.start();

    const address = await put(outbox.database, 'jane');

    expect(await outbox.settle(address, 'sent')).toMatchObject({
      attempts: 4,
      doubts: 0,
      error: null,
    });
    expect(outbox.sink.copies).toHaveLength(1);
  });

  test.each(['recipient', 'text'] as const)(
    'that refuses permanently at the %s does not get the mail again, and an admin sees its message',
    async (at) => {
      outbox.sink.behave = (recipient) =>
        recipient.startsWith('gone') ? { refuse: 550, at } : 'take';
      await outbox.start();

      const address = await put(outbox.database, 'gone', passwordReset('kept-for-a-retry'));
      await put(outbox.database, 'there');

      const row = await outbox.settle(address, 'parked');
      expect(row).toMatchObject({ attempts: 1, token: 'kept-for-a-retry' });
      expect(row.error).toMatch(/550 .*not today/);
      await outbox.settle('there@example.org', 'sent');
    },
  );

  test('that could not be reached gets everything as soon as it is back', async () => {
    await outbox.sink.shut();
    await outbox.start({ patience: { ...hurry.patience, first: 600, longest: 600 } });
    const addresses = await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map((name) => put(outbox.database, name)),
    );
    await vi.waitFor(
      async () => {
        const rows = await Promise.all(addresses.map(outbox.rowOf));
        expect(rows.filter(({ attempts }) => attempts > 0).length).toBeGreaterThan(2);
        expect(rows[0]?.error).toMatch(/ECONNREFUSED/);
      },
      { timeout: 10_000 },
    );

    await outbox.sink.open();
    await put(outbox.database, 'next');

    await outbox.sink.receive(6);
    for (const address of addresses) await outbox.settle(address, 'sent');
    expect(new Set(outbox.sink.copies.map(({ messageId }) => messageId)).size).toBe(6);
    expect(outbox.sink.copies).toHaveLength(6);
  });

  test('that is slow gets each mail once', async () => {
    // Longer than the lease, which the living sender renews.
    outbox.sink.behave = () => ({ slow: 1_000 });
    await outbox.start({ patience: { ...hurry.patience, lease: 1.5 } });
    await outbox.start({ patience: { ...hurry.patience, lease: 1.5 } });

    const addresses = await Promise.all(['a', 'b'].map((name) => put(outbox.database, name)));

    for (const address of addresses)
      expect(await outbox.settle(address, 'sent')).toMatchObject({ attempts: 1, doubts: 0 });
    expect(outbox.sink.copies).toHaveLength(2);
  });

  test.each([
    // Whether our end came to know that the text had not gone out whole is a matter of luck.
    ['before it has the text', 'breakInText', 1, [0, 1]],
    ['before it says that it has the text', 'breakAfterText', 2, [1]],
  ] as const)('that hangs up %s gets it again with the same ID', async (_, how, copies, doubts) => {
    let asked = 0;
    outbox.sink.behave = () => (++asked === 1 ? how : 'take');
    await outbox.start();

    const address = await put(outbox.database, 'jane');

    const row = await outbox.settle(address, 'sent');
    expect(row.attempts).toBe(2);
    expect(doubts).toContain(row.doubts);
    expect(outbox.sink.copies).toHaveLength(copies);
    expect(new Set(outbox.sink.copies.map(({ messageId }) => messageId)).size).toBe(1);
    expect(new Set(outbox.sink.copies.map(({ html }) => html)).size).toBe(1);
  });

  test('that never accepts a mail is abandoned after two days', async () => {
    outbox.sink.behave = () => ({ refuse: 451, at: 'recipient' });
    const address = await put(outbox.database, 'jane');
    await outbox.database.query(
      `update backoffice.outbox set waits_since = now() - interval '49 hours'`,
    );

    await outbox.start({ patience: { ...hurry.patience, giveUpAfter: 48 * 3_600 } });

    expect((await outbox.settle(address, 'parked')).error).toMatch(/451/);
  });
});

test('the pauses grow from a minute to six hours', async () => {
  outbox.sink.behave = () => ({ refuse: 451, at: 'recipient' });
  const patience = { first: 60, longest: 6 * 3_600, giveUpAfter: 48 * 3_600, lease: 60 };
  const address = await put(outbox.database, 'jane');
  await outbox.start({ patience });
  const pauses: number[] = [];

  for (const attempts of [1, 2, 3, 9, 10, 40]) {
    await outbox.database.query(
      `update backoffice.outbox set attempts = $1, due_at = clock_timestamp()`,
      [attempts - 1],
    );
    await outbox.database.query(`select pg_notify('backoffice_outbox', '')`);
    await vi.waitFor(
      async () => expect((await outbox.rowOf(address)).secondsToWait).toBeGreaterThan(20),
      { timeout: 10_000 },
    );
    pauses.push((await outbox.settle(address, 'waiting')).secondsToWait);
  }

  const expected = [60, 120, 240, 15_360, 21_600, 21_600];
  pauses.forEach((pause, index) => {
    expect(pause).toBeGreaterThan(expected[index]! * 0.85);
    expect(pause).toBeLessThanOrEqual(expected[index]! * 1.1);
  });
});
