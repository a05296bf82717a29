import type { QueryRunner } from '../../store.ts';
import { newId } from '../../records/new-id.ts';
import type { NewMail } from './mail-kinds.ts';

/** Says on every replica that there is something to send. */
export const OUTBOX_CHANNEL = 'backoffice_outbox';

/**
 * Writes a mail into the outbox, in the transaction of what it tells of: it is sent when that is
 * committed, and never when it is not. Whoever puts one waits for no mail server.
 */
export async function putMail(sql: QueryRunner, mail: NewMail): Promise<void> {
  const { kind, to, language, data, token = null, goodUntil = null, dedupeKey = null } = mail;
  // A notice makes commits wait for one another (docs/decisions/0004); mails are few enough for that.
  await sql.query(
    `with put as (
       insert into backoffice.outbox
         (id, kind, to_address, to_name, language, data, token, good_until, dedupe_key)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       on conflict (dedupe_key) do nothing returning 1)
     select pg_notify('${OUTBOX_CHANNEL}', '') from put`,
    [
      newId(),
      kind,
      to.address,
      to.name ?? null,
      language,
      JSON.stringify(data),
      token,
      goodUntil,
      dedupeKey,
    ],
  );
}
