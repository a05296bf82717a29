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
import { cursorPaging, id, query } from '../http/operation/parameters.ts';
import { json, jsonBody } from '../http/operation/schemas.ts';
import { queryRoute, route, type Route } from '../http/route.ts';
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

const tags = ['admin'];
const root = '/api/admin/webhooks';
const one = `${root}/:id`;
const written = [413, 415, 422] as const;
const text: Schema = { type: 'string' };
const delivery: Parameter = { name: 'delivery', in: 'path', required: true, schema: text };

/** The routes of webhooks, for admins. What decides who gets which data needs a fresh proof. */
export function webhookRoutes(): Route[] {
  return [
    route('GET', root, answerWebhooks, 'admin', () => ({
      operationId: 'listWebhooks',
      summary: 'List webhooks',
      tags,
      responses: { 200: json('The webhooks', Webhooks) },
    })),
    fresh(
      route('POST', root, makeWebhook, 'admin', () => ({
        operationId: 'makeWebhook',
        summary: 'Make a webhook',
        description:
          'It sends the changes that are made from now on, signed as Standard Webhooks describes. The secret is in this response only.',
        tags,
        requestBody: jsonBody(newWebhookBody, {
          name: 'Shop',
          url: 'https://shop.example.org/hooks',
          resources: ['books', 'authors'],
          events: ['created', 'updated'],
        }),
        responses: { 201: json('The webhook with its secret', NewWebhook) },
        problems: [409, ...written],
      })),
    ),
    route('GET', one, answerWebhook, 'admin', () => ({
      operationId: 'getWebhook',
      summary: 'Get a webhook',
      tags,
      parameters: [id],
      responses: { 200: json('The webhook', Webhook) },
      problems: [404],
    })),
    fresh(
      route('PATCH', one, changeWebhook, 'admin', () => ({
        operationId: 'changeWebhook',
        summary: 'Change, enable or disable a webhook',
        description:
          'An enabled webhook continues where it stopped. Its collections cannot change.',
        tags,
        parameters: [id],
        requestBody: jsonBody(webhookBody, { enabled: false }),
        responses: { 200: json('The changed webhook', Webhook) },
        problems: [404, ...written],
      })),
    ),
    fresh(
      route('DELETE', one, removeWebhook, 'admin', () => ({
        operationId: 'removeWebhook',
        summary: 'Delete a webhook with its log',
        tags,
        parameters: [id],
        responses: { 204: { description: 'Deleted' } },
        problems: [404],
      })),
    ),
    fresh(
      route('POST', `${one}/secret`, rotateSecret, 'admin', () => ({
        operationId: 'rotateWebhookSecret',
        summary: 'Replace the secret of a webhook',
        description: 'For 24 hours, the former secret signs too.',
        tags,
        parameters: [id],
        responses: { 200: json('The webhook with its new secret', NewWebhook) },
        problems: [404],
      })),
    ),
    route('POST', `${one}/test`, testWebhook, 'admin', () => ({
      operationId: 'testWebhook',
      summary: 'Send the latest change of a record as a test',
      description:
        'Sends once, also when the webhook is disabled or its filter does not match, and waits for the answer.',
      tags,
      parameters: [id],
      requestBody: jsonBody(webhookTestBody),
      responses: { 200: json('What was sent, and the answer', WebhookAttempt) },
      problems: [404, 409, ...written],
    })),
    route('POST', `${one}/replay`, replayWebhook, 'admin', () => ({
      operationId: 'replayWebhook',
      summary: 'Send deliveries again',
      description:
        'One delivery, all that were given up, or all changes from a moment on. Repeated deliveries have the same `webhook-id`.',
      tags,
      parameters: [id],
      requestBody: jsonBody(webhookReplayBody, { dead: true }),
      responses: { 200: json('How many are sent again', WebhookReplay) },
      problems: [404, 409, ...written],
    })),
    queryRoute('GET', `${one}/deliveries`, readDeliveries, 'admin', () => ({
      operationId: 'listWebhookDeliveries',
      summary: 'List the deliveries of a webhook',
      description: 'Newest first. The log keeps 30 days, and at most 5,000 ended deliveries.',
      tags,
      parameters: [
        id,
        query(
          'state',
          text,
          `One or more states, separated by commas: ${deliveryStates.join(', ')}.`,
        ),
        query('record', text, 'The `_id` of a record.'),
        ...cursorPaging,
      ],
      responses: { 200: json('Deliveries', WebhookDeliveries) },
      problems: [400, 404],
    })),
    route('GET', `${one}/deliveries/:delivery`, readDelivery, 'admin', () => ({
      operationId: 'getWebhookDelivery',
      summary: 'Get a delivery with all its attempts',
      tags,
      parameters: [id, delivery],
      responses: { 200: json('The delivery', WebhookLog) },
      problems: [404],
    })),
  ];
}

function fresh(base: Route): Route {
  return { ...base, fresh: true };
}
