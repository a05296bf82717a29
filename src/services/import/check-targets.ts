import { requireEntry, requireItem } from '../../fields/require-entry.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import type { ColumnMapping, MappedColumn } from '../../files/import/import-parts.ts';
import {
  groupTargets,
  nameGroup,
  namingTargets,
  type TargetFields,
  type TargetGroup,
  toNamingColumn,
} from '../../files/import/rows/target-columns.ts';
import { namelessTarget } from '../../files/import/rows/target-problems.ts';

/**
 * Turns columns for fields behind a reference (`source.title`) into one column for the reference, which creates missing
 * records with the values of the others. These are left out as columns of their own.
 */
export function resolveTargets(
  targets: TargetFields,
  told: ReadonlyMap<string, MappedColumn | null>,
  problems: Problem[],
): ColumnMapping {
  const groups = groupTargets(targets, told);
  if (groups.size === 0) return told;
  const mapping = new Map<string, MappedColumn | null>(told);
  for (const group of groups.values()) {
    const wrong = checkGroup(group);
    problems.push(...wrong);
    const naming = wrong.length === 0 ? toNamingColumn(group) : undefined;
    if (!naming) continue;
    for (const { column } of group.columns) mapping.set(column, null);
    mapping.set(...naming);
  }
  return mapping;
}

function checkGroup(group: TargetGroup): Problem[] {
  const { reference, to, columns, own } = group;
  const { namer, parts } = nameGroup(group);
  const problems: Problem[] = [];
  const first = new Map<string, string>();
  for (const { column, field } of columns) {
    const other = first.get(field.name);
    if (other !== undefined)
      problems.push(problem('I012', `mapping.${column}`, { first: other, second: column }));
    else first.set(field.name, column);
  }
  for (const { column, told } of parts) {
    const { by, create, given } = told;
    if (by !== undefined || create !== undefined || given !== undefined)
      problems.push(problem('I034', `mapping.${column}`));
  }
  if (!own && !namer) {
    const names = namingTargets(to).map((name) => [reference, requireEntry(to.fields, name)]);
    const path = `mapping.${requireItem(columns, 0).column}`;
    problems.push(namelessTarget(to, path, [[reference], ...names]));
  }
  return problems;
}
