import { z } from 'zod';
import { operations } from '../../descriptor/descriptor.ts';
import type { AnswerOf } from '../answer-of.ts';
import { moment, nullableMoment, nullableText, text } from '../parts.ts';

/** What an API key may do in one collection, besides what its owner may do there. */
const KeyGrant = z.strictObject({
  operations: z.array(z.enum(operations)).min(1),
  fields: z
    .array(z.string())
    .min(1)
    .optional()
    .describe('Only these fields exist for the key. Default: all fields that the owner may use.'),
  filter: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Only these records exist for the key; the filter of a list as JSON.'),
});

/** The collections of a key, by name. `*` stands for all that are not named. */
export const KeyCollections = z.record(z.string(), KeyGrant);

/** An API key as its owner and admins see it: never the key itself. */
export const ApiKey = z
  .object({
    id: text,
    owner: z.object({ _id: text, name: text, role: text, isService: z.boolean() }),
    name: text,
    prefix: text.describe('How the key begins, to recognise it.'),
    collections: KeyCollections,
    addresses: z.array(text).describe('Address ranges in CIDR notation; empty: any address.'),
    rate: z.int().min(1).describe('The most requests a minute.'),
    createdAt: moment,
    createdBy: nullableText.describe('The `_id` of the person who made it.'),
    expiresAt: nullableMoment,
    usedAt: nullableMoment.describe('The last use, to the minute.'),
    usedFrom: nullableText.describe('The address of the last use.'),
    state: z.enum(['active', 'expired', 'revoked']),
  })
  .meta({ id: 'ApiKey' });

export type ApiKey = AnswerOf<typeof ApiKey>;

export const ApiKeys = z.object({ data: z.array(ApiKey) });

export type ApiKeys = AnswerOf<typeof ApiKeys>;

/** A new key, with the only copy of it. */
export const NewApiKey = ApiKey.extend({
  key: text.describe('Send it as `Authorization: Bearer …`. It is not shown again.'),
}).meta({ id: 'NewApiKey' });

export type NewApiKey = AnswerOf<typeof NewApiKey>;

/** A user that belongs to nobody, for programs. */
export const ServiceAccount = z
  .object({ _id: text, name: text, role: text })
  .meta({ id: 'ServiceAccount' });
