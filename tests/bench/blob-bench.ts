import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { blobUrlForms, parseBlobUrl, type BlobTarget } from '../../src/store/blobs/blob-target.ts';
import { openBlobs } from '../../src/store/blobs/open-blobs.ts';
import { toSizeText } from '../../src/fields/problems/size-text.ts';

/*
 * `npm run bench -- blobs [BYTES]`: stores a file of a gigabyte in a folder and, with `TEST_S3_URL`, in an S3 store,
 * reads it again, and tells how fast that is and how much memory it takes. On OpenStack Swift:
 * `npm run test:swift -- node tests/bench/blob-bench.ts`.
 */
const size = Number(process.argv[2] ?? 2 ** 30);
const folder = await mkdtemp(join(tmpdir(), 'backoffice-bench-'));
const url = process.env['TEST_S3_URL'];
const targets: [string, BlobTarget][] = [['folder', { folder: join(folder, 'files') }]];
if (url !== undefined) {
  const target = parseBlobUrl(url);
  if (!target) throw new Error(`TEST_S3_URL must be in the form ${blobUrlForms}`);
  targets.push(['S3', target]);
}

try {
  console.log(`${toSizeText(size, 'en')} in one file`);
  console.log('| store | work | speed | peak of memory | more than before |');
  console.log('|---|---|---|---|---|');
  for (const [name, target] of targets) {
    const blobs = await openBlobs(target);
    const path = join(blobs.scratch, 'bench');
    const key = await writeRandom(path);
    await measure(name, 'put', () => blobs.put(key, path, size));
    await measure(name, 'read', async () => {
      const hash = createHash('sha256');
      for await (const piece of (await blobs.read(key))!) hash.update(piece as Uint8Array);
      if (hash.digest('hex') !== key) throw new Error(`${name} returned other bytes`);
    });
    await blobs.remove(key);
    await rm(path, { force: true });
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function writeRandom(path: string): Promise<string> {
  const hash = createHash('sha256');
  async function* pieces() {
    for (let left = size; left > 0; left -= 2 ** 20) {
      const piece = randomBytes(Math.min(left, 2 ** 20));
      hash.update(piece);
      yield piece;
    }
  }
  await pipeline(pieces, createWriteStream(path));
  return hash.digest('hex');
}

async function measure(store: string, work: string, run: () => Promise<void>): Promise<void> {
  const before = process.memoryUsage.rss();
  let peak = before;
  const sampling = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20);
  const begun = performance.now();
  await run();
  const seconds = (performance.now() - begun) / 1_000;
  clearInterval(sampling);
  const cells = [
    store,
    work,
    `${toSizeText(size / seconds, 'en')}/s`,
    toSizeText(peak, 'en'),
    toSizeText(peak - before, 'en'),
  ];
  console.log(`| ${cells.join(' | ')} |`);
}
