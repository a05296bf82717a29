import type { LogFields } from '../store/log-fields.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  dropMail,
  markDataSent,
  renewLease,
  failMail,
  completeMail,
  releaseMail,
  type ClaimedMail,
  type RetryTimes,
} from '../store/system/outbox/claim-mails.ts';
import { findMailText } from '../store/system/outbox/mail-texts.ts';
import { traced } from '../store/connection/tracing.ts';
import type { QueryRunner } from '../store/store.ts';
import { toLanguage } from '../fields/problems/languages.ts';
import { isMailAddress } from './mail-address.ts';
import { failed, type Outcome, type Transport } from './transport.ts';
import { toMessage, type Message, type Sender } from './message.ts';

type MailLog = {
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
};

/** Completes a mail when it is sent, with what only then is known; undefined if there is nothing to say any more. */
export type FillMail = (mail: ClaimedMail) => Promise<ClaimedMail | undefined>;

export type AttemptParts = {
  database: QueryRunner;
  fill?: FillMail;
  transport: Transport;
  /** Called for each mail, because the title may change while we run. */
  sender: () => Sender;
  /** `lease`: the seconds after which a silent server counts as dead. */
  patience: RetryTimes & { lease: number };
  log: MailLog;
  stop: AbortSignal;
};

/** Tries to send one claimed mail and stores the result. Returns false if no mail server was reached. */
export async function sendMail(mail: ClaimedMail, parts: AttemptParts): Promise<boolean> {
  const attributes = { mail: mail.id, kind: mail.kind };
  return await traced({ name: 'mail', kind: 'internal', attributes }, () => sendNow(mail, parts));
}

async function sendNow(mail: ClaimedMail, parts: AttemptParts): Promise<boolean> {
  const { database, log, patience } = parts;
  const { id, kind } = mail;
  if (mail.wasDoubtful)
    log.warn(
      { mail: id, kind },
      'A server stopped while sending an email; the email may arrive twice',
    );
  const beat = setInterval(
    () => {
      renewLease(database, mail, patience.lease).catch(() => undefined); // the next beat tries again
    },
    (patience.lease * 1_000) / 3,
  );
  try {
    const { message, outcome } = await attempt(mail, parts);
    await retryUntilSaved(() => saveOutcome(mail, message, outcome, parts), parts);
    return outcome.outcome !== 'failed' || !outcome.unreachable;
  } finally {
    clearInterval(beat);
  }
}

type Attempt = { message?: Message; outcome: Outcome | { outcome: 'dropped' } };

async function attempt(claimed: ClaimedMail, parts: AttemptParts): Promise<Attempt> {
  const { database, transport, sender, patience, stop, fill } = parts;
  let mail: ClaimedMail | undefined = claimed;
  try {
    if (fill) mail = await fill(claimed);
  } catch (error) {
    return { outcome: failed(`The content of the email could not be read: ${String(error)}`) };
  }
  if (!mail) return { outcome: { outcome: 'dropped' } };
  const refused = (error: string): Attempt => ({ outcome: failed(error, { permanent: true }) });
  if (mail.isLate)
    return refused('The link in the email expired before the email could be delivered');
  if (!isMailAddress(mail.address)) return refused('The address is not a valid email address');
  const own = await findMailText(database, mail.kind, toLanguage(mail.language));
  let message: Message;
  try {
    message = await toMessage(mail, sender(), own);
  } catch (error) {
    return refused(`The email could not be composed: ${String(error)}`);
  }
  const begin = () => markDataSent(database, mail, patience.lease);
  return { message, outcome: await transport.deliver(message, begin, stop) };
}

async function saveOutcome(
  mail: ClaimedMail,
  message: Message | undefined,
  outcome: Attempt['outcome'],
  { database, log, patience }: AttemptParts,
): Promise<void> {
  const { id, kind } = mail;
  const subject = message?.subject ?? null;
  switch (outcome.outcome) {
    case 'sent':
      await completeMail(database, id, subject ?? '');
      return log.info({ mail: id, kind }, 'An email was sent');
    case 'dropped':
      return dropMail(database, mail);
    case 'withdrawn':
      return releaseMail(database, mail);
    case 'failed':
    case 'doubtful': {
      const doubtful = outcome.outcome === 'doubtful';
      const how = doubtful ? { permanent: false, unreachable: false } : outcome;
      await failMail(database, mail, { ...how, error: outcome.error, subject, doubtful }, patience);
      const what = doubtful
        ? 'An email may have been sent; it may arrive twice'
        : 'An email could not be sent';
      return log.warn({ mail: id, kind, error: outcome.error }, what);
    }
  }
}

/**
 * The result must reach the database, or an accepted mail would be sent again. If the database is briefly
 * unavailable, this repeats until it is back or the server stops.
 */
async function retryUntilSaved(
  keep: () => Promise<void>,
  { stop, log }: AttemptParts,
): Promise<void> {
  for (let pause = 100; ; pause = Math.min(2_000, pause * 2)) {
    try {
      return await keep();
    } catch (err) {
      log.error({ err }, 'The result of sending an email could not be stored');
      if (stop.aborted) return;
      await sleep(pause);
    }
  }
}
