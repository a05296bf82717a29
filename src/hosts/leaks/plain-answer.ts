import { strFromU8, unzipSync } from 'fflate';
import type { WorldAnswer } from './open-world.ts';

/** What an answer says, without what differs between any two installations. */
export type PlainAnswer = { status: number; text: string; headers: string[] };

const names = ['ETag', 'Location', 'Content-Type', 'Content-Disposition', 'X-Total-Count'];

/** `withoutOwn` replaces what only this installation has, such as its ids. */
export function toPlainAnswer(
  { status, headers, bytes }: WorldAnswer,
  withoutOwn: (text: string) => string = (text) => text,
): PlainAnswer {
  const plain = (text: string): string => withoutVarying(withoutOwn(text));
  return {
    status,
    text: plain(readText(bytes)),
    headers: names.map((name) => plain(headers.get(name) ?? '')),
  };
}

/** A text as it is; of a workbook or another ZIP the name and text of each part. */
function readText(bytes: Uint8Array): string {
  if (strFromU8(bytes.subarray(0, 2)) !== 'PK') return new TextDecoder().decode(bytes);
  const parts = Object.entries(unzipSync(bytes)).toSorted(([one], [two]) => (one < two ? -1 : 1));
  return parts.map(([name, part]) => `${name}: ${readText(part)}`).join('\n');
}

function withoutVarying(text: string): string {
  return (
    text
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, '<id>')
      .replace(/\d{4}-\d\d-\d\d[T ][\d:.]+Z?/g, (time) => (isMadeUp(time) ? time : '<time>'))
      // A moment in a workbook.
      .replace(/<v>\d{5}\.\d+<\/v>/g, '<v><time></v>')
      // Random ones alone: a field of a collection may have such a name too.
      .replace(
        /"(next|link|url|hash|token|key|prefix|challenge)":"[^"]*([\w-]{16}|bo_[\w-]{5})[^"]*"/g,
        '"$1":"…"',
      )
      .replace(/"(took|ms|seconds|expiresIn|scans)":[\d.]+/g, '"$1":0')
  );
}

/** Made-up moments are whole hours, unlike those of the two installations. */
function isMadeUp(time: string): boolean {
  return /[T ]\d\d:00(:00(\.0+)?)?Z?$/.test(time);
}

/** Where two answers begin to differ, in both; undefined if they are the same. */
export function findDifference(
  one: PlainAnswer,
  other: PlainAnswer,
): [one: string, other: string] | undefined {
  const [text = '', otherText = ''] = [one, other].map((answer) =>
    [answer.status, answer.text, ...answer.headers].join(' '),
  );
  if (text === otherText) return undefined;
  const at = [...text].findIndex((letter, index) => letter !== otherText[index]);
  const from = Math.max(0, at - 100);
  return [text.slice(from, from + 300), otherText.slice(from, from + 300)];
}
