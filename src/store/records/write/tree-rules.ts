import { languages } from '../../../fields/problems/languages.ts';
import { textParams } from '../../../fields/problems/text-params.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { problem, type Problem } from '../../../fields/problems/problem.ts';
import type { Connection } from '../../connection/connection.ts';
import { quoteName } from '../../connection/sql.ts';
import { OWN } from '../../schema/place.ts';
import { isChanged, type WrittenRecord } from './target-rules.ts';
import { titlesOf } from '../query/titles-of.ts';
import type { WriteContext } from '../query/complete.ts';
import { requireValue } from '../../../fields/require-entry.ts';

/**
 * Lets only one transaction at a time change the parents of a resource. Two that move records below each other would
 * each see a tree, and leave a loop.
 */
export async function lockTree(connection: Connection, { name }: Resource): Promise<void> {
  const text = 'select pg_advisory_xact_lock(hashtextextended($1, 0))';
  await connection.run({ text, values: [`backoffice tree ${name}`] });
}

/** The problems of written records, by `_id`, that are below themselves or too deep; one statement for all. */
export async function findTreeProblems(
  context: WriteContext,
  resource: Resource,
  written: readonly WrittenRecord[],
): Promise<Map<string, Problem[]>> {
  const { field, maxDepth } = requireValue(resource.tree, 'tree');
  const moved = written.filter(
    (record) => record.values[field] && isChanged(resource, record, field),
  );
  const problems = new Map<string, Problem[]>();
  if (moved.length === 0) return problems;
  const rows = await context.connection.run({
    text: treeText(resource),
    values: [moved.map(({ id }) => id), maxDepth ?? 0],
  });
  const loops = rows.flatMap(([, way]) => (way as string[] | null) ?? []);
  const titles = await titlesOf(context, resource, loops);
  for (const [id, way, depth] of rows as [string, string[] | null, number][])
    if (way) {
      const wayIn = (language: string): string =>
        way
          .toReversed()
          .map((each) => titles.get(each)?.[language] ?? '…')
          .join(' › ');
      const ways = Object.fromEntries(languages.map((language) => [language, wayIn(language)]));
      problems.set(id, [problem('V056', field, textParams('way', ways))]);
    } else if (maxDepth !== undefined && depth > maxDepth)
      problems.set(id, [problem('V057', field, { depth, max: maxDepth })]);
  return problems;
}

/**
 * Of each record in `$1`: the way from it up to itself, if there is one, and the level of the deepest record below it
 * that did not move itself. `$2` is the most levels, or 0 if nobody asks for them.
 */
function treeText({ name, tree }: Resource): string {
  const table = quoteName(name);
  const parent = `${OWN}.${quoteName(requireValue(tree, 'tree').field)}`;
  return (
    `with recursive up(origin, next, level, way) as (` +
    `select ${OWN}._id, ${parent}, 1, array[${OWN}._id] from ${table} ${OWN} where ${OWN}._id = any($1::text[]) ` +
    `union all select u.origin, ${parent}, u.level + 1, u.way || ${OWN}._id ` +
    `from up u join ${table} ${OWN} on ${OWN}._id = u.next where ${OWN}._id <> all(u.way)), ` +
    `down(origin, id, level) as (` +
    `select ${OWN}._id, ${OWN}._id, 0 from ${table} ${OWN} where $2::int > 0 and ${OWN}._id = any($1::text[]) ` +
    `union all select d.origin, ${OWN}._id, d.level + 1 from down d join ${table} ${OWN} on ${parent} = d.id ` +
    `where d.level < $2::int and ${OWN}._id <> all($1::text[])), ` +
    `below as (select origin, max(level) as level from down group by origin) ` +
    `select u.origin, (array_agg(to_jsonb(u.way || u.next)) filter (where u.next = u.origin))[1], ` +
    `max(u.level) + coalesce(max(b.level), 0) from up u left join below b on b.origin = u.origin group by u.origin`
  );
}
