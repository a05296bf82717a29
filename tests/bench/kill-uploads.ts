import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openDatabase, type Database } from '../../src/store/connection/database.ts';
import { removeUnused } from '../../src/store/system/files/remove-unused.ts';
import { openBlobs } from '../../src/store/blobs/open-blobs.ts';
import type { BlobStore } from '../../src/store/blobs/blob-store.ts';
import { openS3Server, type S3Server } from '../support/s3-server.ts';
import { studiesSource } from '../support/studies.ts';
import { withBenchServers, type Token } from './bench-servers.ts';

/*
 * `npm run bench -- kill-uploads [--uploads 200 --kills 20 --store s3]`: uploads that records then name, half of them in
 * parts, while the server is killed (SIGKILL) at random moments, or while the store resets every connection for a
 * while. In the end every record has its bytes, and after a clean-up the store has nothing else.
 */
const { values: options } = parseArgs({
  options: {
    uploads: { type: 'string', default: '200' },
    kills: { type: 'string', default: '20' },
    store: { type: 'string', default: 'folder' },
  },
});
const uploads = Number(options.uploads);
const kills = Number(options.kills);

/** The records that were acknowledged, by title. */
const acknowledged = new Map<string, string>();

await withBenchServers(async ({ url, folder, withServer }) => {
  const resources = join(folder, 'resources.json');
  await writeFile(resources, JSON.stringify(studiesSource));
  const s3 = options.store === 's3' ? await openS3Server() : undefined;
  const target = s3?.place();
  const environment = {
    RESOURCES: resources,
    ...(target && {
      FILES_URL: `s3://${new URL(target.endpoint).host}/${target.bucket}/${target.prefix}?tls=false`,
      FILES_KEY: target.credentials!.key,
      FILES_SECRET: target.credentials!.secret,
    }),
  };
  let next = 0;
  for (let deaths = 0; next < uploads; deaths += 1) {
    await withServer(async (server, token) => {
      const isLast = deaths >= kills;
      const ending = new AbortController();
      const workers = Array.from({ length: 2 }, async () => {
        while (next < uploads && !ending.signal.aborted) {
          const at = next++;
          await uploadOne(server.port, token, at).catch(() => undefined);
        }
      });
      const killed = isLast ? undefined : kill(server.pid, s3, ending);
      await Promise.all([...workers, killed]);
    }, environment);
  }
  const blobs = await openBlobs(target ?? { folder: join(folder, 'data', 'files') });
  const database = await openDatabase({ url, log: { info: () => {}, warn: console.error } });
  try {
    const removed = await removeUnused(database, blobs, toDescriptor(studiesSource), new Date());
    console.error(`the clean-up removed ${removed}`);
    await check(database, blobs);
  } finally {
    await database.close();
    await s3?.close();
  }
});

/** Ends the server, or makes the store unreachable for a moment. */
async function kill(pid: number, s3: S3Server | undefined, ending: AbortController): Promise<void> {
  await wait(300 + Math.random() * 1_500);
  if (s3 && Math.random() < 0.5) {
    s3.trouble = () => 'reset';
    await wait(300);
    s3.trouble = undefined;
    await wait(Math.random() * 500);
  }
  ending.abort();
  process.kill(pid, 'SIGKILL');
}

async function uploadOne(port: number, token: Token, at: number): Promise<void> {
  const bytes = Buffer.concat([
    Buffer.from(`upload ${at}\n`),
    Buffer.from(randomBytes(100_000 + Math.random() * 500_000).toString('hex')),
  ]);
  const root = `http://127.0.0.1:${port}`;
  const headers = { Authorization: `Bearer ${await token()}` };
  const first = `${root}/api/files?field=studies.papers`;
  const named = { ...headers, 'Content-Disposition': `attachment; filename="${at}.txt"` };
  let answer: Response;
  if (at % 2 === 0) answer = await fetch(first, { method: 'POST', headers: named, body: bytes });
  else {
    const parts = { 'Upload-Complete': '?0', 'Upload-Length': String(bytes.length) };
    const begun = await fetch(first, { method: 'POST', headers: { ...named, ...parts } });
    const path = `${root}${begun.headers.get('Location')}`;
    const half = Math.floor(bytes.length / 2);
    const send = (from: number, to: number) =>
      fetch(path, {
        method: 'PATCH',
        headers: { ...headers, 'Upload-Offset': String(from) },
        body: bytes.subarray(from, to),
      });
    await send(0, half);
    answer = await send(half, bytes.length);
  }
  if (answer.status !== 201) return;
  const file = (await answer.json()) as { id: string };
  const title = `study ${at}`;
  const made = await fetch(`${root}/api/studies`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ title, papers: [file.id] }),
  });
  if (made.status === 201) acknowledged.set(title, file.id);
}

async function check(database: Database, blobs: BlobStore): Promise<void> {
  const rows = await database.rows<Record<'title' | 'file' | 'sha256', string> & { size: number }>(
    `select s.title, p ->> 'id' as file, p ->> 'sha256' as sha256, (p ->> 'size')::int as size
       from studies s cross join unnest(s.papers) p`,
  );
  const faults: string[] = [];
  const titles = new Map(rows.map(({ title, file }) => [title, file]));
  for (const [title, file] of acknowledged)
    if (titles.get(title) !== file) faults.push(`${title} is lost`);
  for (const { title, sha256, size } of rows)
    if ((await blobs.sizeOf(sha256)) !== size) faults.push(`${title} has no bytes`);
  const known = new Set(rows.map(({ sha256 }) => sha256));
  for await (const { key } of blobs.list(''))
    if (!known.has(key.split('/').find((each) => known.has(each)) ?? key))
      faults.push(`nobody has ${key}`);
  const left = await database.rows<{ uploads: number; files: number }>(
    'select (select count(*) from backoffice.uploads)::int as uploads, (select count(*) from backoffice.files)::int as files',
  );
  if (left[0]?.uploads !== 0 || left[0].files !== rows.length)
    faults.push(`rows are left: ${JSON.stringify(left[0])} for ${rows.length} records`);
  console.log(`${uploads} uploads, ${rows.length} records, ${acknowledged.size} acknowledged`);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  console.log('no record without its file, no file without a record');
}
