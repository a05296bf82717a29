import { createWriteStream, openAsBlob } from 'node:fs';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { toChemRow } from './chem-rows.ts';

/** Writes so many generated chems as NDJSON. */
export async function writeChems(path: string, count: number): Promise<void> {
  const out = createWriteStream(path);
  for (let at = 0; at < count; at += 500) {
    const rows = Array.from({ length: Math.min(500, count - at) }, (_, more) =>
      toChemRow(at + more),
    );
    if (!out.write(rows.map((row) => `${JSON.stringify(row)}\n`).join('')))
      await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
}

export type Transfer = { seconds: number; bytes: number };

export async function upload(base: string, token: string, path: string): Promise<Transfer> {
  const form = new FormData();
  const file = await openAsBlob(path);
  form.set('file', file, 'chems.ndjson');
  const started = performance.now();
  const answer = await fetch(`${base}/api/chems/import`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    body: form,
  });
  const summary = (await answer.json()) as { created?: number; failed?: number };
  if (!answer.ok || summary.failed !== 0) throw new Error(JSON.stringify(summary).slice(0, 1_000));
  return { seconds: (performance.now() - started) / 1_000, bytes: file.size };
}

export async function download(port: number, token: string): Promise<Transfer> {
  const started = performance.now();
  const headers = { Authorization: `Bearer ${token}` };
  const sent = get({ port, path: '/api/chems/export?format=json', headers });
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  if (answer.statusCode !== 200)
    throw new Error(`the export was answered with ${answer.statusCode}`);
  let bytes = 0;
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  await once(answer, 'end');
  return { seconds: (performance.now() - started) / 1_000, bytes };
}
