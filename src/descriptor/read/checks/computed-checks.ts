import type { Field } from '../../../fields/type/field.ts';
import { checkExpression, fitsKind, type Resolver } from '../../expression/check-expression.ts';
import { partsOf, type Expression, type ExpressionProblem } from '../../expression/expression.ts';
import { parseExpression, parsedOnce } from '../../expression/parse-expression.ts';
import { kindOfResult, readsOf } from '../../expression/paths.ts';
import type { JsonObject } from '../../json-object.ts';
import { expressionScope } from '../../expression/expression-scope.ts';
import { type Draft, type DraftResource, asObject, asObjects } from '../draft.ts';
import { flaw, type Flaw, keyFlaw } from '../grammar-problems.ts';
import { findField } from '../../system-fields.ts';
import type { Path } from '../source-text.ts';
import { requireValue } from '../../../fields/require-entry.ts';

/** Checks computed fields: the expression is valid, names existing fields and returns what the field holds. */
export function checkComputed(resource: DraftResource, draft: Draft): Flaw[] {
  const declarations = asObject(resource.declared.fields);
  return [
    ...[...resource.fields.values()].flatMap((field) => {
      const path = ['resources', resource.name, 'fields', field.name];
      const declared = asObject(declarations[field.name]);
      if (field.computedInCode) return checkInCode(field, declared, path);
      if (field.computed === undefined) return checkStored(declared, path);
      const problems = checkSettings(field, declared, path);
      return problems.length > 0
        ? problems
        : checkText(draft, resource, field, [...path, 'computed']);
    }),
    ...checkForms(resource),
  ];
}

function checkStored({ stored }: JsonObject, path: Path): Flaw[] {
  if (stored === undefined) return [];
  return [contradiction([...path, 'stored'], 'only computed fields can have "stored"')];
}

function checkInCode(field: Field, declared: JsonObject, path: Path): Flaw[] {
  const settings = [...written, 'stored', 'computed'];
  if (field.numbering || field.kind.states?.(field.settings))
    return [flaw('D024', [...path, 'computedInCode'], { setting: 'computedInCode' })];
  return checkUnwritten(settings, declared, path);
}

/** Settings that only apply to values that users enter. */
const written = ['required', 'unique', 'default', 'write', 'when'];

function checkSettings(field: Field, declared: JsonObject, path: Path): Flaw[] {
  const { computed } = field.kind;
  if (!computed) return [flaw('D024', [...path, 'computed'], { setting: 'computed' })];
  return checkUnwritten([...written, ...computed.without], declared, path);
}

function checkUnwritten(settings: readonly string[], declared: JsonObject, path: Path): Flaw[] {
  return settings
    .filter((name) => declared[name] !== undefined && declared[name] !== false)
    .map((name) => contradiction([...path, name], reasons[name] ?? reasons.written));
}

const reasons: Readonly<Record<string, string>> & { written: string } = {
  written: 'it applies to values that people enter, and nobody can enter a value in this field',
  computed: 'the code of the installation computes this field',
  stored: 'a value that code computes is always stored',
};

function checkText(draft: Draft, resource: DraftResource, field: Field, path: Path): Flaw[] {
  const text = requireValue(field.computed, field.name);
  const flaws = checkResult(field, text, expressionScope(draft, resource), path);
  if (flaws.length > 0) return flaws;
  const cycle = checkCycle(draft, resource, field, path);
  return cycle.length > 0 ? cycle : checkSize(draft, resource, field, path);
}

/** Checks that a text is a valid expression, which returns what the field holds. */
export function checkResult(field: Field, text: string, scope: Resolver, path: Path): Flaw[] {
  const parsed = parseExpression(text);
  if ('problem' in parsed) return [toExpressionFlaw(parsed.problem, path)];
  const { expression } = parsed;
  const checked = checkExpression(expression, scope);
  if ('problems' in checked) return checked.problems.map((each) => toExpressionFlaw(each, path));
  const gives = requireValue(kindOfResult(field), 'kind of result');
  if (fitsKind(checked.kind, gives) && checked.kind !== 'nothing') return [];
  const message = `the expression returns ${checked.kind}, but the field holds ${gives}`;
  return [toExpressionFlaw({ message, at: expression.at, wrong: 'kind' }, path)];
}

/** A computed field may read others, but not lead back to itself. */
function checkCycle(draft: Draft, resource: DraftResource, field: Field, path: Path): Flaw[] {
  for (const { way, at } of findCycles(draft, resource, field))
    return [inside(at, flaw('D082', path, { value: field.name, way: way.join(' → ') }))];
  return [];
}

function* findCycles(
  draft: Draft,
  start: DraftResource,
  field: Field,
): Iterable<{ way: string[]; at: number }> {
  const named = (resource: Named, name: string) => `${resource.name}.${name}`;
  const goal = named(start, field.name);
  const seen = new Set<string>();
  for (const { at, ...first } of computedReads(draft, start, field)) {
    const way = find(first, [goal]);
    if (way) yield { way, at };
  }

  function find({ resource, field: inner }: ComputedRead, way: string[]): string[] | undefined {
    const here = named(resource, inner.name);
    if (here === goal) return [...way, here];
    if (seen.has(here)) return undefined;
    seen.add(here);
    for (const next of computedReads(draft, resource, inner)) {
      const cycle = find(next, [...way, here]);
      if (cycle) return cycle;
    }
    return undefined;
  }
}

type Named = Pick<DraftResource, 'name' | 'fields'>;
type ComputedRead = { resource: Named; field: Field };

/** The computed fields that another one reads. */
function computedReads(
  { resources }: Draft,
  resource: Named,
  field: Field,
): (ComputedRead & { at: number })[] {
  return (readsOf(resources, resource, field.computed ?? '') ?? []).flatMap((read) => {
    const inner = findField(read.resource, read.path);
    return inner?.computed === undefined
      ? []
      : [{ resource: read.resource, field: inner, at: read.at }];
  });
}

/** Limits what a statement computes when computed fields read others, each of which may read several more. */
const MOST_OPERATIONS = 1000;

function checkSize(draft: Draft, resource: DraftResource, field: Field, path: Path): Flaw[] {
  const size = (of: Named, one: Field, most: number): number => {
    let left = most - countOperations(parsedOnce(one.computed ?? ''));
    for (const inner of computedReads(draft, of, one)) {
      if (left < 0) return most - left;
      left -= size(inner.resource, inner.field, left);
    }
    return most - left;
  };
  const isTooLarge = size(resource, field, MOST_OPERATIONS) > MOST_OPERATIONS;
  return isTooLarge ? [flaw('D083', path, { value: field.name, max: MOST_OPERATIONS })] : [];
}

function countOperations(expression: Expression | undefined): number {
  const inner = expression ? partsOf(expression) : [];
  return inner.reduce((sum, each) => sum + countOperations(each), 1);
}

const codes = { form: 'D042', name: 'D043', kind: 'D044' } as const;

/** The problem of an expression, at its place in the text. */
export function toExpressionFlaw(
  { message, hint, at, wrong }: ExpressionProblem,
  path: Path,
): Flaw {
  return inside(at, flaw(codes[wrong], path, { reason: message }, hint));
}

function inside(at: number, of: Flaw): Flaw {
  return { ...of, inside: at };
}

/** The form of an action cannot contain computed fields, because its user enters the values. */
function checkForms({ name, declared }: DraftResource): Flaw[] {
  return asObjects(declared.actions).flatMap(({ form }, index) =>
    Object.entries(asObject(asObject(form).fields))
      .flatMap(([field, declaration]) =>
        (['computed', 'computedInCode'] as const)
          .filter((setting) => asObject(declaration)[setting])
          .map((setting) => [field, setting] as const),
      )
      .map(([field, setting]) => {
        const path = ['resources', name, 'actions', index, 'form', 'fields', field, setting];
        return contradiction(path, 'a form can only ask for values that people enter');
      }),
  );
}

function contradiction(path: Path, reason: string): Flaw {
  return keyFlaw('D007', path, { reason });
}
