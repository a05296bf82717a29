import type { QueryRunner } from '../../store.ts';

/** Smaller builds tell nothing of how long big ones take. */
const FEWEST = 1_000;

/** Seconds an index over so many rows takes by what was measured here; null when nothing was. */
export async function estimateSeconds(
  sql: QueryRunner,
  definition: string,
  rows: number,
): Promise<number | null> {
  if (!(await hasTimes(sql))) return null;
  const { rows: found } = await sql.query<{ rate: number | null }>(
    `select sum(seconds) / sum(rows) as rate from (
       select seconds, rows from backoffice.index_build where method = $1 and rows >= ${FEWEST}
       order by seq desc limit 20) as lately`,
    [methodOf(definition)],
  );
  const rate = found[0]?.rate ?? null;
  return rate === null ? null : Math.round(rate * rows * 1000) / 1000;
}

export async function noteBuild(
  sql: QueryRunner,
  definition: string,
  rows: number,
  seconds: number,
): Promise<void> {
  if (rows < FEWEST) return;
  await sql.query(
    'insert into backoffice.index_build (method, rows, seconds) values ($1, $2, $3)',
    [methodOf(definition), rows, seconds],
  );
}

function methodOf(definition: string): string {
  return /^using (\w+)/.exec(definition)?.[1] ?? 'btree';
}

async function hasTimes(sql: QueryRunner): Promise<boolean> {
  const { rows } = await sql.query<{ there: boolean }>(
    "select to_regclass('backoffice.index_build') is not null as there",
  );
  return rows[0]?.there === true;
}
