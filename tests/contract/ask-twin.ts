import { toPlainAnswer, type PlainAnswer } from '../../src/hosts/leaks/plain-answer.ts';
import type { Twin } from '../support/twin-world.ts';
import type { TwinRequest } from './twin-requests.ts';

const now = new Date(Date.now() + 60_000).toISOString();

/** Asks one of the installations. In a path, `<job>` is the last job that this twin has made. */
export async function askTwin(
  twin: Twin,
  caller: string,
  request: TwinRequest,
): Promise<PlainAnswer> {
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
  return toPlainAnswer(answer, (text) =>
    twin.ids.reduce((said, [id, name]) => said.replaceAll(id, name), text),
  );
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
