import { settings } from './client-config.ts';
import { errorCode } from './errors.ts';
import type { QueryRunner } from '../store.ts';

const OLDEST = 15;

/** Checks that we can work with this PostgreSQL. Otherwise throws a sentence that says what to do. */
export async function checkServer(sql: QueryRunner, url: string): Promise<void> {
  const [{ version, collations, trigrams }] = await ask(sql, url);
  const major = Math.floor(version / 10_000);
  if (major < OLDEST) {
    throw new Error(`The database is PostgreSQL ${major}; version ${OLDEST} or newer is required.`);
  }
  if (collations === 0) {
    throw new Error(
      'This PostgreSQL was built without ICU, which is required for sorting (collation "und-x-icu"). Use a build with ICU; all common packages have it.',
    );
  }
  if (!trigrams) await addTrigrams(sql);
}

/** Checks that a pooler leads to the same database, with the settings that its connections need. */
export async function checkPooled(pooled: QueryRunner, direct: QueryRunner): Promise<void> {
  const which = 'select current_database() || pg_postmaster_start_time()';
  if ((await pooled.value<string>(which)) !== (await direct.value<string>(which)))
    throw new Error('DATABASE_URL and DATABASE_DIRECT_URL are not the same database.');
  const missing = await pooled.rows<{ text: string }>(
    `select format('alter role %I in database %I set %s = %L;', current_user, current_database(), name, value) as text
       from jsonb_each_text($1) as wanted (name, value) where current_setting(name) not like value || '%'`,
    [JSON.stringify(settings)],
  );
  if (missing.length > 0)
    throw new Error(
      [
        'The connections of the pooler in DATABASE_URL lack settings. Run these statements, then RECONNECT on the console of PgBouncer:',
        ...missing.map(({ text }) => text),
      ].join('\n'),
    );
}

type Server = { version: number; collations: number; trigrams: boolean };

async function ask(sql: QueryRunner, url: string): Promise<[Server]> {
  try {
    const { rows } = await sql.query<Server>(
      `select current_setting('server_version_num')::int as version,
         (select count(*)::int from pg_collation where collname = 'und-x-icu') as collations,
         exists (select from pg_extension where extname = 'pg_trgm') as trigrams`,
    );
    return rows as [Server];
  } catch (cause) {
    const { message } = cause as Error;
    const advice = message.includes('unsupported startup parameter')
      ? '. If it is PgBouncer, set DATABASE_DIRECT_URL to the address of PostgreSQL itself'
      : '';
    throw new Error(
      `The database at ${withoutPassword(url)} does not answer: ${message}${advice}`,
      { cause },
    );
  }
}

/** It is a trusted extension: anyone who may create in the database may add it, if its files are installed. */
async function addTrigrams(sql: QueryRunner): Promise<void> {
  try {
    await sql.query('create extension if not exists pg_trgm');
  } catch (cause) {
    if (errorCode(cause) === '23505') return; // another server that starts just now was faster
    throw new Error(
      `The extension pg_trgm, which is required for searching, cannot be created: ${(cause as Error).message}. ` +
        'Install the package postgresql-contrib, and let the owner of the database run: create extension pg_trgm;',
      { cause },
    );
  }
}

function withoutPassword(url: string): string {
  return url.replace(/(\/\/[^:/@]*):[^@]*@/, '$1:…@').replace(/([?&]password=)[^&]*/, '$1…');
}
