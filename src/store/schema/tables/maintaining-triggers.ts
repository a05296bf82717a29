import { createHash } from 'node:crypto';
import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import { isMaintained } from '../../../descriptor/expression/paths.ts';
import type { Field } from '../../../fields/field.ts';
import { quoteName, quoteText } from '../../connection/sql.ts';
import { computedSql } from '../expression/computed-sql.ts';
import { dependenciesOf, type Dependency } from '../expression/dependencies.ts';
import { allRecords, maintainedFields, renewSql } from '../expression/maintained.ts';
import { reachFrom } from '../expression/reach.ts';
import { OWN } from '../place.ts';
import { COMMENT_PREFIX } from './read-tables.ts';
import type { TableTrigger } from './table.ts';
import { fitName } from './table-sql.ts';

type Trigger = TableTrigger & { table: string };

/** All triggers that keep maintained fields exact. Every write meets them, whoever makes it. */
export function maintainingTriggers(descriptor: Descriptor): Trigger[] {
  const byResource = Map.groupBy(maintainedFields(descriptor), ({ resource }) => resource);
  return [...byResource].flatMap(([resource, all]) => {
    const fields = all.map(({ field }) => ({
      field,
      ...dependenciesOf(descriptor, resource, field.computed!),
    }));
    const tables = new Set(fields.flatMap(({ others }) => others.map(({ table }) => table)));
    return [
      ownTrigger(descriptor, resource, fields),
      ...[...tables].map((table) => otherTrigger(descriptor, resource, table, fields)),
    ];
  });
}

type Parts = { field: Field; own: ReadonlySet<string>; others: readonly Dependency[] };

/** Computes the values of a record that is created, or whose own columns change. */
function ownTrigger(descriptor: Descriptor, resource: Resource, fields: readonly Parts[]): Trigger {
  // What PostgreSQL generates in this row is not there yet.
  const hasColumn = (field: Field) => field.stored && isMaintained(resource, field);
  const reach = reachFrom(allRecords(descriptor), resource, 'NEW.', hasColumn);
  const steps = fields.map(({ field, own }) => {
    const columns = [...own].filter((name) => name !== '_id').map(quoteName);
    const differs = columns.map((name) => `NEW.${name} is distinct from OLD.${name}`);
    const when = ["TG_OP = 'INSERT'", ...differs].join(' or ');
    return `if ${when} then NEW.${quoteName(field.name)} := ${computedSql(field, reach)}; end if;`;
  });
  const name = `${resource.name}.computed`;
  return toTrigger(name, resource.name, `begin ${steps.join(' ')} return NEW; end`, [
    `before insert or update on ${quoteName(resource.name)} for each row`,
  ]);
}

/** Computes the values of the records of a resource that rows of another table are part of, or were. */
function otherTrigger(
  descriptor: Descriptor,
  resource: Resource,
  table: string,
  fields: readonly Parts[],
): Trigger {
  const parts = fields.filter(({ others }) => others.some((other) => other.table === table));
  const ways = mergeWays(
    parts.flatMap(({ others }) => others).filter((other) => other.table === table),
  );
  const ids = (rows: (columns: readonly string[]) => string) =>
    `array(${ways
      .map(
        ({ columns, owners }) =>
          `select ${owners.id} from ${rows([...columns])} x${owners.joins} where ${owners.id} is not null`,
      )
      .join(' union ')})`;
  const own = quoteName(resource.name);
  const update = renewSql(
    descriptor,
    resource,
    parts.map(({ field }) => field),
    ` where ${OWN}._id = any(ids)`,
  );
  const body = `declare ids text[];
begin
  if TG_OP = 'INSERT' then ids := ${ids(() => 'new_rows')};
  elsif TG_OP = 'DELETE' then ids := ${ids(() => 'old_rows')};
  else ids := ${ids((columns) => changedRows(table, columns, descriptor))};
  end if;
  if ids = '{}' then return null; end if;
  -- In the same order everywhere, so that two writers do not wait for each other. Only the statement after the locks sees what others have written.
  perform from ${own} where _id = any(ids) order by _id for no key update;
  ${update};
  return null;
end`;
  const on = `on ${quoteName(table)} referencing`;
  return toTrigger(`${table}.computes.${resource.name}`, table, body, [
    `after insert ${on} new table as new_rows for each statement`,
    `after update ${on} old table as old_rows new table as new_rows for each statement`,
    `after delete ${on} old table as old_rows for each statement`,
  ]);
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
    ...same[0]!,
    columns: new Set(same.flatMap(({ columns }) => [...columns])),
  }));
}

function toTrigger(name: string, table: string, body: string, events: readonly string[]): Trigger {
  const call = `backoffice.${quoteName(fitName(name))}()`;
  const sql = [
    `create or replace function ${call} returns trigger language plpgsql set search_path = public as ${quoteText(body)}`,
    ...events.map(
      (event, at) =>
        `create trigger ${quoteName(fitName(`${name}.${at}`))} ${event} execute function ${call}`,
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
