import { applicationVersion } from '../../application-version.ts';
import type { QueryRunner } from '../../store.ts';

/**
 * The layout of our own tables, as Chromium numbers its databases (`version` and `last_compatible_version`). Raise
 * `version` with every release that changes them. Raise `worksSince` to it only if programs with an older layout would
 * fail or write something wrong: they refuse the database from then on, so nobody can go back to them. Every change
 * must work with the programs of the layout before it.
 */
export const layout = { version: 1, worksSince: 1 };

/** The layout of a database, and the newest version of this program that has written it. */
type FoundLayout = { version: number; worksSince: number; application: string };

/** The layout of the database; undefined before the first start, and before layouts were recorded. */
async function readLayout(sql: QueryRunner): Promise<FoundLayout | undefined> {
  const isRecorded = await sql.some(
    `select from pg_attribute where attrelid = to_regclass('backoffice.descriptor') and attname = 'layout'`,
  );
  if (!isRecorded) return undefined;
  // An older program that works on it records its own layout, and leaves the tables as they are.
  return await sql.first<FoundLayout>(
    `select layout as version, application, (select max(works_since) from backoffice.descriptor) as "worksSince"
     from backoffice.descriptor where layout is not null order by layout desc, seq desc limit 1`,
  );
}

/** Returns whether the layout is newer than ours. If this program cannot work with it, throws what to do, in a sentence. */
export async function checkLayout(sql: QueryRunner): Promise<{ isNewer: boolean }> {
  const existing = await readLayout(sql);
  if (!existing) return { isNewer: false };
  if (existing.worksSince > layout.version)
    throw new Error(
      `Backoffice ${existing.application} has upgraded this database (layout ${existing.version}), and Backoffice ${applicationVersion} (layout ${layout.version}) cannot use it. ` +
        `Install ${existing.application} or newer, or restore a backup from before the upgrade.`,
    );
  return { isNewer: existing.version > layout.version };
}
