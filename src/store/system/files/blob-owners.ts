import type { QueryRunner } from '../../store.ts';

/** Of a blob `b`: a file has these bytes, and not only an import. */
export const isOfFile = 'exists (select from backoffice.files f where f.sha256 = b.sha256)';

/** By the folder of a key in the store: whether what its second part names still needs the bytes. */
const owners: Readonly<Record<string, string>> = {
  derived: 'select from backoffice.blobs where sha256 = $1',
  uploads: 'select from backoffice.uploads where id = $1',
};

/** Whether anything needs the bytes of a key in a folder: pictures of a content, parts of an upload. */
export async function hasOwner(sql: QueryRunner, key: string): Promise<boolean> {
  const [folder = '', id] = key.split('/');
  const query = owners[folder];
  return query !== undefined && (await sql.some(query, [id]));
}
