import { strFromU8, unzipSync } from 'fflate';
import type { Twin } from '../support/twin-world.ts';
import type { TwinRequest } from './twin-requests.ts';

const now = new Date(Date.now() + 60_000).toISOString();

/** What an answer says, without what differs between any two installations. */
export type TwinAnswer = { status: number; text: string; headers: string[] };

/** Asks one of the installations. In a path, `<job>` is the last job that this twin has made. */
export async function askTwin(
  twin: Twin,
  caller: string,
  request: TwinRequest,
): Promise<TwinAnswer> {
  const { method, path, body, headers, file, until } = request;
  const token = twin.tokens[caller] ?? '';
  const form = file && (await packForm(file));
  const send = () =>
    twin.api.call(method, toOwn(twin, path), {
      token,
      ...(body !== undefined && { body }),
      ...form,
      ...(headers && { headers }),
    });
  let answer = await send();
  while (until === 'ended' && answer.json?.state === 'running') answer = await send();
  if (answer.json?.kind && answer.json.id) twin.job = answer.json.id;
  const names = ['ETag', 'Location', 'Content-Type', 'Content-Disposition', 'X-Total-Count'];
  return {
    status: answer.status,
    text: withoutOwn(twin, readText(answer.bytes)),
    headers: names.map((name) => withoutOwn(twin, answer.headers.get(name) ?? '')),
  };
}

/** The bytes of a form, which must not change between two calls. */
async function packForm({ parts = {}, name, content }: NonNullable<TwinRequest['file']>) {
  const form = new FormData();
  for (const [part, value] of Object.entries(parts)) form.set(part, value);
  form.set('file', new Blob([content]), name);
  const packed = new Response(form);
  return {
    headers: { 'Content-Type': packed.headers.get('Content-Type') ?? '' },
    body: new Uint8Array(await packed.arrayBuffer()),
  };
}

function toOwn(twin: Twin, path: string): string {
  const own = twin.ids.reduce(
    (text, [id, name]) => text.replaceAll(encodeURI(name), id).replaceAll(name, id),
    path.replace('%24now', now),
  );
  return own.replace('<job>', twin.job);
}

/** A text as it is; of a workbook or another ZIP the name and text of each part. */
function readText(bytes: Uint8Array): string {
  if (strFromU8(bytes.subarray(0, 2)) !== 'PK') return new TextDecoder().decode(bytes);
  const parts = Object.entries(unzipSync(bytes)).sort(([one], [two]) => (one < two ? -1 : 1));
  return parts.map(([name, part]) => `${name}: ${readText(part)}`).join('\n');
}

function withoutOwn(twin: Twin, text: string): string {
  return (
    twin.ids
      .reduce((said, [id, name]) => said.replaceAll(id, name), text)
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, '<id>')
      .replace(/\d{4}-\d\d-\d\d[T ][\d:.]+Z?/g, '<time>')
      // A moment in a workbook.
      .replace(/<v>\d{5}\.\d+<\/v>/g, '<v><time></v>')
      .replace(/"(next|link|url|hash|token|key|prefix|challenge)":"[^"]*"/g, '"$1":"…"')
      .replace(/"(took|ms|seconds|expiresIn)":[\d.]+/g, '"$1":0')
  );
}
