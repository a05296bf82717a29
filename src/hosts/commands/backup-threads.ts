import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { requireItem } from '../../fields/require-entry.ts';
import { countNoun } from '../../fields/problems/count-noun.ts';
import type { QueryRunner } from '../../store/store.ts';
import { hashOf } from '../../store/system/files/copy-blobs.ts';
import {
  copyThreads,
  restoreMessages,
  restoreThreads,
  type CopiedThread,
} from '../../store/system/threads/copy-threads.ts';
import type { Installation } from '../installation.ts';
import { Refusal } from '../refusal.ts';
import { unlessMissing } from '../unless-missing.ts';
import type { Call } from './verb.ts';

/** In a folder of its own, as files beside the manifest are named after their collection. */
const FILE = join('threads', 'threads.ndjson');

/** What the manifest of a backup says of its threads. */
export type ThreadManifest = { file: string; sha256: string; threads: number; messages: number };

/** Writes the threads and their messages as `sql` sees them; one line of JSON for each. */
export async function writeThreads(sql: QueryRunner, folder: string): Promise<ThreadManifest> {
  const path = join(folder, FILE);
  await mkdir(dirname(path), { mode: 0o700 });
  const hash = createHash('sha256');
  const counts = { threads: 0, messages: 0 };
  async function* lines() {
    for await (const one of copyThreads(sql)) {
      const line = `${JSON.stringify(one)}\n`;
      hash.update(line);
      counts['thread' in one ? 'threads' : 'messages'] += 1;
      yield line;
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  return { file: FILE, sha256: hash.digest('hex'), ...counts };
}

/** Refuses threads that are not those of the manifest. */
export async function checkThreads(folder: string, { sha256 }: ThreadManifest): Promise<void> {
  const path = join(folder, FILE);
  const actual = await unlessMissing(hashOf(createReadStream(path)));
  if (actual === sha256) return;
  const wrong = actual === undefined ? 'is missing' : 'has changed since the backup was made';
  throw new Refusal([`${path} ${wrong}; delete manifest.json to import only the records`]);
}

const BATCH = 200;

/** Restores the threads of a backup, if it has some, after the records that they are about. */
export async function readThreads(
  { args, print }: Pick<Call, 'args' | 'print'>,
  { database }: Pick<Installation, 'database'>,
  manifest: ThreadManifest | undefined,
): Promise<void> {
  if (!manifest) return;
  const folder = requireItem(args, 0);
  const file = await open(join(folder, FILE));
  try {
    let batch: CopiedThread[] = [];
    for await (const line of file.readLines()) {
      batch.push(JSON.parse(line) as CopiedThread);
      if (batch.length < BATCH) continue;
      await restore(database, batch);
      batch = [];
    }
    await restore(database, batch);
  } finally {
    await file.close();
  }
  const counts = `${countNoun(manifest.threads, 'thread')}, ${countNoun(manifest.messages, 'message')}`;
  print(`${join(folder, FILE)}: ${counts} restored`);
}

async function restore(sql: QueryRunner, batch: readonly CopiedThread[]): Promise<void> {
  await restoreThreads(
    sql,
    batch.flatMap((one) => ('thread' in one ? [one.thread] : [])),
  );
  await restoreMessages(
    sql,
    batch.flatMap((one) => ('message' in one ? [one.message] : [])),
  );
}
