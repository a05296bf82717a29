import type { AnswerOf } from '../answer-of.ts';
import { z } from 'zod';
import { User } from './accounts.ts';
import { count, moment, nullableMoment, nullableText, text } from '../parts.ts';
import { ProblemItem } from '../problem.ts';
import { BulkSummary } from '../summary.ts';

const byStatus = {
  pending: count,
  confirmed: count,
  disabled: count,
  invited: count,
} satisfies Record<User['status'], typeof count>;

const Duplicate = User.omit({ role: true }).extend({
  because: z
    .array(z.enum(['name', 'address', 'nameAndOrganisation']))
    .describe(
      '`address`: the same address apart from upper and lower case, dots and anything after a plus sign.',
    ),
});

export type Duplicate = AnswerOf<typeof Duplicate>;

const AccessRequest = User.omit({ status: true }).extend({
  _version: z.int(),
  emailProven: z.boolean().describe('The person followed the link that was sent to the address.'),
  domain: text.describe('The domain of the address.'),
  createdAt: moment,
  expiresAt: moment.describe('When the registration is deleted if nobody decides.'),
  duplicates: z.array(Duplicate).describe('Existing users who may be the same person.'),
});

export type AccessRequest = AnswerOf<typeof AccessRequest>;

const SignIn = z.object({
  userId: text,
  name: text,
  email: text,
  role: text,
  at: moment,
  address: nullableText,
  browser: nullableText,
  system: nullableText,
});

export type SignIn = AnswerOf<typeof SignIn>;

/** The users at a glance. */
export const Overview = z.object({
  total: count,
  byStatus: z.object(byStatus),
  byRole: z.array(z.object({ role: text, total: count, ...byStatus })).describe('All roles.'),
  mailsWaitSince: nullableMoment.describe(
    'When the oldest waiting email was queued, if more than five minutes ago.',
  ),
  requests: z.object({
    total: count,
    data: z.array(AccessRequest).describe('The hundred oldest registrations.'),
  }),
  signIns: z.array(SignIn).describe('The twenty most recent.'),
});

export type Overview = AnswerOf<typeof Overview>;

const InviteResult = z.object({
  row: z.int().min(1),
  email: nullableText,
  status: z.enum(['created', 'updated', 'failed']),
  _id: text.optional(),
  problems: z.array(ProblemItem).optional(),
});

export type InviteResult = AnswerOf<typeof InviteResult>;

/** The results of a list of invitations. */
export const Invited = BulkSummary.extend({
  results: z
    .array(InviteResult)
    .describe(
      'One result per invitation, in the order of the request. `created`: invited; `updated`: invited again.',
    ),
});

export type Invited = AnswerOf<typeof Invited>;
