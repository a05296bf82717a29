import { HttpError } from 'react-admin';
import type { Problem as ProblemAnswer } from '../../contract/problem.ts';
import { fillTemplate } from '../../fields/fill-template.ts';
import type { Problem } from '../../fields/problem.ts';
import { withProgress } from './progress.ts';
import { isJustUnlocked, isLocked, lock, untilUnlocked } from './lock.ts';
import { loadCatalog } from '../messages/catalog.ts';
import { problemText } from '../messages/problem-text.ts';
import { RefreshRefused, refreshToken } from './refresh.ts';
import { readSession } from './session.ts';
import { textsOf } from '../messages/texts.ts';
import { createPageState } from './page-state.ts';

const TIMEOUT = 20_000;
/** Until a server that does not know yet that the session is open again is asked anew. */
const AGAIN = 250;

type CallInit = Omit<RequestInit, 'body'> & {
  /** FormData, Blob and text go as they are, anything else as JSON. */
  body?: unknown;
  /** Milliseconds; `false` for import and export, which take as long as they take. */
  timeout?: number | false;
  /** Told how much of the body is there; for what takes long to send. */
  onSent?: (bytes: number, of: number) => void;
  /** It is about the lock itself; all others wait until the screen is unlocked. */
  whileLocked?: true;
};

type Answer<Json> = { json: Json; headers: Headers; status: number };

/** What the server says when it refuses; the body of every `HttpError` thrown here. */
export type ProblemDocument = ProblemAnswer;

/**
 * Calls the API as the signed-in user. A spent access token is refreshed once and
 * the call repeated. Any refusal is thrown as react-admin's `HttpError` with the
 * problem document as its body and its message in the user's language.
 */
export async function call<Json = any>(path: string, init: CallInit = {}): Promise<Answer<Json>> {
  const response = await open(path, { timeout: TIMEOUT, ...init });
  const text = await textOf(response);
  return {
    json: (text === '' ? undefined : JSON.parse(text)) as Json,
    headers: response.headers,
    status: response.status,
  };
}

/**
 * As `call`, but with the body still unread and no timeout: for downloads and uploads. While the
 * screen is locked it waits; a call that the server refuses because it is has done nothing, and is
 * repeated afterwards.
 */
export function open(path: string, init: CallInit = {}): Promise<Response> {
  const opening = openUnlocked(path, init);
  // What is read shows itself where it is missing; what is done is shown at the top of the page.
  return (init.method ?? 'GET') === 'GET' ? opening : withProgress(opening);
}

async function openUnlocked(path: string, init: CallInit): Promise<Response> {
  for (;;) {
    if (isLocked() && !init.whileLocked) await untilUnlocked(init.signal);
    const response = await openOnce(path, init);
    if (response.ok) return response;
    if (!(await saysLocked(response))) throw await toHttpError(response);
    if (isJustUnlocked()) await sleep(AGAIN);
    else lock();
  }
}

async function openOnce(path: string, init: CallInit): Promise<Response> {
  const token = readSession()?.token;
  let response = await fetchAs(token, path, init);
  if (response.status === 401 && token !== undefined) {
    const fresh = await orUnreachable(refreshToken(token), init.signal);
    if (fresh !== undefined) response = await fetchAs(fresh, path, init);
  }
  return response;
}

async function saysLocked(response: Response): Promise<boolean> {
  return response.status === 403 && (await readProblem(response.clone()))?.code === 'A017';
}

export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** What the data provider is given. */
export const http = { call, open };
export type Http = typeof http;

async function fetchAs(token: string | undefined, path: string, init: CallInit): Promise<Response> {
  const { body, headers, signal, timeout = false, whileLocked: _, onSent, ...rest } = init;
  const limits = [signal, timeout === false ? undefined : AbortSignal.timeout(timeout)];
  const whole: RequestInit = {
    ...rest,
    headers: toHeaders(headers, body, token),
    ...(body === undefined ? {} : { body: isSentAsIs(body) ? body : JSON.stringify(body) }),
    signal: AbortSignal.any(limits.filter((limit) => limit instanceof AbortSignal)),
  };
  const send = onSent
    ? (await import('./send-slowly.ts')).sendSlowly(path, whole, onSent)
    : fetch(path, whole);
  return orUnreachable(send, signal);
}

function toHeaders(given: HeadersInit | undefined, body: unknown, token?: string): Headers {
  const headers = new Headers(given);
  if (!headers.has('Accept')) headers.set('Accept', 'application/json');
  if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
  // A form and a blob bring their own type, the form's with its boundary.
  const typed = body === undefined || body instanceof FormData || body instanceof Blob;
  if (!typed && !headers.has('Content-Type')) headers.set('Content-Type', 'application/json');
  return headers;
}

function isSentAsIs(body: unknown): body is FormData | Blob | string {
  return body instanceof FormData || body instanceof Blob || typeof body === 'string';
}

function textOf(response: Response): Promise<string> {
  return orUnreachable(response.text());
}

/** Turns a dead line into words. What the caller itself called off stays an AbortError. */
async function orUnreachable<T>(work: Promise<T>, signal?: AbortSignal | null): Promise<T> {
  try {
    const done = await work;
    connectionLost.set(false);
    return done;
  } catch (cause) {
    if (cause instanceof RefreshRefused) throw await toHttpError(cause.response);
    if (signal?.aborted || isCalledOff(cause)) throw cause;
    const late = (cause as Error | undefined)?.name === 'TimeoutError';
    if (!late) connectionLost.set(true);
    if (late) await loadCatalog();
    throw new HttpError(late ? textsOf('app').http.timedOut : textsOf('start').unreachable, 0);
  }
}

/** A body that is read when its reader goes away; that says nothing of the line. */
function isCalledOff(cause: unknown): boolean {
  return (cause as Error | undefined)?.name === 'AbortError';
}

async function toHttpError(response: Response): Promise<HttpError> {
  const { status } = response;
  const body = await readProblem(response);
  return new HttpError(await sayProblem(body, status), status, body);
}

async function readProblem(response: Response): Promise<ProblemDocument | null> {
  const type = response.headers.get('Content-Type') ?? '';
  if (!type.includes('json')) return null;
  return (await response.json().catch(() => null)) as ProblemDocument | null;
}

/** One sentence for a notice. A problem of one field says itself at that field as well. */
async function sayProblem(body: ProblemDocument | null, status: number): Promise<string> {
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

/** What the server finds wrong with a call it refused. */
export function problemsOf(error: unknown): readonly Problem[] {
  return (error instanceof HttpError && (error.body as ProblemDocument | null)?.problems) || [];
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Whether the last that was heard of the server is that it cannot be reached. */
export const connectionLost = createPageState(false);

// The browser knows of its own line before anything is asked. That the line is back says
// nothing of the server yet: that is found out by asking it.
window.addEventListener('offline', () => connectionLost.set(true));
