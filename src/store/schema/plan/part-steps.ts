import { quoteName, quoteText } from '../../connection/sql.ts';
import type { QueryRunner } from '../../store.ts';
import type { Step } from '../tables/step.ts';
import type { ExistingTable, Table } from '../tables/table.ts';

/** Parts of objects that records have and no declaration names. They stay in the value until they are dropped. */
export async function partSteps(
  sql: QueryRunner,
  wanted: readonly Table[],
  existing: ReadonlyMap<string, ExistingTable>,
  inOldNames: (text: string, table: string) => string,
): Promise<Step[]> {
  const steps: Step[] = [];
  for (const { name: table, columns } of wanted)
    for (const { name, type, parts } of columns) {
      const there = existing.get(table)?.columns.find((column) => column.name === name);
      if (!parts || there?.type !== type) continue;
      const { rows } = await sql.query<{ part: string }>(
        inOldNames(
          `select distinct jsonb_object_keys(${quoteName(name)}) as part from ${quoteName(table)}
           where jsonb_typeof(${quoteName(name)}) = 'object' order by 1`,
          table,
        ),
      );
      for (const { part } of rows)
        if (!parts.includes(part)) steps.push(dropPart(table, name, part));
    }
  return steps;
}

function dropPart(table: string, column: string, part: string): Step {
  const value = `${quoteName(column)} -> ${quoteText(part)}`;
  return {
    id: `drop:${table}.${column}.${part}`,
    kind: 'destructive',
    table,
    column,
    part,
    optional: true,
    summary: `drops the part ${part} of ${table}.${column}, which is no longer declared, with all its values`,
    sql: [],
    rows: `select count(*) from ${quoteName(table)} where coalesce(${value}, 'null') <> 'null'`,
  };
}
