import { z } from 'zod';
import type { AnswerOf } from './answer-of.ts';
import { count, moment, next, nullableMoment, nullableText, text } from './parts.ts';

/** What can happen in a thread about a record. */
const threadEvents = ['thread.opened', 'thread.message', 'thread.closed'] as const;

export type ThreadHappening = (typeof threadEvents)[number];

/** What can happen to a record, and in its threads; `restored`: it came back from the trash or by an undo. */
export const webhookEvents = [
  'created',
  'updated',
  'deleted',
  'restored',
  ...threadEvents,
] as const;

export type WebhookEvent = (typeof webhookEvents)[number];

export const deliveryStates = ['waiting', 'delivered', 'dead'] as const;

export type DeliveryState = (typeof deliveryStates)[number];

/** Why the system disabled a webhook. */
const stopReasons = ['failing', 'gone', 'invalid'] as const;

export type StopReason = (typeof stopReasons)[number];

/** Why an attempt failed. */
const attemptErrors = ['status', 'redirect', 'timeout', 'private', 'network'] as const;

export type AttemptError = (typeof attemptErrors)[number];

const error = z
  .enum(attemptErrors)
  .nullable()
  .describe(
    'Why the last attempt failed; null: it did not. `status`: the answer was no 2xx; `redirect`: redirects are not followed; `timeout`: no answer within ten seconds; `private`: the address is one that webhooks may not call; `network`: no connection, or it broke.',
  );

export const Webhook = z
  .object({
    id: text,
    name: text,
    url: text,
    resources: z.array(text).describe('The collections whose changes it sends.'),
    resource: text
      .describe(
        'The first of `resources`: the form of before. It goes in December 2027 at the earliest.',
      )
      .meta({ deprecated: true }),
    events: z.array(z.enum(webhookEvents)),
    filter: z
      .record(text, z.unknown())
      .nullable()
      .describe('The record after the change must meet it; a deleted one, as it last was.'),
    fields: z.array(text).nullable().describe('The fields to send; null: all that the role reads.'),
    role: text.describe('It sends only what this role may read.'),
    enabled: z.boolean(),
    stopped: z
      .enum(stopReasons)
      .nullable()
      .describe(
        'Why the system disabled it. `failing`: every attempt of three days failed; `gone`: the target answered 410; `invalid`: its collections, role, filter or fields no longer fit the descriptor.',
      ),
    createdBy: text.describe('The `_id` of the person who made it.'),
    createdAt: moment,
    formerUntil: nullableMoment.describe('Until when the secret before the last one signs too.'),
    deliveredAt: nullableMoment.describe('When the target last accepted a delivery.'),
    failingSince: nullableMoment.describe('Since when every attempt has failed.'),
    nextAt: nullableMoment.describe('When it tries again, while the target is not reached.'),
    waiting: count.describe('Deliveries that wait, without changes that it has not read yet.'),
    dead: count.describe('Deliveries that were given up; a replay sends them again.'),
  })
  .meta({ id: 'Webhook' });

export type Webhook = AnswerOf<typeof Webhook>;

export const Webhooks = z.object({
  data: z.array(Webhook),
  most: count.describe('How many webhooks an installation can have.'),
});

export type Webhooks = AnswerOf<typeof Webhooks>;

export const NewWebhook = Webhook.extend({
  secret: text.describe('Signs the deliveries. It is not shown again.'),
}).meta({ id: 'NewWebhook' });

export type NewWebhook = AnswerOf<typeof NewWebhook>;

export const WebhookDelivery = z
  .object({
    id: text.describe('The header `webhook-id`, which is the same in every attempt.'),
    event: z.enum(webhookEvents),
    resource: text.describe('The collection of the record.'),
    record: text.describe('The `_id` of the record.'),
    state: z.enum(deliveryStates).describe('`dead`: given up after the last attempt.'),
    attempts: count,
    createdAt: moment,
    nextAt: nullableMoment,
    endedAt: nullableMoment,
    status: z.int().nullable().describe('The HTTP status of the last answer.'),
    error,
  })
  .meta({ id: 'WebhookDelivery' });

export type WebhookDelivery = AnswerOf<typeof WebhookDelivery>;

export const WebhookDeliveries = z.object({ data: z.array(WebhookDelivery), next });

export type WebhookDeliveries = AnswerOf<typeof WebhookDeliveries>;

export const WebhookAttempt = z
  .object({
    at: moment,
    took: count.describe('Milliseconds.'),
    url: text,
    headers: z.record(text, text).describe('The headers of the request.'),
    body: nullableText.describe('The body of the request; null after its values were erased.'),
    status: z.int().nullable().describe('The HTTP status; null without an answer.'),
    answer: nullableText.describe('The first 4 KB of the answer.'),
    error,
    detail: nullableText.describe('More about the error, such as where a redirect leads.'),
  })
  .meta({ id: 'WebhookAttempt' });

export type WebhookAttempt = AnswerOf<typeof WebhookAttempt>;

export const WebhookLog = WebhookDelivery.extend({ log: z.array(WebhookAttempt) });

export type WebhookLog = AnswerOf<typeof WebhookLog>;

export const WebhookReplay = z.object({
  deliveries: count.describe('How many deliveries are sent again; 0 for a replay from a moment.'),
});
