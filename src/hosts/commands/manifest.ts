import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '../refusal.ts';

export const MANIFEST = 'manifest.json';

/** The description that a backup contains of itself. */
export type Manifest = {
  /** When it was begun; all files are of one moment. */
  exportedAt: string;
  /** The hash of the descriptor they were written by. */
  descriptor: string;
  files: { file: string; resource: string; records: number; sha256: string }[];
};

/** Reads the manifest of a folder if it is a backup; refuses it if its files have changed. */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  let text: string;
  try {
    text = await readFile(join(folder, MANIFEST), 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
  let manifest: Manifest;
  try {
    manifest = JSON.parse(text) as Manifest;
  } catch (error) {
    throw new Refusal([`${join(folder, MANIFEST)} cannot be read`], { cause: error });
  }
  const lines: string[] = [];
  for (const { file, sha256 } of manifest.files) {
    const found = await hashOf(join(folder, file));
    if (found === undefined) lines.push(`${join(folder, file)} is missing`);
    else if (found !== sha256)
      lines.push(`${join(folder, file)} was changed since the backup was made`);
  }
  const hint = `delete ${MANIFEST} to import the folder as edited files`;
  if (lines.length > 0) throw new Refusal([...lines, hint]);
  return manifest;
}

async function hashOf(path: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return hash.digest('hex');
}
