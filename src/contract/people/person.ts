import { z } from 'zod';
import type { AnswerOf } from '../answer-of.ts';
import { moment, text } from '../parts.ts';

/** The parts of the file with a person's data, in its order. */
export const personParts = [
  'ownChanges',
  'password',
  'sessions',
  'factors',
  'factorDeadline',
  'identities',
  'apiKeys',
  'links',
  'confirmedAddress',
  'preferences',
  'settings',
  'views',
  'recipes',
  'recipeVersions',
  'failedSignIns',
  'audit',
  'mails',
  'changes',
  'changeSets',
  'distinctDecisions',
  'structureDraft',
  'structureChanges',
  'webhooks',
  'jobs',
  'files',
  'uploads',
  'threads',
  'messages',
  'inbox',
  'watches',
  'references',
] as const;

export type PersonPart = (typeof personParts)[number];

const rows = z.array(z.record(text, z.unknown()));

const described: Partial<Record<PersonPart, string>> = {
  ownChanges: 'The history of the user record.',
  identities: 'Who the person is at other providers (OpenID Connect).',
  audit: 'What the person did, and what others did to the account.',
  changes: 'Which records the person created, changed and deleted, without their values.',
  references: 'Records of the installation that refer to the person.',
};

/** What is stored about a person, except secrets: for admins all of it, for others what they may see. */
export const PersonData = z
  .object({
    exportedAt: moment,
    user: z
      .record(text, z.unknown())
      .describe('The user record, with the fields that the caller may see.'),
    ...(Object.fromEntries(
      personParts.map((name) => [name, described[name] ? rows.describe(described[name]) : rows]),
    ) as Record<PersonPart, typeof rows>),
  })
  .meta({ id: 'PersonData' });

export const Anonymised = z.object({
  name: text.describe('The name that stands for the person from now on.'),
  email: text.describe('An address that cannot receive email.'),
  kept: z
    .array(text)
    .describe('Fields of the user record that must have a value and therefore keep it.'),
});

export type Anonymised = AnswerOf<typeof Anonymised>;
