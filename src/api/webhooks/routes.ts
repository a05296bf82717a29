import {
  deliveryStates,
  NewWebhook,
  Webhook,
  WebhookAttempt,
  WebhookDeliveries,
  WebhookLog,
  WebhookReplay,
  Webhooks,
} from '../../contract/webhooks.ts';
import type { Parameter, Schema } from '../http/operation/operation.ts';
import { cursorPaging, query } from '../http/operation/parameters.ts';
import { json, jsonBody } from '../http/operation/schemas.ts';
import { queryRoute, route, type Route, provenAdmin } from '../http/route.ts';
import { readDeliveries, readDelivery, replayWebhook, testWebhook } from './deliveries.ts';
import { newWebhookBody, webhookBody, webhookReplayBody, webhookTestBody } from './webhook-body.ts';
import {
  answerWebhook,
  answerWebhooks,
  changeWebhook,
  makeWebhook,
  removeWebhook,
  rotateSecret,
} from './webhooks.ts';

const root = '/api/admin/webhooks';
const one = `${root}/:id`;
const text: Schema = { type: 'string' };
const delivery: Parameter = { name: 'delivery', in: 'path', required: true, schema: text };

/** The routes of webhooks, for admins. What decides who gets which data needs a fresh proof. */
export function webhookRoutes(): Route[] {
  return [
    route(`GET ${root}`, answerWebhooks, 'admin', () => ({
      operationId: 'listWebhooks',
      summary: 'List webhooks',
      responses: { 200: json('The webhooks', Webhooks) },
    })),
    route(`POST ${root}`, makeWebhook, provenAdmin, () => ({
      operationId: 'makeWebhook',
      summary: 'Make a webhook',
      description:
        'It sends the changes that are made from now on, signed as Standard Webhooks describes. The secret is in this response only.',
      requestBody: jsonBody(newWebhookBody, {
        name: 'Shop',
        url: 'https://shop.example.org/hooks',
        resources: ['books', 'authors'],
        events: ['created', 'updated'],
      }),
      responses: { 201: json('The webhook with its secret', NewWebhook) },
      problems: [409],
    })),
    route(`GET ${one}`, answerWebhook, 'admin', () => ({
      operationId: 'getWebhook',
      summary: 'Get a webhook',
      responses: { 200: json('The webhook', Webhook) },
    })),
    route(`PATCH ${one}`, changeWebhook, provenAdmin, () => ({
      operationId: 'changeWebhook',
      summary: 'Change, enable or disable a webhook',
      description: 'An enabled webhook continues where it stopped. Its collections cannot change.',
      requestBody: jsonBody(webhookBody, { enabled: false }),
      responses: { 200: json('The changed webhook', Webhook) },
    })),
    route(`DELETE ${one}`, removeWebhook, provenAdmin, () => ({
      operationId: 'removeWebhook',
      summary: 'Delete a webhook with its log',
      responses: { 204: { description: 'Deleted' } },
    })),
    route(`POST ${one}/secret`, rotateSecret, provenAdmin, () => ({
      operationId: 'rotateWebhookSecret',
      summary: 'Replace the secret of a webhook',
      description: 'For 24 hours, the former secret signs too.',
      responses: { 200: json('The webhook with its new secret', NewWebhook) },
    })),
    ...deliveryRoutes(),
  ];
}

/** The routes of what webhooks send, have sent and send again. */
function deliveryRoutes(): Route[] {
  return [
    route(`POST ${one}/test`, testWebhook, 'admin', () => ({
      operationId: 'testWebhook',
      summary: 'Send the latest change of a record as a test',
      description:
        'Sends once, also when the webhook is disabled or its filter does not match, and waits for the answer.',
      requestBody: jsonBody(webhookTestBody),
      responses: { 200: json('What was sent, and the answer', WebhookAttempt) },
      problems: [409],
    })),
    route(`POST ${one}/replay`, replayWebhook, 'admin', () => ({
      operationId: 'replayWebhook',
      summary: 'Send deliveries again',
      description:
        'One delivery, all that were given up, or all changes from a moment on. Repeated deliveries have the same `webhook-id`.',
      requestBody: jsonBody(webhookReplayBody, { dead: true }),
      responses: { 200: json('How many are sent again', WebhookReplay) },
      problems: [409],
    })),
    queryRoute(`GET ${one}/deliveries`, readDeliveries, 'admin', () => ({
      operationId: 'listWebhookDeliveries',
      summary: 'List the deliveries of a webhook',
      description: 'Newest first. The log keeps 30 days, and at most 5,000 ended deliveries.',
      parameters: [
        query(
          'state',
          text,
          `One or more states, separated by commas: ${deliveryStates.join(', ')}.`,
        ),
        query('record', text, 'The `_id` of a record.'),
        ...cursorPaging,
      ],
      responses: { 200: json('Deliveries', WebhookDeliveries) },
    })),
    route(`GET ${one}/deliveries/:delivery`, readDelivery, 'admin', () => ({
      operationId: 'getWebhookDelivery',
      summary: 'Get a delivery with all its attempts',
      parameters: [delivery],
      responses: { 200: json('The delivery', WebhookLog) },
    })),
  ];
}
