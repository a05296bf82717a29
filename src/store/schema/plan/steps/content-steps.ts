import { type PlanText, toSentence } from '../../../../fields/problems/plan-text.ts';
import type { Descriptor } from '../../../../descriptor/descriptor.ts';
import type { Field } from '../../../../fields/type/field.ts';
import { quoteName } from '../../../connection/sql.ts';
import { columnStep, type ExistingTables, type Step } from '../../tables/table.ts';
import { changedParts } from '../convert-values.ts';
import type { Renames } from '../find-renames.ts';

/**
 * Conversions that the type of a column does not show: parts of objects with another type, and references to another
 * collection.
 */
export function contentSteps(
  descriptor: Descriptor,
  before: Descriptor | undefined,
  existing: ExistingTables,
  { oldTable, oldColumn }: Renames,
): Step[] {
  return [...descriptor.resources.values()].flatMap(({ name: table, fields }) =>
    [...fields.values()].flatMap((field) => {
      const was = before?.resources.get(oldTable(table))?.fields.get(oldColumn(table, field.name));
      const column = existing.get(table)?.columns.find(({ name }) => name === field.name);
      const isDerived = field.computed !== undefined || was?.computed !== undefined;
      if (!was || !column || isDerived) return [];
      const what = partsText(was, field) ?? targetText(was, field, oldTable);
      if (what === undefined) return [];
      return [
        columnStep('convert', table, field.name, {
          kind: 'rewriting',
          summary: toSentence('changes', { path: `${table}.${field.name}`, what }),
          sql: [],
          rows: `select count(*) from ${quoteName(table)} where ${quoteName(field.name)} is not null`,
          ...(field.kind.parts && { isInPlace: true }),
        }),
      ];
    }),
  );
}

function partsText(was: Field, field: Field): PlanText[] | undefined {
  const parts = changedParts(was, field).map(
    ([part, before, after]) =>
      toSentence('changesPart', { part, fromType: before.type, toType: after.type }).text,
  );
  return parts.length > 0 ? parts : undefined;
}

/** The records of another collection are found by the import key or the title of those before. */
function targetText(
  was: Field,
  field: Field,
  oldTable: (table: string) => string,
): PlanText | undefined {
  const [one, other] = [was, field].map(({ kind, settings }) => kind.relation?.(settings));
  if (!one || !other || one.many || other.many || oldTable(other.to) === one.to) return undefined;
  return toSentence('refersTo', { to: other.to, from: one.to }).text;
}
