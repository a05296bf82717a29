import { lookup } from 'node:dns/promises';
import {
  Agent as HttpAgent,
  request as requestHttp,
  type ClientRequest,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import type { AttemptError } from '../../contract/webhooks.ts';
import { createSemaphore } from '../../files/create-semaphore.ts';
import { hostOf, type Targets } from './targets.ts';

/** The outcome of sending a message once. */
export type SendOutcome = {
  status: number | null;
  /** The beginning of the answer. */
  answer: string | null;
  /** Why the message does not count as delivered. */
  error: AttemptError | null;
  detail: string | null;
  /** Whether the target itself decided about this message, so that it may take the next one. */
  isAnswered: boolean;
  /** The seconds that a busy target asks to wait (RFC 9110, 10.2.3); 0 if it names none. */
  retryAfter: number;
};

/** Milliseconds until the status of an answer must be there, from the start. */
const LONGEST_SEND = 10_000;
/** The bytes of an answer to read, and to return. */
const MOST_READ = 65_536;
const MOST_KEPT = 4_096;

/** Statuses by which a target, or the proxy in front of it, says that it takes no messages now. */
const busy = new Set([408, 425, 429, 502, 503, 504]);

export type WebhookSender = {
  /** Sends a message once. It never throws: a failure is an outcome. */
  send(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<SendOutcome>;
  /** Closes the connections. */
  close(): void;
};

/** Sends messages one after the other, over the same connection if the target allows. */
export function openWebhookSender(targets: Targets, longest = LONGEST_SEND): WebhookSender {
  const options = { keepAlive: true, maxSockets: 1 };
  const agents = { 'http:': new HttpAgent(options), 'https:': new HttpsAgent(options) };
  return {
    async send(text, headers, body) {
      if (targets.check(text)) return failed('private');
      const url = new URL(text);
      const host = hostOf(url);
      if (isIP(host) && !targets.allows(host, host)) return failed('private');
      const signal = AbortSignal.timeout(longest);
      const isHttps = url.protocol === 'https:';
      const open = () =>
        (isHttps ? requestHttps : requestHttp)(url, {
          method: 'POST',
          headers,
          agent: agents[url.protocol as keyof typeof agents],
          lookup: lookupAllowed(targets, host),
          signal,
        });
      return await exchange(open, body).catch((cause: NodeJS.ErrnoException) => {
        if (signal.aborted) return failed('timeout');
        if (cause instanceof PrivateAddress) return failed('private', cause.message);
        return failed('network', cause.code ?? cause.message);
      });
    },
    close: () => Object.values(agents).forEach((agent) => agent.destroy()),
  };
}

function failed(error: AttemptError, detail: string | null = null): SendOutcome {
  return { status: null, answer: null, error, detail, isAnswered: false, retryAfter: 0 };
}

async function exchange(open: () => ClientRequest, body: string): Promise<SendOutcome> {
  const request = open();
  try {
    return await toOutcome(await readAnswer(request, body));
  } catch (error) {
    // The target closed a connection that nothing was sent over for a moment; it has not seen the message.
    if (request.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET')
      return await toOutcome(await readAnswer(open(), body));
    throw error;
  }
}

function readAnswer(request: ClientRequest, body: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    // Stays, because a connection can also break while the answer is read.
    request.on('error', reject);
    request.end(body);
  });
}

async function toOutcome(response: IncomingMessage): Promise<SendOutcome> {
  const { statusCode: status = 0, headers } = response;
  const answer = await readStart(response);
  const isAnswered = !busy.has(status);
  if (status >= 200 && status < 300)
    return { status, answer, error: null, detail: null, isAnswered, retryAfter: 0 };
  if (status >= 300 && status < 400)
    return {
      status,
      answer,
      error: 'redirect',
      detail: headers.location ?? null,
      isAnswered: false,
      retryAfter: 0,
    };
  const retryAfter = isAnswered ? 0 : toSeconds(headers['retry-after']);
  return { status, answer, error: 'status', detail: null, isAnswered, retryAfter };
}

/** `Retry-After` has seconds or a date. */
function toSeconds(text = ''): number {
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1_000;
  return Math.max(0, seconds || 0);
}

/** The status decides, so an answer that is too long, too slow or broken is read as far as it goes. */
async function readStart(response: IncomingMessage): Promise<string> {
  const kept: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      if (size < MOST_KEPT) kept.push(chunk.subarray(0, MOST_KEPT - size));
      size += chunk.length;
      if (size >= MOST_READ) break;
    }
  } catch {
    // Its beginning is enough.
  }
  response.destroy();
  return Buffer.concat(kept).toString('utf8').replaceAll('\0', '\uFFFD');
}

class PrivateAddress extends Error {}

/** Names are looked up by threads that files need too, so slow ones must leave some of them free. */
const lookupTurn = createSemaphore(2);

/** Connects only to allowed addresses: to check a name before would leave time to let it point elsewhere. */
function lookupAllowed(targets: Targets, host: string): LookupFunction {
  const find = callbackify(async (hostname: string) => {
    const leave = await lookupTurn();
    const addresses = await lookup(hostname, { all: true }).finally(leave);
    const allowed = addresses.filter(({ address }) => targets.allows(host, address));
    if (allowed.length > 0) return allowed;
    throw new PrivateAddress(addresses.map(({ address }) => address).join(', '));
  });
  return (hostname, { all }, done) =>
    find(hostname, (error, addresses) => {
      if (error) done(error, []);
      else if (all) done(null, addresses);
      else done(null, addresses[0]!.address, addresses[0]!.family);
    });
}
