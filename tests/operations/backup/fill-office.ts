import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { BlobStore } from '../../../src/store/blobs/blob-store.ts';
import { studiesSource } from '../../support/studies.ts';

/** Things in great number, and two records that one request always changes together. */
export const officeDescriptor = {
  app: { title: 'Office', languages: ['en'] },
  roles: { admin: { all: true }, staff: {}, viewer: {}, guest: {} },
  resources: {
    users: studiesSource.resources.users,
    things: {
      fields: {
        name: { type: 'text', search: true },
        note: { type: 'text', multiline: true },
        size: { type: 'number' },
      },
    },
    pairs: { fields: { half: { type: 'text' }, turn: { type: 'number' } } },
  },
};

/** Fills the tables by SQL and the store of files by its own code; the history has an entry for each record. */
export async function fillWithFiles(
  url: string,
  blobs: BlobStore,
  records: number,
  files: number,
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `insert into things (_id, name, note, size)
     select 'thing-' || n, 'Thing ' || n, repeat(md5(n::text) || ' ', 8), n from generate_series(1, ${records}) n`,
  );
  await client.query(
    `insert into pairs (_id, half, turn) values ('left', 'l', 0), ('right', 'r', 0)`,
  );
  await client.query(
    `insert into backoffice.history (resource, record_id, operation, version, after)
     select 'things', _id, 'create', 1, to_jsonb(t) from things t`,
  );
  for (let at = 0; at < files; at += 1) {
    const bytes = randomBytes(4_000);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const path = join(blobs.scratch, randomUUID());
    await writeFile(path, bytes);
    await blobs.put(sha256, path, bytes.length);
    await client.query(
      `insert into backoffice.blobs (sha256, size, stored) values ($1, $2, true)`,
      [sha256, bytes.length],
    );
    await client.query(
      `insert into backoffice.files (id, sha256, name, type, size) values ($1, $2, 'random.bin', 'application/octet-stream', $3)`,
      [randomUUID(), sha256, bytes.length],
    );
  }
  await client.end();
}
