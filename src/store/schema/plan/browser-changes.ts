import type { PlanText } from '../../../fields/problems/plan-text.ts';
import type { DescriptorText } from '../../../contract/structure/texts.ts';
import type { QueryRunner } from '../../store.ts';
import { statement } from '../../connection/statement.ts';
import { KEPT_DAYS } from './retire.ts';
import { readApplied, wasReplaced } from '../tables/applied-descriptor.ts';

/** The change of the browser that was applied last, while nothing else was applied since. */
export type AppliedTexts = {
  hash: string;
  files: readonly DescriptorText[];
  /** Whether the file of a server has them. */
  written: boolean;
};

/** The descriptor in the file of a server. */
export type FileTexts = {
  files: readonly DescriptorText[];
  /** None if the texts have problems. */
  hash?: string | undefined;
};

/**
 * The texts to use in place of a file: those of the browser, if the file is from before them, or if only some of its
 * parts got them. A file with anything else was changed by somebody who knew the rest, so it counts.
 */
export async function findTextsInstead(
  sql: QueryRunner,
  file: FileTexts,
): Promise<AppliedTexts | undefined> {
  const applied = await readAppliedTexts(sql);
  if (!applied) return undefined;
  return (await isOlder(sql, file, applied)) ? applied : undefined;
}

async function isOlder(
  sql: QueryRunner,
  { files, hash }: FileTexts,
  applied: AppliedTexts,
): Promise<boolean> {
  if (hash !== undefined && (await wasReplaced(sql, hash))) return true;
  return await lacksPart(sql, files, applied);
}

/** Whether a server is about to write these files, or has written only some of them: all are from before or after. */
export async function isHalfWritten(
  sql: QueryRunner,
  files: readonly DescriptorText[],
): Promise<boolean> {
  const applied = await readAppliedTexts(sql);
  return applied !== undefined && (await lacksPart(sql, files, applied));
}

async function lacksPart(
  sql: QueryRunner,
  files: readonly DescriptorText[],
  applied: AppliedTexts,
): Promise<boolean> {
  if (applied.written || haveSameTexts(files, applied.files)) return false;
  return await areOfBrowser(sql, JSON.stringify(files));
}

function haveSameTexts(some: readonly DescriptorText[], others: readonly DescriptorText[]) {
  const texts = new Map(others.map(({ path, text }) => [path, text]));
  return some.length === texts.size && some.every(({ path, text }) => texts.get(path) === text);
}

/** Whether each of these texts is one from before or after a change in the browser. */
const areOfBrowser = statement.some<[files: string]>(
  `select where not exists (
     select from jsonb_array_elements($1::jsonb) as file(text)
     where not exists (
       select from backoffice.plan p
       where p.files_before || p.files_after @> jsonb_build_array(file.text)))`,
);

/** The applied descriptor as texts: those of the browser, or one with the declarations alone. None: nothing is applied. */
export async function readAppliedFiles(
  sql: QueryRunner,
  name: string,
): Promise<readonly DescriptorText[]> {
  const texts = await readAppliedTexts(sql);
  if (texts) return texts.files;
  const declaration = (await readApplied(sql))?.declaration;
  if (!declaration) return [];
  return [{ path: name, text: `${JSON.stringify(JSON.parse(declaration), null, 2)}\n` }];
}

/** The texts of what was applied last, if it came from the browser. */
export async function readAppliedTexts(sql: QueryRunner): Promise<AppliedTexts | undefined> {
  // Before the first start, and while an older program leaves the tables as they were, there are none.
  if (!(await hasTexts(sql))) return undefined;
  const last = await sql.first<
    Omit<AppliedTexts, 'files'> & { files: AppliedTexts['files'] | null }
  >('select hash, files, written from backoffice.descriptor order by seq desc limit 1');
  return last?.files ? { ...last, files: last.files } : undefined;
}

const hasTexts = statement.some(
  `select from pg_attribute where attrelid = to_regclass('backoffice.descriptor') and attname = 'written'`,
);

/** Records that a file of a server has what was applied last. */
export const markWritten = statement.run<[hash: string]>(
  `update backoffice.descriptor set written = true
   where hash = $1 and files is not null and seq = (select max(seq) from backoffice.descriptor)`,
);

/** The last change from the browser that can be undone. */
export type UndoableChange = {
  at: string;
  until: string;
  by: string | null;
  name: string | null;
  steps: string[];
  texts: readonly PlanText[] | null;
  files: readonly DescriptorText[];
  hash: string;
  /** The declarations before it, as JSON. */
  before: string;
};

/** The last plan, if it is from the browser and nothing else was applied since. */
export async function findUndoable(sql: QueryRunner): Promise<UndoableChange | undefined> {
  if (!(await hasTexts(sql))) return undefined;
  const last = await sql.first<
    Omit<UndoableChange, 'files'> & { files: UndoableChange['files'] | null }
  >(
    `select p.applied_at as at, p.applied_at + make_interval(days => $1) as until, p.made_by as by, u.name, p.steps,
       to_jsonb(p) -> 'texts' as texts, p.files_after as files, p.hash_after as hash, p.before
     from backoffice.plan p left join "users" u on u._id = p.made_by
     where p.undone_at is null and p.applied_at >= now() - make_interval(days => $1)
     order by p.seq desc limit 1`,
    [KEPT_DAYS],
  );
  if (!last?.files) return undefined;
  const applied = await readAppliedTexts(sql);
  const isLast = applied?.hash === last.hash || (await isApplied(sql, last.hash));
  return isLast ? { ...last, files: last.files } : undefined;
}

const isApplied = statement.some<[hash: string]>(
  `select from (select hash from backoffice.descriptor order by seq desc limit 1) last where hash = $1`,
);
