import { requireLast } from '../../../fields/require-entry.ts';
import type { QueryRunner } from '../../store.ts';

const PAGE = 1_000;

export type KnownBlob = { sha256: string; size: number };

/** The contents that the database expects in the store of blobs, in the order of their keys; sizes are in bytes. */
export async function* knownBlobs(sql: QueryRunner): AsyncGenerator<KnownBlob> {
  for (let after = ''; ;) {
    const page = await sql.rows<KnownBlob>(
      `select sha256, size::float8 as size from backoffice.blobs
        where stored and sha256 > $1 order by sha256 limit ${PAGE}`,
      [after],
    );
    yield* page;
    if (page.length < PAGE) return;
    after = requireLast(page).sha256;
  }
}

/** How much there is, for reports of progress. */
export async function countBlobs(sql: QueryRunner): Promise<{ blobs: number; bytes: number }> {
  const row = await sql.only<{ blobs: number; bytes: number }>(
    `select count(*)::float8 as blobs, coalesce(sum(size), 0)::float8 as bytes
       from backoffice.blobs where stored`,
  );
  return row;
}
