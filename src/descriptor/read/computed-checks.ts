import type { Field } from '../../fields/field.ts';
import { checkExpression, fitsKind } from '../expression/check-expression.ts';
import type { Expression, ExpressionProblem } from '../expression/expression.ts';
import { parseExpression } from '../expression/parse-expression.ts';
import type { JsonObject } from '../json-object.ts';
import { expressionScope } from './expression-scope.ts';
import { type Draft, type DraftResource, asObject, asObjects } from './draft.ts';
import { flaw, type Flaw } from './grammar-problems.ts';
import type { Path } from './source-text.ts';

/** Checks computed fields: the expression is valid, names existing fields and returns what the field holds. */
export function checkComputed(resource: DraftResource, draft: Draft): Flaw[] {
  const declarations = asObject(resource.declared.fields);
  return [
    ...[...resource.fields.values()].flatMap((field) => {
      const path = ['resources', resource.name, 'fields', field.name];
      const declared = asObject(declarations[field.name]);
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

/** Settings that only apply to values that users enter. */
const written = ['required', 'unique', 'default', 'write', 'when'];

function checkSettings(field: Field, declared: JsonObject, path: Path): Flaw[] {
  const { computed } = field.kind;
  if (!computed) return [flaw('D024', [...path, 'computed'], { setting: 'computed' })];
  return [...written, ...computed.without]
    .filter((name) => declared[name] !== undefined && declared[name] !== false)
    .map((name) =>
      contradiction(
        [...path, name],
        'it applies to values that people enter, and nobody can enter a value in this field',
      ),
    );
}

function checkText(draft: Draft, resource: DraftResource, field: Field, path: Path): Flaw[] {
  const parsed = parseExpression(field.computed!);
  if ('problem' in parsed) return [toFound(parsed.problem, path)];
  const { expression } = parsed;
  const checked = checkExpression(expression, expressionScope(draft, resource));
  if ('problems' in checked) return checked.problems.map((each) => toFound(each, path));
  const { gives } = field.kind.computed!;
  if (!fitsKind(checked.kind, gives) || checked.kind === 'nothing') {
    const message = `the expression returns ${checked.kind}, but the field holds ${gives}`;
    return [toFound({ message, at: expression.at, wrong: 'kind' }, path)];
  }
  return field.stored ? checkKept(resource, expression, path) : [];
}

/** PostgreSQL can only store values computed from the same row. Others change without a write to the record. */
function checkKept(resource: DraftResource, expression: Expression, path: Path): Flaw[] {
  if (expression.kind === 'literal') return [];
  const { at } = expression;
  if (expression.kind === 'call') {
    return expression.name === 'count'
      ? [inside('D045', path, { reason: 'it counts other records' }, at)]
      : expression.args.flatMap((arg) => checkKept(resource, arg, path));
  }
  const [head = ''] = expression.path.split('.', 1);
  const isReference = resource.fields.get(head)?.kind.relation !== undefined;
  const reason = `it reads what ${head} refers to`;
  return isReference ? [inside('D045', path, { reason }, at)] : [];
}

const codes = { form: 'D042', name: 'D043', kind: 'D044' } as const;

function toFound({ message, hint, at, wrong }: ExpressionProblem, path: Path): Flaw {
  return inside(codes[wrong], path, { reason: message }, at, hint);
}

function inside(
  code: Parameters<typeof flaw>[0],
  path: Path,
  params: Parameters<typeof flaw>[2],
  at: number,
  hint?: string,
): Flaw {
  return { ...flaw(code, path, params, hint), inside: at };
}

/** The form of an action cannot contain computed fields, because its user enters the values. */
function checkForms({ name, declared }: DraftResource): Flaw[] {
  return asObjects(declared.actions).flatMap(({ form }, index) =>
    Object.entries(asObject(asObject(form).fields))
      .filter(([, field]) => asObject(field).computed !== undefined)
      .map(([field]) => {
        const path = ['resources', name, 'actions', index, 'form', 'fields', field, 'computed'];
        return contradiction(path, 'a form can only ask for values that people enter');
      }),
  );
}

function contradiction(path: Path, reason: string): Flaw {
  return flaw('D007', path, { reason }, undefined, 'key');
}
