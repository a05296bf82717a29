import type { AnswerOf } from '../answer-of.ts';
import { z } from 'zod';
import { moment, nullableMoment, nullableText, text } from '../parts.ts';
import { inboxKinds, mailTimes } from './threads.ts';

export const userStatuses = ['pending', 'confirmed', 'disabled', 'invited'] as const;

/** A user as in every answer. */
export const User = z
  .object({
    _id: text,
    name: text,
    email: text,
    organisation: nullableText,
    role: text,
    status: z.enum(userStatuses),
  })
  .meta({ id: 'User' });

export type User = AnswerOf<typeof User>;

/** Users as they see themselves. */
export const Profile = User.extend({
  orcid: nullableText.optional().describe('Present only if users have this field.'),
  language: nullableText.describe(
    'The language of emails to this user; null: the first language of the app.',
  ),
  theme: z.enum(['light', 'dark', 'system']).nullable(),
  inboxMails: z
    .partialRecord(z.enum(inboxKinds), z.enum(mailTimes))
    .describe('When each kind of inbox entry is emailed.'),
  mailTrouble: z
    .enum(['noServer', 'undelivered'])
    .nullable()
    .describe('Why no emails arrive: no mail server is set up, or the last one came back.'),
  passwordExpiresAt: nullableMoment.describe(
    'Until when the user can sign in with a password that the server made; null for one that the user chose.',
  ),
}).meta({ id: 'Profile' });

export type Profile = AnswerOf<typeof Profile>;

export const SignedIn = z.object({ token: text, refreshToken: text, user: User });

export type SignedIn = AnswerOf<typeof SignedIn>;

export const ViewSession = z.object({
  token: text,
  expiresAt: moment.describe('It also ends with your own session.'),
});

export type ViewSession = AnswerOf<typeof ViewSession>;

export const Refreshed = z.object({ token: text });

export const Session = z
  .object({
    id: text,
    current: z.boolean().describe('Whether this request was made in this session.'),
    browser: nullableText.describe('For example `Firefox`, if it can be recognised.'),
    system: nullableText.describe('For example `Windows` or `iPhone`.'),
    userAgent: nullableText,
    address: nullableText.describe('The address that opened the session.'),
    createdAt: moment,
    usedAt: moment.describe('When the session last received a new access token.'),
    expiresAt: moment,
  })
  .meta({ id: 'Session' });

export type Session = AnswerOf<typeof Session>;

/** Why a sign-in failed: a wrong password, a wrong second factor or identity, or an account that is not active. */
const failedSignInCauses = ['password', 'factor', 'closed'] as const;

const FailedSignIn = z.object({
  at: moment,
  address: nullableText,
  cause: z
    .enum(failedSignInCauses)
    .describe(
      '`factor`: a wrong second factor; `closed`: the password was right, the account not active.',
    ),
});

export type FailedSignIn = AnswerOf<typeof FailedSignIn>;

export const Sessions = z.object({
  data: z.array(Session),
  failedSignIns: z.array(FailedSignIn).describe('The last ten within 30 days, newest first.'),
});

export type Sessions = AnswerOf<typeof Sessions>;
