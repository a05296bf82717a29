import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { returnMemory } from '../../../store/memory/free-memory.ts';

/** A smaller response fits into one packet anyway. */
const WORTH_IT = 1_000;

const encodings = {
  // Quality 4 is about as fast as gzip and a quarter smaller; the default 11 takes a hundred times as long.
  br: (body: Body) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (body: Body) => promisify(gzip)(body, { level: 5 }),
} as const;

type Headers = Readonly<Record<string, string>>;

/** Text or its bytes. Code that has sent or packed the bytes gives their memory back. */
export type Body = string | Uint8Array<ArrayBuffer>;

// Remembered beside the response: reading its headers or its body would first create web objects, which the
// server does not need for most responses.
const offered = new WeakMap<Response, WholeAnswer>();

export type WholeAnswer = { body: Body; status: number; headers: Headers };

/** The responses that leave unpacked. Those with a secret are never offered. */
const unpacked = new WeakMap<Response, WholeAnswer>();

/** The parts of a response that leaves unpacked, for a server that writes them instead of its body. */
export function wholeAnswerOf(response: Response): WholeAnswer | undefined {
  return unpacked.get(response);
}

/** Adds headers to a response that is ready to leave. A name in `Vary` is added to those that it has. */
export function addHeaders(response: Response, more: Headers): void {
  const added = Object.entries(more);
  if (added.length === 0) return;
  const { headers } = response;
  for (const [name, value] of added)
    if (name === 'Vary') headers.append(name, value);
    else headers.set(name, value);
  const whole = unpacked.get(response);
  // Its headers are sent in place of those of the response.
  if (whole) {
    const vary = headers.get('Vary');
    const own = { ...whole.headers, ...more, ...(vary !== null && { Vary: vary }) };
    unpacked.set(response, { ...whole, headers: own });
  }
}

/** A complete response that is compressed if the client accepts that. Streamed responses never are. */
export function answerCompressed(body: Body, status: number, headers: Headers): Response {
  if (body.length < WORTH_IT) return new Response(toText(body), { status, headers });
  const varying = { ...headers, Vary: 'Accept-Encoding' };
  const response = new Response(body, { status, headers: varying });
  offered.set(response, { body, status, headers: varying });
  return response;
}

function toText(body: Body): string {
  if (typeof body === 'string') return body;
  const text = Buffer.from(body.buffer, body.byteOffset, body.length).toString();
  returnMemory(body);
  return text;
}

/**
 * Compresses an offered response if the client accepts that. The ETag stays the same: it names the version
 * of the record, not the bytes, and `Vary` keeps caches correct. A promise only if there is something to compress.
 */
export function compress(request: Request, response: Response): Response | Promise<Response> {
  const offer = offered.get(response);
  if (!offer) return response;
  const encoding = chooseEncoding(request.headers.get('Accept-Encoding') ?? '');
  if (encoding) return pack(offer, encoding);
  unpacked.set(response, offer);
  return response;
}

async function pack({ body, status, headers }: WholeAnswer, encoding: Encoding): Promise<Response> {
  const packed = await encodings[encoding](body);
  if (typeof body !== 'string') returnMemory(body);
  const more = { 'Content-Encoding': encoding, 'Content-Length': String(packed.length) };
  return new Response(packed, { status, headers: { ...headers, ...more } });
}

type Encoding = keyof typeof encodings;

function chooseEncoding(accepted: string): Encoding | undefined {
  const choices = accepted
    .toLowerCase()
    .split(',')
    .map((each) => each.trim().split(/\s*;\s*/));
  const takes = (name: string): boolean =>
    choices.some(([encoding, weight]) => encoding === name && !/^q=0(\.0*)?$/.test(weight ?? ''));
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : undefined;
}
