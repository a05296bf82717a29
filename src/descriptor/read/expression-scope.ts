import { headOf } from '../../fields/text/head-of-path.ts';
import type { Field } from '../../fields/type/field.ts';
import type { Resolver } from '../expression/check-expression.ts';
import type { UnplacedProblem } from '../expression/expression.ts';
import type { ValueKind } from '../expression/rollups.ts';
import { resolvePath, kindOfValue } from '../expression/paths.ts';
import { MOST_REFERENCES, splitPath } from '../lookups.ts';
import { suggestHint } from '../suggest.ts';
import { findField, systemFieldTable } from '../system-fields.ts';
import { isBroken, type Draft, type DraftResource } from './draft.ts';

/** The fields and records that expressions of a resource can name. */
export function expressionScope(draft: Draft, resource: DraftResource): Resolver {
  return {
    kindOf: (path) => kindOf(draft, resource, path, MOST_REFERENCES),
    records: (path) => findRecords(draft, resource, path),
  };
}

type Found = { kind: ValueKind } | UnplacedProblem;

function kindOf(draft: Draft, resource: DraftResource, path: string, most: number): Found {
  const way = resolvePath(resource, path);
  if (!way) return notHere(resource, path);
  if ('own' in way) return kindOfField(resource, way.path, way.own);
  if (most === 0)
    return { message: `it follows more than ${MOST_REFERENCES} references, up to ${path}` };
  const target = draft.resources.get(way.to);
  // A missing target is reported at the reference itself.
  return target ? kindOf(draft, target, way.rest, most - 1) : { kind: 'nothing' };
}

function kindOfField(resource: DraftResource, path: string, field: Field): Found {
  // A field that cannot be computed has a problem of its own.
  if (field.computed !== undefined) return { kind: field.kind.computed?.gives ?? 'nothing' };
  const kind = kindOfValue(field);
  if (kind) return { kind };
  if (field.kind.parts) return { message: `${path} is an object; name one of its parts` };
  const relation = field.kind.relation?.(field.settings);
  return relation && !relation.many
    ? {
        message: `${path} is a reference; name a field of the record it refers to, such as ${path}._id`,
      }
    : { message: `${path} of ${resource.name} does not hold a single value` };
}

function notHere(resource: DraftResource, path: string): Found {
  const head = headOf(path);
  if (isBroken(resource, head)) return { kind: 'nothing' };
  const parts = [...resource.fields.values()].flatMap(({ name, kind, settings }) =>
    [...(kind.parts?.(settings).keys() ?? [])].map((part) => `${name}.${part}`),
  );
  const words = [...resource.fieldNames, ...parts, ...systemFieldTable.keys()];
  const message = `${path} is not a field of ${resource.name}`;
  return { message, hint: suggestHint(path, words) };
}

/** The records of `lines.order`, or `lines.order.customer`: their field, or the one it leads to, refers to this record. */
function findRecords(
  draft: Draft,
  resource: DraftResource,
  path: string,
): { scope: Resolver } | UnplacedProblem {
  const [name, field] = splitPath(path);
  const other = draft.resources.get(name);
  const target = other && targetBehind(draft, other, field, MOST_REFERENCES);
  if (other && (target === resource.name || target === 'broken'))
    return { scope: expressionScope(draft, other) };
  const referring = referringPaths(draft, resource);
  const isField = other?.fields.has(splitPath(field)[0]);
  const what = isField ? 'does not refer to' : 'is not a field that refers to';
  return {
    message: `${path} ${what} ${resource.name}`,
    hint: suggestHint(path, referring) ?? referringHint(referring),
  };
}

/** The resource that the last of these references refers to. */
function targetBehind(
  draft: Draft,
  resource: DraftResource,
  path: string,
  most: number,
): string | undefined {
  const [head, rest] = splitPath(path);
  if (isBroken(resource, head)) return 'broken';
  const field = findField(resource, head);
  const to = field?.kind.relation?.(field.settings).to;
  if (to === undefined || rest === '') return to;
  const target = draft.resources.get(to);
  return target && most > 1 ? targetBehind(draft, target, rest, most - 1) : undefined;
}

function referringPaths(draft: Draft, { name: to }: DraftResource): string[] {
  return [...draft.resources.values()].flatMap(({ name, fields }) =>
    [...fields.values()]
      .filter((field) => field.kind.relation?.(field.settings).to === to)
      .map((field) => `${name}.${field.name}`),
  );
}

function referringHint(referring: readonly string[]): string | undefined {
  return referring.length > 0
    ? `the fields that refer to it are ${referring.join(', ')}`
    : undefined;
}
