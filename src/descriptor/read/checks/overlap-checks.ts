import { checkExpression } from '../../expression/check-expression.ts';
import { parseExpression } from '../../expression/parse-expression.ts';
import { ownReads } from '../../expression/paths.ts';
import { suggestHint } from '../../suggest.ts';
import { systemFieldTable } from '../../system-fields.ts';
import { asObjects, asTexts, isBroken, type Draft, type DraftResource } from '../draft.ts';
import { expressionScope } from '../../expression/expression-scope.ts';
import { toExpressionFlaw } from './computed-checks.ts';
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
      ...(typeof rule.where === 'string' ? checkWhere(draft, resource, rule.where, path) : []),
    ];
  });
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
