import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Below this the answer fits into one packet anyway. */
const WORTH_IT = 1_000;

const encodings = {
  // Quality 4 is about as fast as gzip and a quarter smaller; the default 11 takes a hundred times as long.
  br: (text: string) =>
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text: string) => promisify(gzip)(text, { level: 5 }),
} as const;

// The text is remembered beside the response: to ask a response for its headers or its body
// would first make web objects of them, which the server can do without for most answers.
const texts = new WeakMap<Response, string>();

/** Lets an answer whose whole text is there be packed for who asks for it; those that flow never are. */
export function offerPacked(response: Response, text: string): Response {
  if (text.length >= WORTH_IT) texts.set(response, text);
  return response;
}

/**
 * Packs an answer that was offered, if the client takes it. The tag of a version stays the
 * same: it names the record, not the bytes, and `Vary` keeps caches right.
 */
export async function compress(request: Request, response: Response): Promise<Response> {
  const text = texts.get(response);
  if (text === undefined) return response;
  const encoding = chooseEncoding(request.headers.get('Accept-Encoding') ?? '');
  const headers = new Headers(response.headers);
  headers.append('Vary', 'Accept-Encoding');
  const { status } = response;
  if (encoding === undefined) return new Response(text, { status, headers });

  const packed = await encodings[encoding](text);
  headers.set('Content-Encoding', encoding);
  headers.set('Content-Length', String(packed.length));
  return new Response(packed, { status, headers });
}

function chooseEncoding(accepted: string): keyof typeof encodings | undefined {
  const offered = accepted
    .toLowerCase()
    .split(',')
    .map((each) => each.trim().split(/\s*;\s*/));
  const takes = (name: string): boolean =>
    offered.some(([encoding, weight]) => encoding === name && !/^q=0(\.0*)?$/.test(weight ?? ''));
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : undefined;
}
