import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../store/connection/database.ts';
import { claimMails, nextDue, type ClaimedMail } from '../store/system/outbox/claim-mails.ts';
import { OUTBOX_CHANNEL } from '../store/system/outbox/put-mail.ts';
import { sendMail, type AttemptParts } from './send-mail.ts';

export type SenderParts = Omit<AttemptParts, 'database' | 'stop'> & {
  database: Database;
  /** What a Message-ID ends with: the domain mails come from. */
  domain: string;
  pace?: Partial<Pace>;
};

/** How the sender goes about it; seconds. Tests are in more of a hurry. */
type Pace = {
  /** Mails at once from this server, and with those the mail server leaves waiting. */
  width: number;
  most: number;
  /** After so long an attempt gives its place to another mail. */
  slow: number;
  /** Between two looks without any notice; notices are what wakes it. */
  look: number;
  /** After the mail server could not be reached. */
  outage: number;
  /** So long an attempt that is under way is waited for when the server stops. */
  farewell: number;
  /** So long one that has not begun to go out: it is given back, and the next server sends it. */
  withdraw: number;
};

const usual: Pace = { width: 3, most: 12, slow: 5, look: 30, outage: 15, farewell: 8, withdraw: 1 };

export type MailSender = {
  /** Takes no more mails, finishes those under way, and gives back what has not begun to go out. */
  close(): Promise<void>;
};

/**
 * Sends what is in the outbox, as do all other servers on this database: each takes mails that no other
 * has. It begins at once, wakes when a mail is put, and sleeps until one is due.
 */
export async function openSender({ domain, pace, ...parts }: SenderParts): Promise<MailSender> {
  const { width, most, slow, look, outage, farewell, withdraw } = { ...usual, ...pace };
  const { database, transport, log, patience } = parts;
  const stop = new AbortController();
  const running = new Set<Promise<void>>();
  let slowOnes = 0;
  let isClosed = false;
  let isAwake = false;
  let restUntil = 0;
  let wake: () => void = () => undefined;

  const stopListening = await database.listen(OUTBOX_CHANNEL, rouse);
  const ended = run();

  return {
    close: async () => {
      isClosed = true;
      rouse();
      await ended;
      await stopListening();
      const timer = setTimeout(() => stop.abort(), Math.min(withdraw, farewell) * 1_000);
      // Whose text has gone out and who get no answer are left: the next server counts them as doubtful.
      await Promise.race([
        Promise.all(running),
        pause((farewell + 2) * 1_000, null, { ref: false }),
      ]);
      clearTimeout(timer);
      stop.abort();
      transport.rest();
    },
  };

  function rouse(): void {
    isAwake = true;
    wake();
  }

  async function run(): Promise<void> {
    while (!isClosed) {
      isAwake = false;
      await sleep(await sendDue().catch(noteTrouble));
    }
  }

  /** Starts what is due, as far as there are hands for it; answers how long to sleep. */
  async function sendDue(): Promise<number> {
    const rest = restUntil - Date.now();
    if (rest > 0) return rest;
    const free = Math.min(width - (running.size - slowOnes), most - running.size);
    if (free <= 0) return look * 1_000;
    const claiming = { most: free, domain, leaseSeconds: patience.lease, lease: randomUUID() };
    const claimed = await claimMails(database, claiming);
    for (const mail of claimed) {
      const sending = send(mail).finally(() => running.delete(sending));
      running.add(sending);
    }
    if (claimed.length > 0) return claimed.length < free ? untilNext() : look * 1_000;
    if (running.size === 0) transport.rest();
    return untilNext();
  }

  async function send(mail: ClaimedMail): Promise<void> {
    let isSlow = false;
    const timer = setTimeout(() => {
      isSlow = true;
      slowOnes += 1;
      rouse();
    }, slow * 1_000);
    try {
      const isReached = await sendMail(mail, { ...parts, stop: stop.signal });
      if (!isReached) restUntil = Date.now() + outage * 1_000;
    } catch (err) {
      log.error({ err, mail: mail.id }, 'Sending an email failed unexpectedly');
    } finally {
      clearTimeout(timer);
      if (isSlow) slowOnes -= 1;
    }
    // There is a hand free; after `finally` above has counted it.
    setImmediate(rouse);
  }

  async function untilNext(): Promise<number> {
    const due = (await nextDue(database)) ?? look;
    // Not at once: what is due now and was not claimed, another server holds.
    return Math.min(look, Math.max(0.05, due)) * 1_000;
  }

  function noteTrouble(err: unknown): number {
    log.error({ err }, 'The outbox cannot be read');
    return look * 1_000;
  }

  function sleep(milliseconds: number): Promise<void> {
    if (isAwake || isClosed) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
