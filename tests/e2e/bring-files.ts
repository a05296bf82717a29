import type { SignedIn } from '../support/sign-in.ts';
import { expect } from './test.ts';

export type NewFile = { name: string; bytes: Uint8Array };

/**
 * Uploads a file for a field; answers its id. A user has two uploads at a time, and the tests beside this one are of
 * the same user: it waits for its turn.
 */
export async function uploadFile(
  api: SignedIn,
  baseURL: string,
  field: string,
  { name, bytes }: NewFile,
): Promise<string> {
  let id = '';
  await expect(async () => {
    const response = await fetch(`${baseURL}/api/files?field=${field}`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${api.token}`,
        'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      },
      body: new Uint8Array(bytes),
    });
    const file = await response.json();
    expect([response.status, file.name]).toEqual([201, name]);
    id = file.id;
  }).toPass({ timeout: 30_000 });
  return id;
}

/** A source with these files; answers the address of its page, and of one of its files. */
export async function bringFiles(api: SignedIn, baseURL: string, files: readonly NewFile[]) {
  const ids: string[] = [];
  for (const file of files) ids.push(await uploadFile(api, baseURL, 'sources.attachments', file));
  const title = `Source of ${files[0]!.name} ${Date.now()}`;
  const body = { title, year: 2026, sourceId: `V-${Date.now()}`, attachments: ids };
  const created = await api.call('POST', '/api/sources', { body });
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  const path = `/sources/details/${created.body._id}`;
  return { path, ids, at: (index: number, hash = '') => `${path}?file=${ids[index]}${hash}` };
}
