import { HttpError } from 'react-admin';
import type { Problem as ProblemAnswer } from '../../contract/problem.ts';
import { fillTemplate } from '../../fields/problems/fill-template.ts';
import type { Problem } from '../../fields/problems/problem.ts';
import { withProgress } from './progress.ts';
import { isJustUnlocked, isLocked, lock, untilUnlocked } from './account/lock.ts';
import { loadCatalog } from '../messages/catalog.ts';
import { language } from '../messages/language.ts';
import { problemText } from '../messages/problem-text.ts';
import { RefreshRefused, refreshToken } from './account/refresh.ts';
import { askProof, demandFactor } from './account/proof.ts';
import { readSession } from './account/session.ts';
import { leaveView, readView } from './account/view-as.ts';
import { textsOf } from '../messages/texts.ts';
import { backgroundHeader } from './account/user-activity.ts';
import { createPageState } from './page-state.ts';

const TIMEOUT = 20_000;
/** Milliseconds before a call is repeated on a server that does not know yet that the session is unlocked. */
const LOCK_RETRY_MS = 250;

type CallInit = Omit<RequestInit, 'body' | 'signal'> & {
  signal?: AbortSignal | null | undefined;
  /** FormData, Blob and text are sent as they are, anything else as JSON. */
  body?: unknown;
  /** Milliseconds; `false` for imports and exports, which may take any time. */
  timeout?: number | false;
  /** Called with the number of bytes sent so far; for uploads that take long. */
  onSent?: (bytes: number, of: number) => void;
  /** A POST that only reads: the page shows no work that leaving it would cancel. */
  reads?: true;
  /** For a sign-in, which nobody's session belongs to. */
  asVisitor?: true;
  /** For a proof of who the user is, also while this tab shows the app as somebody else sees it. */
  asSelf?: true;
  /** For calls about the lock itself. All other calls wait until the screen is unlocked. */
  whileLocked?: true;
};

type Answer<Json> = { json: Json; headers: Headers; status: number };

/** The body of a refusal; every `HttpError` thrown here has it. */
export type ProblemDocument = ProblemAnswer;

/**
 * Calls the API as the signed-in user. If the access token has expired, it is refreshed once
 * and the call repeated. A refusal throws react-admin's `HttpError` with the problem
 * document as its body and a message in the user's language.
 */
export async function call<Json = unknown>(
  path: string,
  init: CallInit = {},
): Promise<Answer<Json>> {
  const response = await fetchResponse(path, { timeout: TIMEOUT, ...init });
  const text = await orUnreachable(response.text());
  return {
    json: (text === '' ? undefined : JSON.parse(text)) as Json,
    headers: response.headers,
    status: response.status,
  };
}

/**
 * Like `call`, but returns the response with its body unread and has no timeout: for
 * downloads and uploads. While the screen is locked it waits. A call that the server refuses
 * because of the lock, or for want of a fresh proof, has changed nothing and is repeated after that.
 */
export function fetchResponse(path: string, init: CallInit = {}): Promise<Response> {
  const opening = openUnlocked(path, init);
  // A screen shows itself that it is waiting for data; the progress bar at the top is for writes.
  return init.reads || ['GET', 'HEAD'].includes(init.method ?? 'GET')
    ? opening
    : withProgress(opening);
}

async function openUnlocked(path: string, init: CallInit): Promise<Response> {
  for (;;) {
    if (isLocked() && !init.whileLocked) await untilUnlocked(init.signal);
    const response = await openOnce(path, init);
    if (response.ok) return response;
    const code = await liftableRefusal(response);
    if (code === 'A030' && (await askProof())) continue;
    if (code === 'A033') demandFactor();
    if (code !== 'A017') throw await toHttpError(response);
    if (isJustUnlocked()) await sleep(LOCK_RETRY_MS);
    else lock();
  }
}

async function openOnce(path: string, init: CallInit): Promise<Response> {
  const isOwn = init.asVisitor || init.asSelf || init.whileLocked;
  const view = isOwn ? undefined : readView();
  if (view) return await openInView(view.token, path, init);
  const token = init.asVisitor ? undefined : readSession()?.token;
  let response = await fetchAs(token, path, init);
  if (response.status === 401 && token !== undefined) {
    const fresh = await orUnreachable(refreshToken(token), init.signal);
    if (fresh !== undefined) response = await fetchAs(fresh, path, init);
  }
  return response;
}

/** A view session is not refreshed. Once it is over, the page is left, and nothing on it learns of that. */
async function openInView(token: string, path: string, init: CallInit): Promise<Response> {
  const response = await fetchAs(token, path, init);
  if (response.status !== 401) return response;
  leaveView(true);
  return await new Promise(() => undefined);
}

/** The code of a refusal that the user can lift: the screen is locked, or a fresh proof is needed. */
async function liftableRefusal(response: Response): Promise<string | number | undefined> {
  return response.status === 403 ? (await readProblem(response.clone()))?.code : undefined;
}

export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** The two functions the data provider works with. */
export const http = { call, open: fetchResponse };
export type Http = typeof http;

async function fetchAs(token: string | undefined, path: string, init: CallInit): Promise<Response> {
  const { body, headers, signal, timeout = false, onSent, ...rest } = init;
  const limits = [signal, timeout === false ? undefined : AbortSignal.timeout(timeout)];
  const whole: RequestInit = {
    ...rest,
    headers: toHeaders(headers, body, token),
    ...(body === undefined ? {} : { body: isSentAsIs(body) ? body : JSON.stringify(body) }),
    signal: AbortSignal.any(limits.filter((limit) => limit instanceof AbortSignal)),
  };
  const send = onSent
    ? (await import('./send-with-progress.ts')).sendWithProgress(path, whole, onSent)
    : fetch(path, whole);
  return orUnreachable(send, signal);
}

function toHeaders(given: HeadersInit | undefined, body: unknown, token?: string): Headers {
  const headers = new Headers(given);
  if (!headers.has('Accept')) headers.set('Accept', 'application/json');
  // Titles of records come in this language.
  headers.set('Accept-Language', language());
  for (const [name, value] of Object.entries(backgroundHeader())) headers.set(name, value);
  if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
  // A form or a blob sets its own type, the form's with its boundary.
  const typed = body === undefined || body instanceof FormData || body instanceof Blob;
  if (!typed && !headers.has('Content-Type')) headers.set('Content-Type', 'application/json');
  return headers;
}

function isSentAsIs(body: unknown): body is FormData | Blob | string {
  return body instanceof FormData || body instanceof Blob || typeof body === 'string';
}

/** Turns a lost connection into a message. A call that the caller cancelled still throws an AbortError. */
async function orUnreachable<T>(work: Promise<T>, signal?: AbortSignal | null): Promise<T> {
  try {
    const done = await work;
    connectionLost.set(false);
    return done;
  } catch (cause) {
    if (cause instanceof RefreshRefused) throw await toHttpError(cause.response);
    const { name } = (cause ?? {}) as Partial<Error>;
    // If the reader of the body went away, that says nothing about the connection.
    if (signal?.aborted || name === 'AbortError') throw cause;
    const late = name === 'TimeoutError';
    if (!late) connectionLost.set(true);
    if (late) await loadCatalog();
    const message = late ? textsOf('app').http.timedOut : textsOf('start').unreachable;
    throw Object.assign(new HttpError(message, 0), { isTimeout: late });
  }
}

async function toHttpError(response: Response): Promise<HttpError> {
  const { status, headers } = response;
  const body = await readProblem(response);
  return Object.assign(new HttpError(await toMessage(body, status), status, body), { headers });
}

async function readProblem(response: Response): Promise<ProblemDocument | null> {
  const type = response.headers.get('Content-Type') ?? '';
  if (!type.includes('json')) return null;
  return (await response.json().catch(() => null)) as ProblemDocument | null;
}

/** One sentence for a notice. It names the field, which shows the problem as well. */
async function toMessage(body: ProblemDocument | null, status: number): Promise<string> {
  await loadCatalog();
  if (body === null) return fillTemplate(textsOf('app').http.refused, { status });
  const first = body.problems?.[0];
  if (first === undefined) return problemText({ code: body.code, message: body.detail });
  const text = problemText(first);
  return first.path === '' ? capitalise(text) : `${first.path}: ${text}`;
}

export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A header of the answer that refused a call. */
export function headerOf(error: unknown, name: string): string | undefined {
  return (error as { headers?: Headers } | null)?.headers?.get(name) ?? undefined;
}

/** Whether the server has not answered in time. The user has waited long enough: nothing repeats the call unasked. */
export function isTimeout(error: unknown): boolean {
  return (error as { isTimeout?: boolean } | null)?.isTimeout === true;
}

/** The problems for which the server refused a call. */
export function problemsOf(error: unknown): readonly Problem[] {
  return (error instanceof HttpError && (error.body as ProblemDocument | null)?.problems) || [];
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Whether the last attempt to reach the server failed. */
export const connectionLost = createPageState(false);

// The browser notices a lost connection before any request. A restored one does not mean
// that the server can be reached: only a request shows that.
window.addEventListener('offline', () => connectionLost.set(true));
