import { setTimeout as sleep } from 'node:timers/promises';
import secureJson from 'secure-json-parse';
import { problem, type Problem } from '../../fields/problem.ts';
import { scanJson } from './json-scan.ts';
import { refuse, type Refusal } from './refusal.ts';
import { isStorable } from '../../fields/storable-text.ts';

/** So many are told; nobody mends more at a time. */
const MOST_PROBLEMS = 100;

/** Of a body whose sender nobody knows; no form without a sign-in has a tenth of it. */
export const STRANGER_BYTES = 65_536;
export const USER_BYTES = 1_000_000;

/** Reads a JSON body of so many bytes at most, counted as it comes in: its declared length may lie. */
export async function readJsonBody(
  request: Request,
  max: number,
): Promise<{ value: unknown } | Refusal> {
  const type = request.headers.get('Content-Type') ?? '';
  // Form and text bodies can be sent from other sites without asking, JSON cannot.
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type)) {
    const nothing = type === '' ? await readBytes(request, 0) : undefined;
    if (nothing) return refuse(problem('Q015', ''));
    return refuse(problem('Q011', 'Content-Type', { expected: 'application/json' }));
  }
  const length = request.headers.get('Content-Length');
  if (Number(length) > max) return tooLarge(max);

  // HTTP gives no more than what was declared, and whole it costs a fraction of a stream.
  const bytes = length === null ? await readBytes(request, max) : await readWhole(request);
  if (bytes === undefined || bytes.length > max) return tooLarge(max);
  if (bytes.length === 0) return refuse(problem('Q015', ''));
  return bytes.length > STRANGER_BYTES
    ? await inTurn((rest) => parseJson(bytes, rest))
    : await parseJson(bytes);
}

type Rest = () => Promise<void>;

let lastLarge: Promise<unknown> = Promise.resolve();

/**
 * Large bodies one after the other, with a rest after each step as long as the step took: however many
 * come at once, half of the time is for others, who wait for one step at most.
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

async function readWhole(request: Request): Promise<Uint8Array> {
  return new Uint8Array(await request.arrayBuffer());
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

async function parseJson(bytes: Uint8Array, rest?: Rest): Promise<{ value: unknown } | Refusal> {
  const tooMuch = scanJson(bytes);
  if (tooMuch) return refuse(tooMuch, { status: 400 });
  await rest?.();
  let text: string;
  let value: unknown;
  try {
    text = utf8.decode(bytes);
    value = secureJson.parse(text, {
      protoAction: 'error',
      constructorAction: 'error',
    });
  } catch (error) {
    return refuse(unreadable(error as Error), { status: 400 });
  }
  await rest?.();
  const problems = findUnstorableTexts(text, value);
  if (problems.length > 0) return refuse(problems, { status: 400 });
  // What is done with much of it takes as long again.
  await rest?.();
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

/** Texts, and keys, with characters PostgreSQL cannot keep. JSON that is UTF-8 has them only as escapes like these. */
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
