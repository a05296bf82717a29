import type { QueryRunner } from '../../../api/extending.ts';
import type { Descriptor } from '../../../descriptor/descriptor.ts';
import type { Database } from '../../../store/connection/database.ts';
import type { Kind } from '../kinds.ts';
import { readSuggestions } from './read-suggestions.ts';
import { lockTermTables } from '../refresh-term-tables.ts';
import { findSameNames } from '../same-names.ts';
import { surenessOf } from './sureness.ts';

/** Milliseconds for comparing terms with targets before a first page. */
const MAX_RANKING_MS = 1_500;
const AT_ONCE = 50;

/**
 * Stores how certain the first suggestion for each open term is, so that a list can be sorted by it. Equal names are
 * found for all terms at once; what is left is compared in steps, the most frequent terms first, until the time is up.
 */
export async function rankTerms(
  database: Database,
  descriptor: Descriptor,
  kind: Kind,
): Promise<void> {
  const { rows } = await database.query(`select ${unranked} limit 1`, [kind]);
  if (rows.length === 0) return;
  const end = Date.now() + MAX_RANKING_MS;
  await database.for('report').transaction(
    async (sql) => {
      await lockTermTables(sql);
      const same = await findSameNames(sql, descriptor, kind);
      await store(
        sql,
        kind,
        same.map(({ key }) => ({ key, sure: SAME_NAME })),
      );
      while (Date.now() < end) if (!(await rankSome(sql, descriptor, kind))) return;
    },
    { timeout: 20_000 },
  );
}

const SAME_NAME = surenessOf({ method: 'exact', score: 1, differs: false });

const unranked = `from backoffice.terms where kind = $1 and state = 'open' and sure is null`;

type Ranked = { key: string; sure: number };

/** Returns whether there may be more. */
async function rankSome(sql: QueryRunner, descriptor: Descriptor, kind: Kind): Promise<boolean> {
  const { rows } = await sql.query<{ key: string; term: string; cas: string }>(
    `select key, term, cas ${unranked} order by -count, left(term, 100), key limit ${AT_ONCE}`,
    [kind],
  );
  if (rows.length === 0) return false;
  const suggestions = await readSuggestions(sql, descriptor, {
    kind,
    terms: rows,
    most: 1,
    search: false,
  });
  const ranked = rows.map(({ key }, at): Ranked => {
    const [first] = suggestions[at] ?? [];
    return { key, sure: first ? surenessOf(first) : 0 };
  });
  await store(sql, kind, ranked);
  return rows.length === AT_ONCE;
}

async function store(sql: QueryRunner, kind: Kind, ranked: readonly Ranked[]): Promise<void> {
  await sql.query(
    `update backoffice.terms t set sure = r.sure
     from unnest($2::uuid[], $3::smallint[]) as r (key, sure)
     where t.kind = $1 and t.key = r.key and t.sure is distinct from r.sure`,
    [kind, ranked.map(({ key }) => key), ranked.map(({ sure }) => sure)],
  );
}
