import type { Descriptor } from '../../../descriptor/descriptor.ts';
import { toSentence } from '../../../fields/problems/plan-text.ts';
import type { CountKey } from '../../../fields/problems/plan-texts.ts';
import { quoteText } from '../../connection/sql.ts';
import type { QueryRunner } from '../../store.ts';
import { SESSION_CHANNEL } from '../../connection/changes.ts';
import type { Step } from '../tables/table.ts';

type RoleColumn = {
  column: 'role' | 'roles' | 'assignee_role';
  /** One and several, for the plan. */
  noun: CountKey;
  /** Which rows; absent: all. */
  rows?: string;
};

/** Everything stored that names roles, by table, besides the records: roles are choices there. */
export const roleColumns: Readonly<Record<string, RoleColumn>> = {
  views: { column: 'roles', noun: 'savedViews' },
  recipes: { column: 'roles', noun: 'importRecipes' },
  webhooks: { column: 'role', noun: 'webhooks' },
  threads: { column: 'assignee_role', noun: 'queries' },
  view_sessions: {
    column: 'role',
    noun: 'viewSessions',
    rows: 'ended_at is null and expires_at > now()',
  },
};

/**
 * Gives roles their new names in what is stored besides the records, as long as something has the old one. The roles of
 * users are choices, which other steps rename.
 */
export async function roleSteps(sql: QueryRunner, { roles }: Descriptor): Promise<Step[]> {
  const steps: Step[] = [];
  for (const { name: to, was: from } of roles.values()) {
    const counts = from === undefined ? [] : await countOfRole(sql, from);
    if (from === undefined || counts.length === 0) continue;
    const documents = counts.map(({ noun, count }) => toSentence(noun, { count }).text);
    steps.push({
      id: `rename:roles.${to}`,
      kind: 'rewriting',
      table: 'users',
      summary: toSentence('renamesRole', { from, to, documents }),
      sql: moveRole(from, to),
      undo: moveRole(to, from),
    });
  }
  return steps;
}

/** How many rows of each kind name a role. */
async function countOfRole(
  sql: QueryRunner,
  role: string,
): Promise<{ noun: CountKey; count: number }[]> {
  const counts: { noun: CountKey; count: number }[] = [];
  for (const [table, at] of Object.entries(roleColumns)) {
    // A database of an earlier version may not have it yet.
    if (!(await sql.value('select to_regclass($1)', [`backoffice.${table}`]))) continue;
    const count = await sql.value<number>(
      `select count(*) from backoffice.${table} where ${namesRole(at, role)}`,
    );
    if (count > 0) counts.push({ noun: at.noun, count });
  }
  return counts;
}

/** The statements that give a role its new name, and make every server read who is signed in again. */
function moveRole(from: string, to: string): string[] {
  const [old, now] = [quoteText(from), quoteText(to)];
  const moves = Object.entries(roleColumns).map(([table, at]) => {
    const { column } = at;
    // Of a removed role of the new name, only its name is left in the list.
    const value =
      column === 'roles' ? `array_replace(array_remove(roles, ${now}), ${old}, ${now})` : now;
    return `update backoffice.${table} set ${column} = ${value} where ${namesRole(at, from)}`;
  });
  return [...moves, `select pg_notify('${SESSION_CHANNEL}', '')`];
}

function namesRole({ column, rows = 'true' }: RoleColumn, role: string): string {
  const name = quoteText(role);
  return `${column === 'roles' ? `${name} = any(roles)` : `${column} = ${name}`} and ${rows}`;
}
