import type { TestApi } from './api.ts';

export type Sent = {
  as?: string;
  /** Of the file; by it its format is told where the content leaves it open. */
  name?: string;
  parts?: Record<string, string>;
  headers?: Record<string, string>;
};

/** Sends a file to be imported: records as they are, or a text that should be a file of them. */
export async function sendImport(
  test: TestApi,
  root: string,
  file: readonly unknown[] | string | Uint8Array<ArrayBuffer>,
  { as = 'admin', name = 'records.json', parts = {}, headers = {} }: Sent = {},
): Promise<{ status: number; json: any }> {
  const form = new FormData();
  for (const [part, value] of Object.entries(parts)) form.set(part, value);
  const content = Array.isArray(file) ? JSON.stringify(file) : (file as string);
  form.set('file', new Blob([content]), name);
  const request = new Request(`http://localhost${root}/import`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${await test.tokenOf(as)}`, ...headers },
    body: form,
  });
  const response = await test.api.fetch(request, { address: '127.0.0.1' });
  return { status: response.status, json: await response.json() };
}

/** The bytes of an export. */
export async function fetchExport(
  test: TestApi,
  path: string,
  as = 'admin',
): Promise<{ headers: Headers; bytes: Uint8Array<ArrayBuffer>; text: string }> {
  const request = new Request(`http://localhost${path}`, {
    headers: { Authorization: `Bearer ${await test.tokenOf(as)}` },
  });
  const response = await test.api.fetch(request, { address: '127.0.0.1' });
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { headers: response.headers, bytes, text: new TextDecoder().decode(bytes) };
}

/** A summary in which only what is named happened. */
export function summary(counts: Record<string, unknown>): Record<string, unknown> {
  const nothing = { created: 0, updated: 0, unchanged: 0, deleted: 0, failed: 0, duplicates: 0 };
  return { ...nothing, warnings: 0, leftOut: 0, problems: [], warned: [], ...counts };
}
