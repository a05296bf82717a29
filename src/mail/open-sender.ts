import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../store/connection/database.ts';
import { openRepeater } from '../store/connection/open-repeater.ts';
import { claimMails, nextDue, type ClaimedMail } from '../store/system/outbox/claim-mails.ts';
import { OUTBOX_CHANNEL } from '../store/system/outbox/queue-mail.ts';
import { sendMail, type AttemptParts } from './send-mail.ts';

export type SenderParts = Omit<AttemptParts, 'database' | 'stop'> & {
  database: Database;
  /** The domain that mails come from, for the end of a Message-ID. */
  domain: string;
  pace?: Partial<Pace>;
};

/** The timing of the sender in seconds; shorter in tests. */
type Pace = {
  /** The most mails at once, without and with those that the mail server keeps waiting. */
  width: number;
  most: number;
  /** After this time an attempt no longer blocks the place of another mail. */
  slow: number;
  /** Between two checks without a notice; notices normally wake the sender. */
  look: number;
  /** The pause after the mail server could not be reached. */
  outage: number;
  /** How long to wait for current attempts when the server stops. */
  farewell: number;
  /** The same for a mail whose text has not begun to go out; then it is given back for another server. */
  withdraw: number;
};

const usual: Pace = { width: 3, most: 12, slow: 5, look: 30, outage: 15, farewell: 8, withdraw: 1 };

export type MailSender = {
  /** Takes no more mails, finishes the current ones, and gives back those whose text has not begun to go out. */
  close(): Promise<void>;
};

/**
 * Sends the mails in the outbox. Every server on this database does so and takes mails that no other has.
 * The sender starts immediately, wakes when a mail arrives, and sleeps until the next one is due.
 */
export async function openSender({ domain, pace, ...parts }: SenderParts): Promise<MailSender> {
  const { width, most, slow, look, outage, farewell, withdraw } = { ...usual, ...pace };
  const { database, transport, log, patience } = parts;
  const stop = new AbortController();
  const running = new Set<Promise<void>>();
  let slowOnes = 0;
  let restUntil = 0;

  const repeater = await openRepeater(database, OUTBOX_CHANNEL, sendDue, {
    pause: look,
    onFailure: (err) => log.error({ err }, 'The outbox cannot be read'),
  });

  return {
    close: async () => {
      await repeater.close();
      const timer = setTimeout(() => stop.abort(), Math.min(withdraw, farewell) * 1_000);
      // Mails whose text went out without an answer are left; the next server treats them as doubtful.
      await Promise.race([
        Promise.all(running),
        pause((farewell + 2) * 1_000, null, { ref: false }),
      ]);
      clearTimeout(timer);
      stop.abort();
      transport.rest();
    },
  };

  /** Starts the mails that are due, as far as there is room. Returns the seconds to sleep. */
  async function sendDue(): Promise<number> {
    const rest = restUntil - Date.now();
    if (rest > 0) return rest / 1_000;
    const free = Math.min(width - (running.size - slowOnes), most - running.size);
    if (free <= 0) return look;
    const claiming = { most: free, domain, leaseSeconds: patience.lease, lease: randomUUID() };
    const claimed = await claimMails(database, claiming);
    for (const mail of claimed) {
      const sending = send(mail).finally(() => running.delete(sending));
      running.add(sending);
    }
    if (claimed.length > 0) return claimed.length < free ? untilNext() : look;
    if (running.size === 0) transport.rest();
    return untilNext();
  }

  async function send(mail: ClaimedMail): Promise<void> {
    let isSlow = false;
    const timer = setTimeout(() => {
      isSlow = true;
      slowOnes += 1;
      repeater.wake();
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
    // There is room again, once `finally` above has counted it.
    setImmediate(repeater.wake);
  }

  async function untilNext(): Promise<number> {
    const due = (await nextDue(database)) ?? look;
    // Not immediately, because another server holds the mails that are due but were not claimed.
    return Math.min(look, Math.max(0.05, due));
  }
}
