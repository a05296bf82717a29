import type { QueryRunner } from '../../store.ts';
import { queueMail, type MailTo, type StoppedWebhook } from './queue-mail.ts';

/**
 * The seconds that such a mail waits for others: one change of the descriptor, or one target that is gone, often
 * disables several webhooks.
 */
const DELAY = 3;

/** Mails each admin that a webhook was disabled. A mail that still waits names this one too. */
export async function mailStop(
  transaction: QueryRunner,
  admins: readonly { to: MailTo; language: string }[],
  stopped: StoppedWebhook,
): Promise<void> {
  // Two that are disabled at the same moment take turns, so that the second finds the mail of the first.
  await transaction.query(`select pg_advisory_xact_lock(hashtext('backoffice webhookStopped'))`);
  for (const { to, language } of admins) {
    const isNamed = await transaction.some(
      `update backoffice.outbox
       set data = jsonb_set(data, '{others}', coalesce(data -> 'others', '[]') || $3::jsonb)
       where kind = 'webhookStopped' and to_address = $1 and language = $2
         and state = 'waiting' and attempts = 0 returning 1`,
      [to.address, language, JSON.stringify(stopped)],
    );
    if (!isNamed)
      await queueMail(transaction, {
        kind: 'webhookStopped',
        to,
        language,
        data: stopped,
        delay: DELAY,
      });
  }
}
