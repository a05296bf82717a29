import type { QueryRunner } from '../../store.ts';
import { newId } from '../../records/new-id.ts';

/** Says on every replica that there is something to send. */
export const OUTBOX_CHANNEL = 'backoffice_outbox';

/**
 * Writes a mail into the outbox, in the transaction of what it tells of: it is sent when that is
 * committed, and never when it is not. Whoever puts one waits for no mail server.
 */
export async function putMail(sql: QueryRunner, mail: NewMail): Promise<void> {
  const { kind, to, language, data, token = null, goodUntil = null, dedupeKey = null } = mail;
  const { address, name = null } = to;
  // A notice makes commits wait for one another (docs/decisions/0004); mails are few enough for that.
  await sql.query(
    `with put as (
       insert into backoffice.outbox
         (id, kind, to_address, to_name, language, data, token, good_until, dedupe_key)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       on conflict (dedupe_key) do nothing returning 1)
     select pg_notify('${OUTBOX_CHANNEL}', '') from put`,
    [newId(), kind, address, name, language, JSON.stringify(data), token, goodUntil, dedupeKey],
  );
}

/** What each kind of mail tells, besides who gets it. The words are made when it is sent (`src/mail/mails`). */
export type MailData = {
  /** To each admin: somebody has registered and waits. */
  registrationReceived: { name: string; email: string; organisation: string | null };
  /** To each admin: so many more than were told of one by one. */
  registrationsReceived: { count: number };
  /** To who has registered: the link proves that the address is theirs. */
  proveEmail: { userId: string };
  /** To whom an address belongs that somebody registered again. */
  alreadyRegistered: { status: string };
  approved: { role: string | null };
  rejected: { reason: string | null };
  /** An admin changed the account; `to`: the new address or role. */
  accountChanged: { what: 'email' | 'role' | 'disabled' | 'enabled'; to: string | null };
  /** The registration was not confirmed in time, and is gone. */
  expired: { days: number };
  invitation: { userId: string; invitedBy: string | null };
  passwordReset: { userId: string };
  /** `at` is RFC 3339; `address` where it was done from, when it is known. */
  passwordChanged: { at: string; address: string | null };
  /** A refresh token came back that should not exist any more: the session was ended. */
  sessionReuse: { at: string; address: string | null; userAgent: string | null };
  /** Too many wrong passwords in a row, the last of them then and from there: only known devices are let in. */
  signInStopped: { at: string; address: string | null; count: number };
  /** The same, to each admin. */
  manyFailedSignIns: {
    at: string;
    address: string | null;
    count: number;
    name: string;
    email: string;
  };
};

export type MailKind = keyof MailData;

/** Those whose link carries a token, and how long it opens anything. */
type LinkKind = 'invitation' | 'passwordReset' | 'proveEmail';

/** Where a mail goes is the address as it was when it was written, never one that somebody typed. */
export type MailTo = { address: string; name?: string | null };

/**
 * A mail to be sent. `dedupeKey` names the event it tells of (`approved/<user>/<version>`): of two with the same
 * key one is sent. `goodUntil`: when its link ends; it is not sent after that.
 */
export type NewMail = {
  [Kind in MailKind]: {
    kind: Kind;
    to: MailTo;
    /** `en`, `de`; another one is answered in English. */
    language: string;
    data: MailData[Kind];
    dedupeKey?: string;
  } & (Kind extends LinkKind
    ? { token: string; goodUntil: Date }
    : { token?: undefined; goodUntil?: undefined });
}[MailKind];
