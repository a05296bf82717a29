import type { Field } from '../../fields/type/field.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import type { SortKey } from './filter.ts';
import { isMany } from '../field-check.ts';
import { mayRead } from '../access.ts';
import { parseColumn, type QueryContext } from './query-term.ts';
import { hidesRows } from '../access-of.ts';
import { findListedField } from '../system-fields.ts';
import { titleFields } from '../title.ts';

/** Parses `-year,name` into sort keys, in their order. */
export function parseSort(
  context: QueryContext,
  text: string,
  at: string,
): { sort: SortKey[] } | { problems: Problem[] } {
  const sort = text.split(',').map((name) => {
    const descending = name.startsWith('-');
    const path = descending ? name.slice(1) : name;
    // Sorting by titles that the role may not read would reveal them.
    return { path, descending, ...(hidesTitle(context, path) ? { byId: true } : {}) };
  });
  const names = sort.map(({ path }) => path);
  const check = (field: Field, where: string) =>
    isSortable(field) ? [] : [problem('Q009', where)];
  const problems = checkNames(context, names, at, { check });
  return problems.length > 0 ? { problems } : { sort };
}

/** Parses `casId,chem.commonName` into the fields to return. */
export function parseFieldNames(
  context: QueryContext,
  text: string,
  at: string,
): { fields: string[] } | { problems: Problem[] } {
  const fields = text.split(',');
  const { through } = context.resource;
  // An object is always returned whole.
  const check = (_: Field, where: string, name: string) =>
    name.includes('.') && !through.has(name)
      ? [problem('Q002', where, {}, `use ${name.split('.')[0]}`)]
      : [];
  const problems = checkNames(context, fields, at, { check });
  return problems.length > 0 ? { problems } : { fields };
}

/** Whether lists can be sorted by the field. It must hold a single plain value, not a list or an object. */
export function isSortable(field: Field): boolean {
  return !isMany(field) && field.kind.column(field.settings).sql !== 'jsonb';
}

/** Whether the role may not see all titles of the records that a field refers to. */
export function hidesTitle({ descriptor, role, resource }: QueryContext, path: string): boolean {
  const field = findListedField(resource, path);
  const target = descriptor.resources.get(field?.kind.relation?.(field.settings).to ?? '');
  if (!target) return false;
  if (hidesRows(descriptor, role, target)) return true;
  return !titleFields(target).every((name) => mayRead(descriptor, role, target, name));
}

type NameUse = {
  check: (field: Field, where: string, name: string) => Problem[];
  /** The most names. */
  max?: number;
};

/** Checks a list of field names: each readable, listed once, and fit for its use. */
function checkNames(
  context: QueryContext,
  names: readonly string[],
  at: string,
  { check, max = 100 }: NameUse,
): Problem[] {
  if (names.includes('')) return [problem('Q004', at, { expected: 'fieldNames' })];
  if (names.length > max) return [problem('Q019', at, { max })];
  return names.flatMap((name, index) => {
    const where = `${at}.${name}`;
    if (names.indexOf(name) < index) return [problem('Q016', at, { value: name })];
    const column = parseColumn(context, name, where);
    return 'problems' in column ? column.problems : check(column.field, where, name);
  });
}

export const maxFacets = 20;

/** Parses `year,status` into at most `max` fields whose values are counted, or by which records are grouped. */
export function parseCountedPaths(
  context: QueryContext,
  text: string,
  at: string,
  max: number,
): { paths: string[] } | { problems: Problem[] } {
  const paths = text.split(',');
  const check = (field: Field, where: string) => (hasFacet(field) ? [] : [problem('Q017', where)]);
  const problems = checkNames(context, paths, at, { check, max });
  return problems.length > 0 ? { problems } : { paths };
}

/** Whether the values of a field can be counted. Those of structures cannot. */
export function hasFacet({ kind, settings }: Field): boolean {
  return kind.column(settings).sql !== 'jsonb' && kind.filter.operators.length > 0;
}
