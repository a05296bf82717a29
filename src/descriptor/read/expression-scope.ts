import type { Field } from '../../fields/field.ts';
import type { Resolver } from '../expression/check-expression.ts';
import type { UnplacedProblem, ValueKind } from '../expression/expression.ts';
import { resolvePath, kindOfValue } from '../expression/paths.ts';
import { suggestHint } from '../suggest.ts';
import { systemFieldTable } from '../system-fields.ts';
import { isBroken, type Draft, type DraftResource } from './draft.ts';

/** The fields and counts that expressions of a resource can name. */
export function expressionScope(draft: Draft, resource: DraftResource): Resolver {
  return {
    kindOf: (path) => kindOf(draft, resource, path),
    counts: (path) => counts(draft, resource, path),
  };
}

type Found = { kind: ValueKind } | UnplacedProblem;

function kindOf(draft: Draft, resource: DraftResource, path: string): Found {
  const way = resolvePath(resource, path);
  if (!way) return notHere(resource, path);
  if ('own' in way) return kindOfField(resource, way.path, way.own);
  const target = draft.resources.get(way.to);
  // A missing target is reported at the reference itself.
  if (!target) return { kind: 'nothing' };
  const there = resolvePath(target, way.rest);
  if (!there) return notHere(target, way.rest);
  return 'own' in there
    ? kindOfField(target, there.path, there.own)
    : { message: `${path} follows more than one reference` };
}

function kindOfField(resource: DraftResource, path: string, field: Field): Found {
  if (field.computed !== undefined)
    return { message: `${path} of ${resource.name} is itself computed` };
  const kind = kindOfValue(field);
  if (kind) return { kind };
  if (field.kind.parts) return { message: `${path} is an object; name one of its parts` };
  const relation = field.kind.relation?.(field.settings);
  return relation && !relation.many
    ? {
        message: `${path} is a reference; name a field of the record it refers to, such as ${path}._id`,
      }
    : { message: `${path} does not hold a single value` };
}

function notHere(resource: DraftResource, path: string): Found {
  const [head = ''] = path.split('.', 1);
  if (isBroken(resource, head)) return { kind: 'nothing' };
  const parts = [...resource.fields.values()].flatMap(({ name, kind, settings }) =>
    [...(kind.parts?.(settings).keys() ?? [])].map((part) => `${name}.${part}`),
  );
  const words = [...resource.fieldNames, ...parts, ...systemFieldTable.keys()];
  const message = `${path} is not a field of ${resource.name}`;
  return { message, hint: suggestHint(path, words) };
}

function counts(draft: Draft, resource: DraftResource, path: string): UnplacedProblem | undefined {
  const [name = '', fieldName = ''] = path.split('.');
  const other = draft.resources.get(name);
  const referring = [...draft.resources.values()].flatMap((each) =>
    [...each.fields.values()]
      .filter((field) => field.kind.relation?.(field.settings).to === resource.name)
      .map((field) => `${each.name}.${field.name}`),
  );
  if (referring.includes(path)) return undefined;
  if (other && isBroken(other, fieldName)) return undefined;
  const what = other?.fields.has(fieldName) ? 'does not refer to' : 'is not a field that refers to';
  return {
    message: `${path} ${what} ${resource.name}`,
    hint: suggestHint(path, referring) ?? referringHint(referring),
  };
}

function referringHint(referring: readonly string[]): string | undefined {
  return referring.length > 0
    ? `the fields that refer to it are ${referring.join(', ')}`
    : undefined;
}
