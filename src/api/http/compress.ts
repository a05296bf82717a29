import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { giveBack } from '../../store/memory/free-memory.ts';

/** Below this the answer fits into one packet anyway. */
const WORTH_IT = 1_000;

const encodings = {
  // Quality 4 is about as fast as gzip and a quarter smaller; the default 11 takes a hundred times as long.
  br: (body: Body) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (body: Body) => promisify(gzip)(body, { level: 5 }),
} as const;

type Headers = Readonly<Record<string, string>>;

/** Text, or the bytes of it: whoever has sent or packed those gives their memory back. */
export type Body = string | Uint8Array<ArrayBuffer>;

// What it is made of is remembered beside the response: to ask a response for its headers or its body
// would first make web objects of them, which the server can do without for most answers.
const offered = new WeakMap<Response, WholeAnswer>();

export type WholeAnswer = { body: Body; status: number; headers: Headers };

/** The same of answers that leave as they are; those that hold a secret are never asked about. */
const unpacked = new WeakMap<Response, WholeAnswer>();

/** What an answer is made of that leaves as it is, for who writes it in place of its body. */
export function wholeOf(response: Response): WholeAnswer | undefined {
  return unpacked.get(response);
}

/** An answer whose whole body is there, to be packed for who asks for it; those that flow never are. */
export function offerPacked(body: Body, status: number, headers: Headers): Response {
  if (body.length < WORTH_IT) return new Response(toText(body), { status, headers });
  const varying = { ...headers, Vary: 'Accept-Encoding' };
  const response = new Response(body, { status, headers: varying });
  offered.set(response, { body, status, headers: varying });
  return response;
}

function toText(body: Body): string {
  if (typeof body === 'string') return body;
  const text = Buffer.from(body.buffer, body.byteOffset, body.length).toString();
  giveBack(body);
  return text;
}

/**
 * Packs an answer that was offered, if the client takes it. The tag of a version stays the
 * same: it names the record, not the bytes, and `Vary` keeps caches right.
 */
export async function compress(request: Request, response: Response): Promise<Response> {
  const offer = offered.get(response);
  const encoding = offer && chooseEncoding(request.headers.get('Accept-Encoding') ?? '');
  if (!encoding) {
    if (offer) unpacked.set(response, offer);
    return response;
  }
  const { body, status, headers } = offer;
  const packed = await encodings[encoding](body);
  if (typeof body !== 'string') giveBack(body);
  const more = { 'Content-Encoding': encoding, 'Content-Length': String(packed.length) };
  return new Response(packed, { status, headers: { ...headers, ...more } });
}

function chooseEncoding(accepted: string): keyof typeof encodings | undefined {
  const wanted = accepted
    .toLowerCase()
    .split(',')
    .map((each) => each.trim().split(/\s*;\s*/));
  const takes = (name: string): boolean =>
    wanted.some(([encoding, weight]) => encoding === name && !/^q=0(\.0*)?$/.test(weight ?? ''));
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : undefined;
}
