import type { DescriptorText } from '../../../contract/structure/texts.ts';
import { statement } from '../../connection/statement.ts';
import { sqlTypes } from '../../sql-types.ts';
import type { QueryRunner, Version } from '../../store.ts';

/** What one person has changed in the descriptor and not applied. */
export type StoredDraft = {
  version: number;
  files: readonly DescriptorText[];
  base: readonly DescriptorText[];
  baseHash: string;
  /** How many changes it has; null while a text has a syntax error. */
  changes: number | null;
  createdAt: string;
  updatedAt: string;
};

/** A draft, or who has taken it over. */
type StoredRow = StoredDraft & { takenBy: string | null; takenByName: string | null };

const iso = (column: string) => sqlTypes.timestamptz.toJson(`d.${column}`);

const times = `${iso('created_at')} as "createdAt", ${iso('updated_at')} as "updatedAt"`;

/** The draft of a person. After somebody took it over, only the name of who did is left. */
export const findDraft = statement.first<StoredRow, [person: string]>(
  `select d.version, d.files, d.base, d.base_hash as "baseHash", d.changes, ${times},
     d.taken_by as "takenBy", u.name as "takenByName"
   from backoffice.structure_drafts d left join "users" u on u._id = d.taken_by where d.person = $1`,
  (person) => [person],
);

export type DraftOfPerson = Omit<StoredDraft, 'files' | 'base' | 'baseHash'> & {
  person: string;
  name: string | null;
  role: string;
  isConfirmed: boolean;
};

/** Whose drafts there are, the newest first. */
export const listDrafts = statement.rows<DraftOfPerson>(
  `select d.person, u.name, u.role, u.status = 'confirmed' as "isConfirmed", d.changes, d.version, ${times}
   from backoffice.structure_drafts d join "users" u on u._id = d.person
   where d.taken_by is null order by d.updated_at desc, d.person`,
  () => [],
);

/**
 * Stores a draft over the version that the person knows (`*`: any), or a first one. Undefined if there is another version,
 * or none to store it over.
 */
export async function writeDraft(
  sql: QueryRunner,
  person: string,
  expected: Version | undefined,
  { files, base, baseHash, changes }: Omit<StoredDraft, 'version' | 'createdAt' | 'updatedAt'>,
): Promise<{ version: number } | undefined> {
  return await sql.first<{ version: number }>(
    `insert into backoffice.structure_drafts as d (person, files, base, base_hash, changes)
     select $1, $3::jsonb, $4::jsonb, $5, $6::int
     where $2::text is null or exists (select from backoffice.structure_drafts where person = $1)
     on conflict (person) do update set files = $3::jsonb, base = $4::jsonb, base_hash = $5, changes = $6::int,
       taken_by = null, version = d.version + 1, updated_at = now(),
       created_at = case when d.taken_by is null then d.created_at else now() end
       where case when $2::text is null then d.taken_by is not null
         else d.taken_by is null and $2::text in ('*', d.version::text) end
     returning version`,
    [
      person,
      expected === undefined ? null : String(expected),
      JSON.stringify(files),
      JSON.stringify(base),
      baseHash,
      changes,
    ],
  );
}

/** Ends a draft, or removes the note that it was taken over. False if there is another version. */
export const removeDraft = statement.some<[person: string, expected: Version]>(
  'delete from backoffice.structure_drafts where person = $1 and ($2::bigint is null or version = $2)',
  (person, expected) => [person, expected === '*' ? null : expected],
);

/**
 * Moves a draft to another person, in a transaction. The first one keeps a note of who took it, without texts, so that
 * their screen can say so. `own`: the other person has a draft already, perhaps since a moment ago.
 */
export async function takeDraft(
  sql: QueryRunner,
  { from, to }: { from: string; to: string },
): Promise<'done' | 'none' | 'own'> {
  const there = await sql.rows<{ person: string }>(
    `select person from backoffice.structure_drafts where person in ($1, $2) and taken_by is null
     order by person for update`,
    [from, to],
  );
  if (there.some(({ person }) => person === to)) return 'own';
  if (there.length === 0) return 'none';
  const isMoved = await sql.first(
    `insert into backoffice.structure_drafts as d (person, files, base, base_hash, changes, created_at)
     select $2, files, base, base_hash, changes, created_at from backoffice.structure_drafts where person = $1
     on conflict (person) do update set files = excluded.files, base = excluded.base,
       base_hash = excluded.base_hash, changes = excluded.changes, created_at = excluded.created_at,
       taken_by = null, version = d.version + 1, updated_at = now()
       where d.taken_by is not null
     returning version`,
    [from, to],
  );
  if (!isMoved) return 'own';
  await leaveNote(sql, { from, to, expected: '*' });
  return 'done';
}

/** Ends the draft of a person, who reads who has it now, or discarded it. False if there is another version. */
export const leaveNote = statement.some<[{ from: string; to: string; expected: Version }]>(
  `update backoffice.structure_drafts set files = '[]', base = '[]', base_hash = '', changes = null,
     taken_by = $2, version = version + 1, updated_at = now()
   where person = $1 and taken_by is null and ($3::bigint is null or version = $3)`,
  ({ from, to, expected }) => [from, to, expected === '*' ? null : expected],
);
