import { inPieces } from './table-column.ts';

/** What stands around and between records, and in their place where there are none. */
type JsonStyle = { head: string; between: string; foot: string; none: string };

export const jsonStyles = {
  /** One per line too, so that a difference of two exports is a difference of lines. */
  json: { head: '[\n', between: ',\n', foot: '\n]\n', none: '[]\n' },
  ndjson: { head: '', between: '\n', foot: '\n', none: '' },
} as const satisfies Record<string, JsonStyle>;

/** A file made of records whose texts are there already. */
export async function* toJsonFile(
  batches: AsyncIterable<readonly string[]>,
  { head, between, foot, none }: JsonStyle,
): AsyncGenerator<string> {
  let isFirst = true;
  for await (const records of inPieces(batches)) {
    yield `${isFirst ? head : between}${records.join(between)}`;
    isFirst = false;
  }
  const end = isFirst ? none : foot;
  if (end !== '') yield end;
}

/** The same file, of records whose bytes are there, each behind what stands between two. */
export async function* toCopiedJson(
  pieces: AsyncIterable<{ bytes: Uint8Array }>,
  { head, between, foot, none }: JsonStyle,
): AsyncGenerator<string | Uint8Array> {
  let isFirst = true;
  for await (const { bytes } of pieces) {
    if (isFirst && head !== '') yield head;
    yield isFirst ? bytes.subarray(between.length) : bytes;
    isFirst = false;
  }
  const end = isFirst ? none : foot;
  if (end !== '') yield end;
}
