import secureJson from 'secure-json-parse';
import { problem, type Problem } from '../fields/problem.ts';
import { checkJsonShape } from './json-shape.ts';
import { refuse, type Refusal } from './refusal.ts';

const MAX_BYTES = 1_000_000;

/** Reads a JSON body of at most a megabyte, counted as it comes in: its declared length may lie. */
export async function readJsonBody(request: Request): Promise<{ value: unknown } | Refusal> {
  const type = request.headers.get('Content-Type') ?? '';
  // Form and text bodies can be sent from other sites without asking, JSON cannot.
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type))
    return refuse(problem('Q011', 'Content-Type', { expected: 'application/json' }));
  const length = request.headers.get('Content-Length');
  if (Number(length) > MAX_BYTES) return tooLarge();

  // HTTP gives no more than what was declared, and whole it costs a fraction of a stream.
  const bytes = length === null ? await readBytes(request) : await readWhole(request);
  if (bytes === undefined || bytes.length > MAX_BYTES) return tooLarge();
  if (bytes.length === 0) return refuse(problem('Q015', ''));
  return parseJson(bytes);
}

async function readBytes(request: Request): Promise<Uint8Array | undefined> {
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function readWhole(request: Request): Promise<Uint8Array> {
  return new Uint8Array(await request.arrayBuffer());
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parseJson(bytes: Uint8Array): { value: unknown } | Refusal {
  let value: unknown;
  try {
    value = secureJson.parse(utf8.decode(bytes), {
      protoAction: 'error',
      constructorAction: 'error',
    });
  } catch (error) {
    return refuse(unreadable(error as Error), { status: 400 });
  }
  const problems = checkJsonShape(value);
  return problems.length > 0 ? refuse(problems, { status: 400 }) : { value };
}

function unreadable(error: Error): Problem {
  if (error.message.includes('forbidden prototype'))
    return problem('V020', '', { key: '__proto__' });
  const reason = error instanceof TypeError ? 'not UTF-8' : error.message;
  return problem('Q005', '', { reason });
}

function tooLarge(): Refusal {
  return refuse(problem('Q012', '', { max: MAX_BYTES }));
}
