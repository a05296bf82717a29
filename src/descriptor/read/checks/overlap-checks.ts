import type { Field } from '../../../fields/type/field.ts';
import { checkExpression } from '../../expression/check-expression.ts';
import { parseExpression } from '../../expression/parse-expression.ts';
import { ownReads } from '../../expression/paths.ts';
import { suggestHint } from '../../suggest.ts';
import { systemFieldTable } from '../../system-fields.ts';
import { asObjects, asTexts, isBroken, type Draft, type DraftResource } from '../draft.ts';
import { expressionScope } from '../../expression/expression-scope.ts';
import { toExpressionFlaw } from './computed-checks.ts';
import { isToken } from '../../expression/variables.ts';
import { fieldsOfFilter } from '../../filter/declared-filter.ts';
import { readWhere } from '../../filter/where.ts';
import { leavesOf } from '../../rules/target-filters.ts';
import type { Path } from '../source-text.ts';
import { checkFilter, checkNotComputed } from './filter-checks.ts';
import { flaw, type Flaw } from '../grammar-problems.ts';

/** Checks the periods that may not overlap: both ends are days or both are times, and all fields are the record's own. */
export function checkOverlaps(resource: DraftResource, draft: Draft): Flaw[] {
  return asObjects(resource.declared.noOverlap).flatMap((rule, index) => {
    const path = ['resources', resource.name, 'noOverlap', index];
    const ends = (['from', 'to'] as const).map((end) => ({ end, name: String(rule[end]) }));
    const named = [
      ...asTexts(rule.fields).map((name, at) => ({ name, path: [...path, 'fields', at] })),
      ...ends.map(({ end, name }) => ({ name, path: [...path, end] })),
    ];
    const unknown = named
      .filter(({ name }) => !findColumn(resource, name) && !isBroken(resource, name))
      .map((one) => {
        const words = [...resource.fieldNames, ...systemFieldTable.keys()];
        const params = { resource: resource.name, value: one.name };
        return flaw('D011', one.path, params, suggestHint(one.name, words));
      });
    if (unknown.length > 0) return unknown;
    const kinds = ends.map(({ name }) => columnOf(resource, name)?.sql);
    const [from, to] = kinds;
    const isPeriod = (from === 'date' || from === 'timestamptz') && from === to;
    return [
      ...asTexts(rule.fields)
        .map((name, at) => ({ name, at, column: columnOf(resource, name) }))
        .filter(({ column }) => column?.many === true || column?.sql === 'jsonb')
        .map(({ at }) => flaw('D024', [...path, 'fields', at], { setting: 'noOverlap' })),
      ...(kinds.includes(undefined) || isPeriod ? [] : [flaw('D088', [...path, 'to'], {})]),
      ...(typeof rule.where === 'string'
        ? checkWhere(draft, resource, rule.where, path)
        : checkFilterOf(resource, rule.where, [...path, 'where'])),
    ];
  });
}

/** PostgreSQL judges the constraint by the row alone, at any time. */
function checkFilterOf(resource: DraftResource, where: unknown, path: Path): Flaw[] {
  const problems = checkFilter({ resource }, where, path);
  const read = where === undefined ? undefined : readWhere({ resource }, where);
  if (problems.length > 0 || !read || !('filter' in read)) return problems;
  const names = fieldsOfFilter({ unresolved: read.filter });
  const isMoving = leavesOf(read.filter).some(({ operands }) => operands.some(isToken));
  const reason =
    'it asks for the moment or the user, but two periods overlap whenever somebody looks; store the value in a field';
  return [
    ...checkNotComputed(resource, names, path, 'noOverlap'),
    ...names
      .filter((name) => isList(resource.fields.get(name)))
      .map(() => flaw('D024', path, { setting: 'noOverlap' })),
    ...(isMoving ? [flaw('D029', path, { resource: resource.name, reason })] : []),
  ];
}

function isList(field: Field | undefined): boolean {
  return field?.kind.relation?.(field.settings).many === true;
}

function checkWhere(
  draft: Draft,
  resource: DraftResource,
  text: string,
  path: (string | number)[],
): Flaw[] {
  const at = [...path, 'where'];
  const parsed = parseExpression(text);
  if ('problem' in parsed) return [toExpressionFlaw(parsed.problem, at)];
  const checked = checkExpression(parsed.expression, expressionScope(draft, resource));
  if ('problems' in checked) return checked.problems.map((each) => toExpressionFlaw(each, at));
  const isOwn = ownReads(text, resource)?.every(
    (name) => resource.fields.get(name)?.computed === undefined,
  );
  if (checked.kind === 'boolean' && isOwn) return [];
  const message = isOwn
    ? `the expression returns ${checked.kind}, but a condition is true or false`
    : 'it can only use fields of the record that people enter';
  return [toExpressionFlaw({ message, at: parsed.expression.at, wrong: 'kind' }, at)];
}

/** A field with a column of its own in the table. */
function findColumn({ fields }: DraftResource, name: string) {
  const field = fields.get(name) ?? systemFieldTable.get(name);
  return field?.computed === undefined || field.stored ? field : undefined;
}

function columnOf(resource: DraftResource, name: string) {
  const field = findColumn(resource, name);
  return field?.kind.column(field.settings);
}
