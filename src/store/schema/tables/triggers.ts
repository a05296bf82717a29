import { requireItem } from '../../../fields/require-entry.ts';
import { createHash } from 'node:crypto';
import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import { quoteName, quoteText } from '../../connection/sql.ts';
import { joinsSql, type Dependency } from '../expression/dependencies.ts';
import { COMMENT_PREFIX } from './read-tables.ts';
import type { TableTrigger } from './table.ts';
import { fitName } from './table-sql.ts';

export type Trigger = TableTrigger & { table: string };

type MemberTrigger = {
  name: string;
  resource: Resource;
  table: string;
  dependencies: readonly Dependency[];
  /** The statements about the records with one of `ids`. */
  work: string;
};

/**
 * Does something about the records of a resource that rows of another table are part of, or were. It locks them first,
 * so that what one transaction reads of their parts includes what others have written; and before them the rows whose
 * references lead to them, so that nobody turns these to other records meanwhile.
 */
export function memberTrigger(
  descriptor: Descriptor,
  { name, resource, table, dependencies, work }: MemberTrigger,
): Trigger {
  const ways = mergeWays(dependencies.filter((each) => each.table === table));
  const ids = (rows: (columns: readonly string[]) => string) =>
    `array(${ways
      .map(
        ({ columns, owners }) =>
          `select ${owners.id} from ${rows([...columns])} x${joinsSql(owners.joins)} where ${owners.id} is not null`,
      )
      .join(' union ')})`;
  const changed = (columns: readonly string[]) => changedRows(table, columns, descriptor);
  const body = `declare ids text[];
begin
  if TG_OP = 'INSERT' then ${lockBetween(ways, () => 'new_rows')} ids := ${ids(() => 'new_rows')};
  elsif TG_OP = 'DELETE' then ${lockBetween(ways, () => 'old_rows')} ids := ${ids(() => 'old_rows')};
  else ${lockBetween(ways, changed)} ids := ${ids(changed)};
  end if;
  if ids = '{}' then return null; end if;
  ${lockRows(resource.name, 'ids')}
  ${work}
  return null;
end`;
  const on = `on ${quoteName(table)} referencing`;
  const each = 'for each statement';
  // PostgreSQL calls triggers in the order of their names. The nearest records come first, as for a write to them, whose
  // own trigger locks those further away; otherwise the two writers would wait for each other.
  const steps = Math.max(...ways.map(({ owners }) => owners.joins.length));
  return toTrigger({ name, table, order: `${steps}.` }, body, [
    `trigger % after insert ${on} new table as new_rows ${each}`,
    `trigger % after update ${on} old table as old_rows new table as new_rows ${each}`,
    `trigger % after delete ${on} old table as old_rows ${each}`,
  ]);
}

/** Locks the rows between those of the table and the records, the nearest first, where a reference leads on from them. */
function lockBetween(
  ways: readonly Dependency[],
  rows: (columns: readonly string[]) => string,
): string {
  const locks = ways.flatMap(({ columns, owners: { joins } }) =>
    joins.flatMap((join, at) => {
      if (join.column !== '_id') return [];
      const from = `${rows([...columns])} x${joinsSql(joins.slice(0, at))}`;
      return [{ at, sql: lockRows(join.table, `array(select ${join.value} from ${from})`) }];
    }),
  );
  const inOrder = locks.toSorted((left, right) => left.at - right.at).map(({ sql }) => sql);
  return [...new Set(inOrder)].join(' ');
}

/** In the same order everywhere, so that two writers do not wait for each other. */
function lockRows(table: string, ids: string): string {
  return `perform from ${quoteName(table)} where _id = any(${ids}) order by _id for no key update;`;
}

/** The rows before and after an update, if it changed one of the columns. Members of a list have no `_id`. */
function changedRows(table: string, columns: readonly string[], { resources }: Descriptor): string {
  if (!resources.has(table)) return '(select * from new_rows union all select * from old_rows)';
  const differs = columns.map(
    (name) => `n.${quoteName(name)} is distinct from o.${quoteName(name)}`,
  );
  const from = `from new_rows n join old_rows o on o._id = n._id where ${differs.join(' or ')}`;
  return `(select n.* ${from} union all select o.* ${from})`;
}

/** Dependencies on one table that lead to the same rows are one. */
function mergeWays(dependencies: readonly Dependency[]): Dependency[] {
  const byWay = Map.groupBy(dependencies, ({ owners }) => JSON.stringify(owners));
  return [...byWay.values()].map((same) => ({
    ...requireItem(same, 0),
    columns: new Set(same.flatMap(({ columns }) => [...columns])),
  }));
}

/** A function, and the triggers that call it; `%` stands for their names, which begin with `order`. */
export function toTrigger(
  { name, table, order = '' }: { name: string; table: string; order?: string },
  body: string,
  events: readonly string[],
): Required<Trigger> {
  const call = `backoffice.${quoteName(fitName(name))}()`;
  const sql = [
    `create or replace function ${call} returns trigger language plpgsql set search_path = public as ${quoteText(body)}`,
    ...events.map(
      (event, at) =>
        `create ${event.replace('%', () => quoteName(fitName(`${order}${name}.${at}`)))} execute function ${call}`,
    ),
  ];
  const definition = createHash('sha256').update(sql.join('\n')).digest('hex');
  const mark = `comment on function ${call} is ${quoteText(COMMENT_PREFIX + definition)}`;
  return { name: fitName(name), table, definition, sql: [...sql, mark] };
}

/** Drops the triggers with the function that they call. */
export function dropTrigger(name: string): string {
  return `drop function if exists backoffice.${quoteName(name)}() cascade`;
}
