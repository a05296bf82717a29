import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The socket on which the server listens, in its data folder. */
export const socketName = '.s.PGSQL.5432';

/**
 * The folder through which clients reach the server. The path of a socket may have 103 bytes (107 on Linux), so a
 * longer one is reached through a link in the folder for temporary files.
 */
export function openSocketFolder(data: string): { path: string; close(): void } {
  if (Buffer.byteLength(join(data, socketName)) <= 103) return { path: data, close() {} };
  const folder = mkdtempSync(join(tmpdir(), 'backoffice-'));
  const path = join(folder, 'pg');
  symlinkSync(data, path);
  return { path, close: () => rmSync(folder, { recursive: true, force: true }) };
}
