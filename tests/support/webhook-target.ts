import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTargets } from '../../src/api/webhooks/targets.ts';
import { openWebhooks } from '../../src/hosts/open/open-webhooks.ts';
import { SECRET, type TestAnswer, type TestApi } from './api.ts';

/** What a target got. */
export type Received = {
  headers: IncomingMessage['headers'];
  body: string;
  /** The body, parsed. */
  json: any;
};

type Behave = (received: Received, response: ServerResponse) => void;

export type WebhookTarget = {
  url: string;
  received: Received[];
  /** How it answers; by default with 200. */
  behave: Behave;
  /** Waits until it got so many, and returns them. */
  receive(count: number): Promise<Received[]>;
  close(): Promise<void>;
};

/** A server that webhooks deliver to. */
export async function openTarget(port = 0): Promise<WebhookTarget> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => undefined);
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const got = { headers: request.headers, body, json: JSON.parse(body) };
      target.received.push(got);
      target.behave(got, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const target: WebhookTarget = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received: [],
    behave: accept,
    receive: (count) => until(() => target.received.length >= count && target.received),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return target;
}

export const accept: Behave = (_, response) => void response.end('ok');

/** Answers with a status. */
export const answerWith =
  (status: number, headers: Record<string, string> = {}): Behave =>
  (_, response) =>
    void response.writeHead(status, headers).end(`status ${status}`);

/** Asks again and again until the answer is neither undefined nor false. */
export async function until<Value>(
  ask: () => Value | Promise<Value>,
): Promise<Exclude<Awaited<Value>, false | undefined>> {
  for (;;) {
    const found = await ask();
    if (found !== undefined && found !== false)
      return found as Exclude<Awaited<Value>, false | undefined>;
    await sleep(20);
  }
}

/** The tests' target is on this machine. */
export const webhookTargets = createTargets(['127.0.0.1']);

/** Starts the deliveries of a test API, with short pauses between attempts. */
export async function startWebhooks(
  api: TestApi,
  changes: { pauses?: readonly number[] } = {},
): Promise<() => Promise<void>> {
  const { database, store, services } = api;
  return await openWebhooks({
    database,
    store: store.for('job'),
    descriptor: services.descriptor,
    secret: SECRET,
    version: services.version,
    targets: webhookTargets,
    log: services.log,
    pauses: [0.05, 0.05, 0.1],
    ...changes,
  });
}

/** Makes a webhook as the admin, for books unless `changes` says otherwise. */
export function makeWebhook(api: TestApi, url: string, changes: object = {}): Promise<TestAnswer> {
  const body = { name: 'Shop', url, resources: ['books'], events: allEvents, ...changes };
  return api.call('POST', '/api/admin/webhooks', { as: 'admin', body });
}

const allEvents = ['created', 'updated', 'deleted', 'restored'];

/** Waits until the log of a webhook has a delivery like this one, and returns it with its attempts. */
export async function findLogged(
  api: TestApi,
  webhook: string,
  isIt: (delivery: any) => boolean,
): Promise<any> {
  const root = `/api/admin/webhooks/${webhook}/deliveries`;
  const found = await until(async () => {
    const { json } = await api.call('GET', `${root}?_perPage=100`, { as: 'admin' });
    return json.data.find(isIt);
  });
  return (await api.call('GET', `${root}/${found.id}`, { as: 'admin' })).json;
}
