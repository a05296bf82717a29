import { describe, expect, test, vi } from 'vitest';
import type { Transport } from '../../src/mail/transport.ts';
import { removeMailText, saveMailText } from '../../src/store/system/outbox/mail-texts.ts';
import { queueMail } from '../../src/store/system/outbox/queue-mail.ts';
import { hurry, passwordReset, publicUrl, put, useOutbox } from '../support/outbox.ts';

const outbox = useOutbox();

describe('a mail', () => {
  test('is sent at once when its change is committed, and its token is then deleted', async () => {
    await outbox.start();
    const token = 'a-token-of-one-hour';

    const address = await put(outbox.database, 'jane', passwordReset(token));

    const [copy] = await outbox.sink.receive(1);
    expect(copy).toMatchObject({
      recipient: address,
      sender: 'office@example.org',
      from: 'Backoffice <office@example.org>',
      to: address,
      subject: 'Backoffice: set a new password',
    });
    expect(copy?.links[0]).toBe(`${publicUrl}/resetpassword/u1/${token}`);
    expect(copy?.headers.get('auto-submitted')).toBe('auto-generated');
    const row = await outbox.settle(address, 'sent');
    expect(row).toMatchObject({ attempts: 1, doubts: 0, error: null, token: null });
    expect(copy?.messageId).toBe(`<${row.messageId}>`);
  });

  test('is sent with the current texts of the installation', async () => {
    const of = { kind: 'passwordReset', language: 'en' };
    const words = { subject: '{app}: your link', text: 'Here it is.\n\n{link}' };
    const address = await put(outbox.database, 'wanda', passwordReset('a-token'));
    await saveMailText(outbox.database, of, words);
    await outbox.start();

    const [copy] = await outbox.sink.receive(1);
    await removeMailText(outbox.database, of.kind, of.language);

    expect(copy).toMatchObject({ recipient: address, subject: 'Backoffice: your link' });
    expect(copy?.text).toContain('Here it is.');
    expect(copy?.links[0]).toBe(`${publicUrl}/resetpassword/u1/a-token`);
  });

  test('is never sent when its change is rolled back', async () => {
    await outbox.start();
    const rolledBack = outbox.database.transaction(async (sql) => {
      await queueMail(sql, { ...approved, to: { address: 'nobody@example.org' } });
      throw new Error('changed my mind');
    });
    await expect(rolledBack).rejects.toThrow('changed my mind');

    await put(outbox.database, 'after');

    const copies = await outbox.sink.receive(1);
    expect(copies.map(({ recipient }) => recipient)).toEqual(['after@example.org']);
  });

  test('is sent once for the same event', async () => {
    await outbox.start();
    await put(outbox.database, 'jane', { dedupeKey: 'approved/jane/2' });
    await put(outbox.database, 'jane', { dedupeKey: 'approved/jane/2' });
    await put(outbox.database, 'jill', { dedupeKey: 'approved/jill/2' });

    await outbox.settle('jill@example.org', 'sent');

    await outbox.settle('jane@example.org', 'sent');
    expect(outbox.sink.copies.map(({ recipient }) => recipient).sort()).toEqual([
      'jane@example.org',
      'jill@example.org',
    ]);
  });

  test('is not sent if its link has expired, and its state shows it', async () => {
    const goodUntil = new Date(Date.now() - 1_000);
    const address = await put(outbox.database, 'late', passwordReset('too-late', goodUntil));

    await outbox.start();

    expect(await outbox.settle(address, 'parked')).toMatchObject({
      error: 'The link in the email expired before the email could be delivered',
    });
    expect(outbox.sink.copies).toEqual([]);
  });

  test('that cannot be written is set aside, and its state shows it', async () => {
    const address = await put(outbox.database, 'jane');
    const logged: unknown[] = [];
    const log = { info() {}, error() {}, warn: (...line: unknown[]) => logged.push(line) };
    const sender = () => {
      throw new Error('no title');
    };

    await outbox.start({ sender, log });

    const error = 'The email could not be composed: Error: no title';
    expect(await outbox.settle(address, 'parked')).toMatchObject({ error, attempts: 1 });
    expect(logged).toEqual([[expect.objectContaining({ error }), 'An email could not be sent']]);
  });

  test('whose transport fails is sent later, and the sender continues', async () => {
    const address = await put(outbox.database, 'jane');
    const logged: unknown[] = [];
    const log = { info() {}, warn() {}, error: (...line: unknown[]) => logged.push(line) };
    const deliver = vi.fn<Transport['deliver']>().mockResolvedValue({ outcome: 'sent' });
    deliver.mockRejectedValueOnce(new Error('broken'));
    // A second sender would compete with the broken one for the mail.
    const patience = { ...hurry.patience, lease: 0.1 };

    await outbox.start({ log, patience, transport: { deliver, rest() {} } });

    expect(await outbox.settle(address, 'sent')).toMatchObject({ doubts: 0 });
    expect(logged).toEqual([[expect.anything(), 'Sending an email failed unexpectedly']]);
  });

  test.each([
    'jane@example.org, eve@example.com',
    '"eve@example.com"@example.org',
    'jane@example.org\r\nBcc: eve@example.com',
    'Jane <jane@example.org>',
    'jane',
  ])('to %j, which is not an address, is parked and not sent', async (address) => {
    await put(outbox.database, 'x', { to: { address } });

    await outbox.start();

    expect(await outbox.settle(address, 'parked')).toMatchObject({
      error: 'The address is not a valid email address',
    });
    expect(outbox.sink.copies).toEqual([]);
  });

  test('has only our headers, whatever the name of the recipient', async () => {
    await outbox.start();
    const name = 'Jane\r\nBcc: eve@example.com\r\n\r\n<script>, "eve" <eve@example.com>';

    const address = await put(outbox.database, 'jane', {
      to: { address: 'jane@example.org', name },
    });

    const [copy] = await outbox.sink.receive(1);
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

const approved = { kind: 'approved', language: 'en', data: { role: null } } as const;
