import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import type { Transport } from '../../src/mail/transport.ts';
import { openSender, type MailSender, type SenderParts } from '../../src/mail/open-sender.ts';
import { createSmtpTransport } from '../../src/mail/smtp-transport.ts';
import { parseSmtpUrl } from '../../src/mail/smtp-url.ts';
import { openDatabase, type Database } from '../../src/store/connection/database.ts';
import { queueMail, type NewMail } from '../../src/store/system/outbox/queue-mail.ts';
import { openMailSink, type MailSink } from './mail-sink.ts';
import { openTestStore, type TestStore } from './store.ts';

export const publicUrl = 'https://office.example.org';

/** In the hurry of a test: what takes minutes takes tenths of a second. */
export const hurry: Pick<SenderParts, 'patience' | 'pace'> = {
  patience: { first: 0.1, longest: 0.4, giveUpAfter: 3_600, lease: 5 },
  pace: { width: 3, look: 30, outage: 0.1, farewell: 2 },
};

/** The sender as the server runs it, on a connection of its own. */
async function runSender(
  url: string,
  smtp: string | Transport,
  changes: Partial<SenderParts> = {},
): Promise<MailSender> {
  const database = await openDatabase({ url, log: { info() {}, warn() {} } });
  const sender = await openSender({
    database,
    transport: typeof smtp === 'string' ? smtpTransport(smtp) : smtp,
    sender: () => ({
      title: 'Backoffice',
      publicUrl,
      from: { address: 'office@example.org', name: 'Backoffice' },
    }),
    domain: 'example.org',
    log: { info() {}, warn() {}, error() {} },
    ...hurry,
    ...changes,
  });
  const close = async (): Promise<void> => {
    await sender.close();
    await database.close();
  };
  let closing: Promise<void> | undefined;
  return { close: () => (closing ??= close()) };
}

function smtpTransport(url: string): Transport {
  const target = parseSmtpUrl(url);
  if (!target) throw new Error(`No mail server: ${url}`);
  return createSmtpTransport(target, { before: 10_000, data: 10_000 });
}

/** A mail to somebody of this name, put as a change would put it. Answers the address. */
export async function put(
  database: Database,
  name: string,
  changes: Partial<NewMail> = {},
): Promise<string> {
  const address = `${name}@example.org`;
  const mail = {
    kind: 'approved',
    to: { address },
    language: 'en',
    data: { role: null },
    ...changes,
  };
  await database.transaction((sql) => queueMail(sql, mail as NewMail));
  return address;
}

export function passwordReset(
  token: string = randomUUID(),
  goodUntil: Date = new Date(Date.now() + 3_600_000),
): Partial<NewMail> {
  return { kind: 'passwordReset', data: { userId: 'u1' }, token, goodUntil };
}

type OutboxRow = {
  state: string;
  attempts: number;
  doubts: number;
  error: string | null;
  token: string | null;
  messageId: string | null;
  secondsToWait: number;
};

async function readOutbox(database: Database, address: string): Promise<OutboxRow> {
  const { rows } = await database.query<OutboxRow>(
    `select state, attempts, doubts, error, token, message_id as "messageId",
       extract(epoch from due_at - clock_timestamp())::float8 as "secondsToWait"
     from backoffice.outbox where to_address = $1`,
    [address],
  );
  if (rows.length !== 1) throw new Error(`${rows.length} mails to ${address}`);
  return rows[0]!;
}

export type OutboxDesk = {
  database: Database;
  url: string;
  sink: MailSink;
  /** A server that sends, ended after the test. */
  start(changes?: Partial<SenderParts>, smtp?: string): Promise<MailSender>;
  rowOf(address: string): Promise<OutboxRow>;
  /** Until a row is as it will be; rows change after the mail is out. */
  settle(address: string, state: string): Promise<OutboxRow>;
};

/** A database with an outbox and a mail server, for the tests of a file; both are as new before each. */
export function useOutbox(): OutboxDesk {
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

  const rowOf = (address: string) => readOutbox(store.database, address);
  return {
    get database() {
      return store.database;
    },
    get url() {
      return store.url;
    },
    get sink() {
      return sink;
    },
    start: async (changes = {}, smtp = `smtp://${sink.address}`) => {
      const sender = await runSender(store.url, smtp, changes);
      senders.push(sender);
      return sender;
    },
    rowOf,
    settle: (address, state) =>
      vi.waitFor(
        async () => {
          const row = await rowOf(address);
          expect(row.state).toBe(state);
          return row;
        },
        { timeout: 10_000, interval: 20 },
      ),
  };
}
