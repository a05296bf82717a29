import { z } from 'zod';
import type { AnswerOf } from './answer-of.ts';
import { count, moment, next, nullableMoment, nullableText, text } from './parts.ts';

export const mailStates = ['waiting', 'sending', 'sent', 'parked'] as const;

export type MailState = (typeof mailStates)[number];

/** An email as admins see it: its kind and its state, never its text. */
export const OutboxMail = z.object({
  id: text,
  kind: text.describe('The kind of email, such as `passwordReset`'),
  to: text,
  name: nullableText,
  language: text,
  subject: nullableText.describe('The subject as sent in the last attempt.'),
  state: z.enum(mailStates),
  attempts: count,
  createdAt: moment,
  nextAt: nullableMoment.describe('When the next attempt is due.'),
  endedAt: nullableMoment.describe('When it was sent or parked'),
  error: nullableText.describe('The last response of the mail server'),
  mayHaveArrivedTwice: z
    .boolean()
    .describe('A server or connection failed during delivery, so the email was sent again.'),
  mayRetry: z.boolean(),
});

export type OutboxMail = AnswerOf<typeof OutboxMail>;

const delivery = z.discriminatedUnion('via', [
  z.object({ via: z.literal('smtp'), host: text }),
  z.object({ via: z.literal('files'), folder: text }),
]);

/** The emails and their states. */
export const Outbox = z.object({
  data: z.array(OutboxMail),
  next,
  counts: z.object({ waiting: count, sending: count, sent: count, parked: count }),
  delivery: delivery
    .nullable()
    .describe('`files` without a mail server; null if another server sends the emails.'),
});

export type Outbox = AnswerOf<typeof Outbox>;

/** The recorded actions, by subject. A screen has a word for each. */
export const auditActions = [
  'signedIn',
  'signInFailed',
  'signInStopped',
  'signedOut',
  'refreshReused',
  'sessionEnded',
  'sessionsEnded',
  'registered',
  'emailProven',
  'approved',
  'rejected',
  'expired',
  'invited',
  'invitationAccepted',
  'roleChanged',
  'disabled',
  'enabled',
  'anonymised',
  'userDeleted',
  'userRestored',
  'passwordForgotten',
  'resetLinkSent',
  'passwordReset',
  'passwordChanged',
  'profileChanged',
  'factorAdded',
  'factorRemoved',
  'factorsReset',
  'recoveryCodesRenewed',
  'recoveryCodeUsed',
  'keyMade',
  'keyChanged',
  'keyRevoked',
  'keyUsed',
  'keyRefused',
  'serviceAccountMade',
  'viewStarted',
  'viewEnded',
  'identityAdded',
  'identityRemoved',
  'providerSignedOut',
  'signInLinkMade',
  'exported',
  'imported',
  'sampleLoaded',
  'importUndone',
  'trashEmptied',
  'valuesErased',
  'changesUndone',
  'configurationApplied',
  'structureDraftTaken',
  'mailRetried',
  'mailTextChanged',
  'mailTextReset',
  'webhookMade',
  'webhookChanged',
  'webhookRemoved',
  'webhookSecretRenewed',
  'webhookTested',
  'webhookReplayed',
  'webhookStopped',
  'backupFailed',
  'accessDenied',
] as const;

export type AuditAction = (typeof auditActions)[number];

const person = z.object({ _id: text, name: nullableText, email: nullableText });

/** A recorded action. */
export const AuditLine = z.object({
  id: text,
  at: moment,
  action: z.enum(auditActions),
  actor: person
    .nullable()
    .describe('Who did it, with the name at that time. Null: the system, or someone unknown.'),
  about: person.nullable().describe('The affected user, with the name at that time.'),
  address: nullableText,
  session: nullableText,
  requestId: nullableText,
  resource: nullableText,
  record: nullableText,
  detail: z.record(text, z.unknown()).describe('Further details, depending on the action'),
});

export type AuditLine = AnswerOf<typeof AuditLine>;

export const Audit = z.object({
  data: z.array(AuditLine),
  next,
  actions: z.array(z.enum(auditActions)).describe('All actions that can be recorded'),
});

export type Audit = AnswerOf<typeof Audit>;
