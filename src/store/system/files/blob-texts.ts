import type { QueryRunner } from '../../store.ts';

/** Characters of a part: a quick headline, and positions that PostgreSQL can still tell apart. */
const MAX_PART_LENGTH = 20_000;

/** Stores the text of contents by page, in place of a text that is there. */
export async function storeText(
  sql: QueryRunner,
  sha256: string,
  pages: readonly string[],
): Promise<void> {
  const parts = pages.flatMap((text, at) =>
    toParts(text).map((part, number) => ({ page: at + 1, part: number + 1, text: part })),
  );
  await removeText(sql, sha256);
  await sql.query(
    `insert into backoffice.blob_texts (sha256, page, part, text)
     select $1, p.page, p.part, p.text from unnest($2::int[], $3::int[], $4::text[]) p(page, part, text)`,
    [
      sha256,
      parts.map(({ page }) => page),
      parts.map(({ part }) => part),
      parts.map(({ text }) => text),
    ],
  );
  await sql.query('update backoffice.blobs set text_read = true where sha256 = $1', [sha256]);
}

export async function removeText(sql: QueryRunner, sha256: string): Promise<void> {
  await sql.query('delete from backoffice.blob_texts where sha256 = $1', [sha256]);
  await sql.query('update backoffice.blobs set text_read = false where sha256 = $1', [sha256]);
}

/** Cuts a long text where words end, if they do. */
function toParts(text: string): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > MAX_PART_LENGTH) {
    const blank = rest.slice(0, MAX_PART_LENGTH).search(/\s\S*$/);
    const end = blank > MAX_PART_LENGTH / 2 ? blank : MAX_PART_LENGTH;
    parts.push(rest.slice(0, end).toWellFormed());
    rest = rest.slice(end).toWellFormed();
  }
  return [...parts, rest].filter((part) => part.trim() !== '');
}
