import { setTimeout as sleep } from 'node:timers/promises';
import secureJson from 'secure-json-parse';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import { isRefusal, type Refusal, refuse } from '../../services/refusal.ts';
import { isStorable } from '../../fields/text/storable-text.ts';
import { isObject, maxDepth } from '../../descriptor/json-object.ts';
import type { z } from 'zod';
import { valueProblems } from '../../fields/problems/value-problems.ts';
import type { Call } from './call.ts';

/** The most problems in a response; nobody fixes more at a time. */
const MOST_PROBLEMS = 100;

/** For visitors; no form that is open to them sends a tenth of this. */
export const VISITOR_MAX_BYTES = 65_536;
export const USER_MAX_BYTES = 1_000_000;

/** Reads a JSON body up to a size. Counts the bytes as they arrive, because the declared length may be wrong. */
export async function readJsonBody(
  request: Request,
  max: number,
): Promise<{ value: unknown } | Refusal> {
  const type = request.headers.get('Content-Type') ?? '';
  // Other sites can send form and text bodies without a preflight request, but not JSON.
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type)) {
    const nothing = type === '' ? await readBytes(request, 0) : undefined;
    if (nothing) return refuse(problem('Q015', ''));
    return refuse(problem('Q011', 'Content-Type', { expected: 'application/json' }));
  }
  const length = request.headers.get('Content-Length');
  if (Number(length) > max) return tooLarge(max);

  // HTTP delivers no more than the declared length, and reading it whole costs a fraction of a stream.
  const bytes =
    length === null ? await readBytes(request, max) : new Uint8Array(await request.arrayBuffer());
  if (bytes === undefined || bytes.length > max) return tooLarge(max);
  if (bytes.length === 0) return refuse(problem('Q015', ''));
  return bytes.length > VISITOR_MAX_BYTES
    ? await inTurn((rest) => parseJson(bytes, rest))
    : await parseJson(bytes);
}

type Rest = () => Promise<void>;

let lastLarge: Promise<unknown> = Promise.resolve();

/**
 * Reads large bodies one after the other, and after each step rests as long as the step took. However many
 * arrive, half of the time is left for other requests, which wait for one step at most.
 */
function inTurn<Answer>(work: (rest: Rest) => Promise<Answer>): Promise<Answer> {
  const turn = lastLarge.then(() => {
    let begin = performance.now();
    return work(async () => {
      await sleep(performance.now() - begin);
      begin = performance.now();
    });
  });
  lastLarge = turn.catch(() => undefined);
  return turn;
}

async function readBytes(request: Request, max: number): Promise<Uint8Array | undefined> {
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > max) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

async function parseJson(bytes: Uint8Array, rest?: Rest): Promise<{ value: unknown } | Refusal> {
  const tooMuch = scanJson(bytes);
  if (tooMuch) return refuse(tooMuch, { status: 400 });
  if (rest) await rest();
  let text: string;
  let value: unknown;
  try {
    text = utf8.decode(bytes);
    value = secureJson.parse(text, { protoAction: 'error', constructorAction: 'error' });
  } catch (error) {
    return refuse(unreadable(error as Error), { status: 400 });
  }
  if (rest) await rest();
  const problems = findUnstorableTexts(text, value);
  if (problems.length > 0) return refuse(problems, { status: 400 });
  // Work on large values takes as long again.
  if (rest) await rest();
  return { value };
}

function unreadable(error: Error): Problem {
  if (error.message.includes('forbidden prototype'))
    return problem('V020', '', { key: '__proto__' });
  const reason = error instanceof TypeError ? 'not UTF-8' : error.message;
  return problem('Q005', '', { reason });
}

function tooLarge(max: number): Refusal {
  return refuse(problem('Q012', '', { max }));
}

/** Finds texts and keys with characters that PostgreSQL cannot store. UTF-8 JSON has them only as such escapes. */
function findUnstorableTexts(json: string, value: unknown): Problem[] {
  if (!/\\u(?:0000|d[89a-f])/i.test(json)) return [];
  return [...findUnstorable(value, '').take(MOST_PROBLEMS)];
}

function* findUnstorable(value: unknown, path: string): Generator<Problem> {
  if (typeof value === 'string' && !isStorable(value)) yield problem('V013', path);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    if (!isStorable(key)) yield problem('V013', path);
    else yield* findUnstorable(member, path === '' ? key : `${path}.${key}`);
  }
}

/** The most members in a body. */
export const MOST_MEMBERS = 50_000;
/** The most members with a key, which cost the parser three times as much: a thousand records of twenty fields. */
const MOST_KEYED = 20_000;
/** The most keys in one object. */
const MOST_KEYS = 1_000;

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Scans JSON before it is parsed, up to the first excess: parsing a megabyte of empty lists takes a hundred
 * times as long as a megabyte of text, in our only thread. The parser checks whether it is valid JSON.
 */
export function scanJson(bytes: Uint8Array): Problem | undefined {
  let members = 0;
  let keyed = 0;
  let depth = 0;
  // The commas of each open list or object; the count of a list stays below zero.
  const commas = new Int32Array(maxDepth + 2);
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfText(bytes, at);
    else if (byte === COMMA) {
      members += 1;
      if (++commas[depth]! >= MOST_KEYS) return problem('V016', '', { max: MOST_KEYS });
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      members += 1;
      depth += 1;
      if (depth > maxDepth) return problem('V019', '', { max: maxDepth });
      commas[depth] = byte === OPEN_LIST ? -bytes.length : 0;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth = Math.max(0, depth - 1);
    else if (byte === COLON && ++keyed > MOST_KEYED)
      return problem('V016', '', { max: MOST_KEYED });
    if (members > MOST_MEMBERS) return problem('V016', '', { max: MOST_MEMBERS });
  }
  return undefined;
}

/** The position of the quote that ends the text starting here. */
function endOfText(bytes: Uint8Array, start: number): number {
  let end = bytes.indexOf(QUOTE, start + 1);
  while (end > 0 && isEscaped(bytes, end)) end = bytes.indexOf(QUOTE, end + 1);
  return end < 0 ? bytes.length : end;
}

function isEscaped(bytes: Uint8Array, at: number): boolean {
  let before = at;
  while (bytes[before - 1] === BACKSLASH) before -= 1;
  return (at - before) % 2 === 1;
}

/** Reads a body with a fixed form, unlike that of a resource, and validates it by its schema. */
export async function parseBody<Body>(
  call: Call,
  schema: z.ZodType<Body>,
): Promise<{ value: Body } | Refusal> {
  const body = await call.readJson();
  return isRefusal(body) ? body : parseValue(body.value, schema);
}

/** Validates such a body that was already read. */
export function parseValue<Body>(
  value: unknown,
  schema: z.ZodType<Body>,
): { value: Body } | Refusal {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { value: parsed.data };
  return refuse(valueProblems(parsed.error, '').map((each) => asMissing(each, value)));
}

/** Reports a member that was left out as missing, not as one of a wrong type. */
function asMissing(reason: Problem, body: unknown): Problem {
  const missing = reason.path !== '' && isObject(body) && valueAt(body, reason.path) === undefined;
  return missing ? problem('V001', reason.path) : reason;
}

function valueAt(body: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((inside, key) => (inside as Record<string, unknown> | null)?.[key], body);
}

/** Reads a body that may be left out if all its members are optional. */
export async function parseOptionalBody<Body>(
  call: Call,
  schema: z.ZodType<Body>,
): Promise<{ value: Body } | Refusal> {
  const body = await call.readJson();
  if (!isRefusal(body)) return parseValue(body.value ?? {}, schema);
  return body.refused[0].code === 'Q015' ? parseValue({}, schema) : body;
}
