import { toSentence } from '../../../../fields/problems/plan-text.ts';
import type { Descriptor } from '../../../../descriptor/descriptor.ts';
import { maintainedFields, maintainedSql, renewSql } from '../../expression/maintained.ts';
import { dropTrigger } from '../../tables/triggers.ts';
import {
  columnStep,
  type ExistingTables,
  type Step,
  type Table,
  type TableColumn,
} from '../../tables/table.ts';
import { dropColumn, markColumn } from '../../tables/table-sql.ts';
import { quoteName } from '../../../connection/sql.ts';
import { requireValue } from '../../../../fields/require-entry.ts';

/** The triggers that no longer fit. They go first, because they name tables and columns that other steps change. */
export function dropTriggers(
  declaredTables: readonly Table[],
  currentTables: ExistingTables,
): Step[] {
  const definitions = new Set(declaredTables.flatMap(({ triggers }) => triggers.map(toKey)));
  // PostgreSQL names tables in any order; a plan names its steps in one.
  const tables = [...currentTables.values()].toSorted((one, other) =>
    one.name < other.name ? -1 : 1,
  );
  return tables.flatMap(({ name: table, triggers }) =>
    triggers
      .filter((trigger) => !definitions.has(toKey(trigger)))
      .map(({ name }) => ({
        id: `untrigger:${name}`,
        kind: 'additive' as const,
        table,
        summary: toSentence('removesTrigger', { name }),
        sql: [dropTrigger(name)],
      })),
  );
}

/** Computes new maintained fields in every record, and keeps all of them exact from then on. */
export function maintainedSteps(
  descriptor: Descriptor,
  declaredTables: readonly Table[],
  existing: ExistingTables,
): Step[] {
  const existingTriggers = new Set(
    [...existing.values()].flatMap(({ triggers }) => triggers.map(toKey)),
  );
  return [
    ...maintainedFields(descriptor).flatMap(({ resource, field }) => {
      const { name: table } = resource;
      const path = `${table}.${field.name}`;
      const isIt = ({ name }: TableColumn) => name === field.name;
      const declared = declaredTables.find(({ name }) => name === table);
      const column = requireValue(declared?.columns.find(isIt), path);
      const there = existing.get(table)?.columns.find(isIt);
      // A column of another type is created again.
      const isNew = there?.maintained === undefined || there.type !== column.type;
      const expression = maintainedSql(descriptor, { resource, field });
      if (!isNew && there.maintained === expression) return [];
      const sql = [
        renewSql(descriptor, resource, [field]),
        markColumn(table, field.name, expression),
      ];
      return isNew
        ? columnStep('fill', table, field.name, {
            summary: toSentence('computes', { path }),
            sql,
          })
        : columnStep('compute', table, field.name, {
            kind: 'rewriting',
            summary: toSentence('recomputes', { path }),
            sql,
            undo: [dropColumn(table, field.name)],
            rows: `select count(*) from ${quoteName(table)}`,
          });
    }),
    ...declaredTables.flatMap(({ name: table, triggers }) =>
      triggers
        .filter((trigger) => !existingTriggers.has(toKey(trigger)))
        .map(({ name, sql = [] }) => ({
          id: `trigger:${name}`,
          kind: 'additive' as const,
          table,
          summary: toSentence('addsTrigger', { name }),
          sql: [dropTrigger(name), ...sql],
        })),
    ),
  ];
}

function toKey({ name, definition }: { name: string; definition: string }): string {
  return `${name} ${definition}`;
}
