import { problem } from '../../../fields/problems/problem.ts';
import type { Field } from '../../../fields/type/field.ts';
import { requireEntry, requireLast } from '../../../fields/require-entry.ts';
import { headOf } from '../../../fields/text/head-of-path.ts';
import { isDerived } from '../../../fields/type/is-derived.ts';
import type { Resolver } from '../../expression/check-expression.ts';
import { expressionScope } from '../../expression/expression-scope.ts';
import type { Expression } from '../../expression/expression.ts';
import { parsedDeclared } from '../../expression/parse-expression.ts';
import { kindOfResult, readsOf } from '../../expression/paths.ts';
import { checkField } from '../../field-check.ts';
import { copiedPath, defaultExpression, isDerivedDefault, pathsOf } from '../../filter/tokens.ts';
import { findLookup, splitPath } from '../../lookups.ts';
import { suggestHint } from '../../suggest.ts';
import { findField, systemFieldTable } from '../../system-fields.ts';
import { asObject, type Draft, type DraftResource } from '../draft.ts';
import { checkResult, toExpressionFlaw } from './computed-checks.ts';
import { isGranted, mayRead } from './field-checks.ts';
import { flaw, type Flaw } from '../grammar-problems.ts';
import { governedRoles, wayBack } from './rule-checks.ts';
import type { Path } from '../source-text.ts';

/**
 * Checks the defaults that are derived from other values: paths, expressions and types, and that those who create may
 * read them.
 */
export function checkDerivedDefaults(resource: DraftResource, draft: Draft): Flaw[] {
  const rings = checkRings(resource);
  if (rings.length > 0) return rings;
  return [...resource.fields.values()].flatMap((field) => {
    const copied = copiedPath(field);
    const path = ['resources', resource.name, 'fields', field.name, 'default'];
    if (copied !== undefined)
      return checkCopied(draft, resource, { field, copied }, [...path, '$field']);
    const text = defaultExpression(field);
    if (text === undefined) return [];
    return checkCalculated(draft, resource, { field, text }, [...path, '$expression']);
  });
}

/** Reports a default that is derived from itself. */
function checkRings({ name: of, fields }: DraftResource): Flaw[] {
  const heads = new Map(
    [...fields.values()]
      .filter(isDerivedDefault)
      .map((field) => [field.name, pathsOf(field).map(headOf)]),
  );
  for (const name of heads.keys()) {
    const way = wayBack(heads, name, [name]);
    const path = ['resources', of, 'fields', name, 'default'];
    if (way) return [flaw('D082', path, { value: name, way: way.join(' → ') })];
  }
  return [];
}

function checkCalculated(
  draft: Draft,
  resource: DraftResource,
  { field, text }: { field: Field; text: string },
  path: Path,
): Flaw[] {
  if (!kindOfResult(field)) {
    const reason = `${field.type} cannot hold the result of an expression; copy a value with "$field"`;
    return [flaw('D007', path, { reason })];
  }
  const flaws = checkResult(field, text, defaultScope(draft, resource), path);
  if (flaws.length > 0) return flaws;
  const refused = refusedLiterals(field, text, path);
  if (refused.length > 0) return refused;
  const reads = readsOf(draft.resources, resource, text) ?? [];
  return rolesThatCreate(draft, resource).flatMap((role) =>
    reads
      .filter(
        (read) => !mayRead(requireEntry(draft.resources, read.resource.name), read.path, role),
      )
      .map((read) => flaw('D031', path, { value: read.path, role })),
  );
}

/** Reports written values that a choice, for example, does not have: such a default would be left out. */
function refusedLiterals(field: Field, text: string, path: Path): Flaw[] {
  if (field.kind.computed) return [];
  return literalsGiven(parsedDeclared(text)).flatMap(({ value, at }) => {
    const checked = checkField(field, value);
    if (value === null || !('problems' in checked)) return [];
    const message = `${field.type} does not accept ${JSON.stringify(value)}`;
    return [toExpressionFlaw({ message, at, wrong: 'kind' }, path)];
  });
}

function literalsGiven(expression: Expression): Extract<Expression, { kind: 'literal' }>[] {
  if (expression.kind === 'literal') return [expression];
  if (expression.kind !== 'call') return [];
  const { name, args } = expression;
  const given = name === 'if' ? args.slice(1) : args;
  return name === 'if' || name === 'coalesce' ? given.flatMap(literalsGiven) : [];
}

/** What is known of a record that does not exist yet. */
function defaultScope(draft: Draft, resource: DraftResource): Resolver {
  const scope = expressionScope({ resources: draft.resources, hasMoment: true }, resource);
  return {
    ...scope,
    kindOf: (path) => {
      const own = findField(resource, path);
      const isUnknown = own && (isDerived(own) || own.numbering || systemFieldTable.has(path));
      return isUnknown
        ? { message: `${path} has no value before the record is created` }
        : scope.kindOf(path);
    },
    records: () => ({ message: 'a default cannot ask for other records than those it refers to' }),
  };
}

function checkCopied(
  draft: Draft,
  resource: DraftResource,
  { field, copied }: { field: Field; copied: string },
  path: Path,
): Flaw[] {
  const lookup = findLookup(draft.resources, resource, copied);
  if (!lookup) {
    const [head, rest] = splitPath(copied);
    const hint =
      rest === ''
        ? 'name a field behind a reference, such as `product.price`'
        : suggestHint(head, [...resource.fields.keys()]);
    return [flaw('D011', path, { resource: resource.name, value: copied }, hint)];
  }
  const { field: source, resources } = lookup;
  if (source.type !== field.type || relationOf(source) !== relationOf(field)) {
    const { message } = problem('V002', '', { expected: field.type });
    return [flaw('D016', path.slice(0, -1), { reason: message }, `${copied} is ${source.type}`)];
  }
  const steps = copied.split('.');
  const owners = [resource.name, ...resources];
  const last = requireLast(owners);
  return rolesThatCreate(draft, resource).flatMap((role) => {
    const hidden = owners.filter((name, at) => {
      const read = draft.resources.get(name)?.fields.get(steps[at] ?? '')?.read;
      return read?.includes(role) === false;
    });
    const isClosed = asObject(draft.resources.get(last)?.declared.permissions)[role] === undefined;
    return hidden.length > 0 || isClosed ? [flaw('D031', path, { value: copied, role })] : [];
  });
}

function relationOf({ kind, settings }: Field): string | undefined {
  return kind.relation?.(settings).to;
}

function rolesThatCreate(draft: Draft, resource: DraftResource): string[] {
  const permissions = asObject(resource.declared.permissions);
  return governedRoles(draft, resource).filter((role) => isGranted(permissions[role], 'create'));
}
