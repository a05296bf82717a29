import { z } from 'zod';
import { webhookEvents } from '../../contract/webhooks.ts';
import { momentRule } from '../../fields/text/moment-rule.ts';
import { withoutRepeats } from '../../fields/text/written-list.ts';

const unique = <Member extends z.ZodType>(member: Member) =>
  z.array(member).min(1).check(withoutRepeats).meta({ uniqueItems: true });

const settings = {
  name: z.string().trim().min(1).max(80),
  url: z.string().trim().min(1).max(2_000).describe('An https address.'),
  events: unique(z.enum(webhookEvents)),
  filter: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('A filter as in `where` of lists; null: every record, as with several collections.'),
  fields: unique(z.string().max(200))
    .max(500)
    .nullable()
    .describe('The fields to send; null: all that the role reads, as with several collections.'),
  role: z.string().max(200).describe('It sends only what this role may read. Default: your own.'),
  enabled: z.boolean(),
};

export const newWebhookBody = z.strictObject({
  ...settings,
  resources: unique(z.string().max(200))
    .max(500)
    .optional()
    .describe('The collections. They cannot change later.'),
  resource: z
    .string()
    .max(200)
    .optional()
    .describe(
      'One collection, instead of `resources`: the form of before. It goes in December 2027 at the earliest.',
    )
    .meta({ deprecated: true }),
  filter: settings.filter.default(null),
  fields: settings.fields.default(null),
  role: settings.role.optional(),
  enabled: settings.enabled.default(true),
});

export const webhookBody = z.strictObject(settings).partial();

export const webhookTestBody = z.strictObject({
  record: z
    .string()
    .min(1)
    .max(64)
    .describe('The `_id` of the record to send, of any of its collections.'),
});

export const webhookReplayBody = z
  .strictObject({
    delivery: z.string().min(1).max(200).optional().describe('One delivery.'),
    dead: z.literal(true).optional().describe('All deliveries that were given up.'),
    from: momentRule
      .optional()
      .describe('All changes from this moment on. The present moment skips what was not read yet.'),
  })
  .describe('Exactly one of its members.');
