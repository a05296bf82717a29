import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { BlobFailure, type BlobFailureReason } from './blob-store.ts';
import { requireValue } from '../../fields/require-entry.ts';

/** What a store answered, with its whole body. */
export type S3Answer = {
  status: number;
  headers: IncomingMessage['headers'];
  /** XML, or empty. */
  body: string;
  /** Of an error, such as `NoSuchKey`; empty if there is none. */
  code: string;
};

/** Reads an answer that is short, which also frees its connection. */
export async function readAnswer(response: IncomingMessage): Promise<S3Answer> {
  const body = await text(response);
  const { statusCode: status = 0, headers } = response;
  return { status, headers, body, code: status < 300 ? '' : (tagOf(body, 'Code') ?? '') };
}

/** The failure that an answer reports; `what` is the request, for the log. */
export function failureOf({ status, body, code }: S3Answer, what: string): Error {
  const detail = [String(status), code, tagOf(body, 'Message')].filter(Boolean).join(' ');
  const message = `the file store answered ${what} with ${detail}`;
  const reason = reasonOf(status, code);
  return reason ? new BlobFailure(reason, message) : new Error(message);
}

function reasonOf(status: number, code: string): BlobFailureReason | undefined {
  if (status === 507 || status === 413 || /Quota|StorageFull|InsufficientStorage/.test(code))
    return 'full';
  if (status >= 500 || status === 429 || status === 408) return 'unreachable';
  // A redirect names another region; so may 400, which has no code where `HEAD` was asked.
  const isRefusal = status < 400 || [401, 403].includes(status);
  if (
    isRefusal ||
    (status === 400 && code === '') ||
    /NoSuchBucket|Authorization|Region|AccessKey/.test(code)
  )
    return 'refused';
  return undefined;
}

/** The blobs of one page of a list, and how to ask for the next page. */
export function parseList(body: string) {
  const blobs = [...body.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, part = '']) => ({
    key: tagOf(part, 'Key') ?? '',
    size: Number(tagOf(part, 'Size')),
    at: new Date(tagOf(part, 'LastModified') ?? ''),
  }));
  return { blobs, next: tagOf(body, 'NextContinuationToken') };
}

/** The text of the first element with this name. The answers of a store are flat, so this needs no parser of XML. */
function tagOf(xml: string, name: string): string | undefined {
  const content = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return content?.replace(
    /&(?:(amp|lt|gt|quot|apos)|#(\d+)|#x([\da-f]+));/gi,
    (_, named: string | undefined, decimal: string | undefined, hex: string) =>
      named
        ? requireValue(entities[named.toLowerCase()], named)
        : String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16)),
  );
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};
