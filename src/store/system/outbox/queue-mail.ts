import type { InboxEntry } from '../../../contract/people/threads.ts';
import type { StopReason } from '../../../contract/webhooks.ts';
import type { Text } from '../../../fields/type/field.ts';
import type { QueryRunner } from '../../store.ts';
import { newId } from '../../records/sql/new-id.ts';

/** Tells every server that there is something to send. */
export const OUTBOX_CHANNEL = 'backoffice_outbox';

/**
 * Writes a mail into the outbox, in the transaction of the event it reports: it is sent when that commits, and never
 * otherwise. The caller does not wait for a mail server.
 */
export async function queueMail(sql: QueryRunner, mail: NewMail): Promise<void> {
  const { kind, to, language, data, token = null, goodUntil = null, dedupeKey = null } = mail;
  const { delay = 0 } = mail;
  const { address, name = null } = to;
  // Nobody gets mail there (RFC 2606): it is the address of a service account.
  if (address.endsWith('.invalid')) return;
  // A notice makes commits wait for each other (docs/decisions/0004); mails are few enough for that.
  await sql.query(
    `with put as (
       insert into backoffice.outbox
         (id, kind, to_address, to_name, language, data, token, good_until, dedupe_key, due_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, clock_timestamp() + make_interval(secs => $10::float8))
       on conflict (dedupe_key) do nothing returning 1)
     select pg_notify('${OUTBOX_CHANNEL}', '') from put`,
    [
      newId(),
      kind,
      address,
      name,
      language,
      JSON.stringify(data),
      token,
      goodUntil,
      dedupeKey,
      delay,
    ],
  );
}

/** A webhook that the system has disabled; `host`: of its target. */
export type StoppedWebhook = { id: string; name: string; host: string; reason: StopReason };

/** What the inbox says, as far as its reader may see it now. */
export type InboxNews = {
  entries: readonly (Pick<
    InboxEntry,
    'kind' | 'record' | 'change' | 'view' | 'atLeast' | 'count' | 'name' | 'job'
  > & {
    /** The collection, the record and the field. */
    about: string;
    text: string;
    /** Where it happened. */
    path: string;
  })[];
  isMore: boolean;
};

/** What each kind of mail reports, besides its receiver. The text is written when it is sent (`src/mail/mails`). */
export type MailData = {
  /** To each admin: somebody has registered and waits for approval. */
  registrationReceived: { name: string; email: string; organisation: string | null };
  /** To each admin: how many more have registered than were mailed one by one. */
  registrationsReceived: { count: number };
  /** To somebody who has registered: the link proves that the address is theirs. */
  proveEmail: { userId: string };
  /** To the address in an entry of a public form; `form`: its label. The link stores the entry. */
  confirmEntry: { resource: string; form: string };
  /** To the owner of an address that somebody registered again. */
  alreadyRegistered: { status: string };
  approved: { role: string | null };
  rejected: { reason: string | null };
  /** An admin changed the account; `to`: the new address or role. */
  accountChanged: { what: 'email' | 'role' | 'disabled' | 'enabled'; to: string | null };
  /** The registration was not confirmed in time and was deleted. */
  expired: { days: number };
  invitation: { userId: string; invitedBy: string | null };
  passwordReset: { userId: string };
  /** Somebody has signed in at a provider with the address of the account; the link connects the two. */
  connectAccount: { userId: string; provider: string };
  /** `at` is RFC 3339; `address` is where it was done from, when known. */
  passwordChanged: { at: string; address: string | null };
  /** What a person signs in with besides the password has changed; `name`: of the factor. */
  factorsChanged: {
    what:
      | 'factorAdded'
      | 'factorRemoved'
      | 'factorsReset'
      | 'recoveryCodesRenewed'
      | 'identityAdded'
      | 'identityRemoved';
    name: string | null;
    at: string;
    address: string | null;
  };
  /** Somebody signed in to the account on a device that was not used for it before. */
  newDevice: { at: string; address: string | null; userAgent: string | null };
  /** A refresh token came back that should no longer exist, so the session was ended. */
  sessionReuse: { at: string; address: string | null; userAgent: string | null };
  /** A step between states; `path` leads to the record, null for receivers who cannot sign in. */
  stepTaken: {
    title: string;
    collection: Text;
    step: Text;
    from: Text;
    to: Text;
    /** The name of the person; null for the system. */
    by: string | null;
    path: string | null;
  };
  /** To each admin: the system has disabled a webhook, and shortly after it these others. */
  webhookStopped: StoppedWebhook & { others?: readonly StoppedWebhook[] };
  /** To the person who started it: an import or a dry run that took long has ended. */
  importEnded: {
    job: string;
    file: string;
    collection: Text;
    ending: 'done' | 'rehearsed' | 'failed';
    counts: Record<'created' | 'updated' | 'unchanged' | 'failed' | 'warnings', number>;
  };
  /** To the owner of a recipe: a file of the import folder waits for a decision, or was not imported. */
  importWaiting: {
    job: string;
    file: string;
    recipe: string;
    collection: Text;
    ending: 'waiting' | 'refused';
    /** Columns of the recipe that the file does not have. */
    missing: readonly string[];
    counts: Record<'failed' | 'warnings', number>;
  };
  /** What somebody has in the inbox; `at` names it. Only who and when is stored: `news` is read when it is sent. */
  inboxNews: { person: string; at: string; news?: InboxNews };
  /** To each admin: a scheduled backup failed, the first after one that succeeded. */
  backupFailed: { at: string };
  /** Too many wrong passwords in a row, the last at this time and address: only known devices can sign in now. */
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

/** The mails whose link carries a token, and how long it works. */
type LinkKind = 'invitation' | 'passwordReset' | 'connectAccount' | 'proveEmail' | 'confirmEntry';

/**
 * A mail goes to the address stored when it was written, never to one that somebody typed. Only `confirmEntry` does, so
 * it says nothing else that they typed.
 */
export type MailTo = { address: string; name?: string | null };

/**
 * A mail to send. `dedupeKey` names the event it reports (`approved/<user>/<version>`): of two mails with the same
 * key, one is sent. `goodUntil`: when its link ends; the mail is not sent after that. `delay`: the seconds until it is
 * sent.
 */
export type NewMail = {
  [Kind in MailKind]: {
    kind: Kind;
    to: MailTo;
    /** `en`, `de`; for any other language the mail is in English. */
    language: string;
    data: MailData[Kind];
    dedupeKey?: string;
    delay?: number;
  } & (Kind extends LinkKind
    ? { token: string; goodUntil: Date }
    : { token?: undefined; goodUntil?: undefined });
}[MailKind];
