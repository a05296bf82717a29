import { headOf } from '../../fields/text/head-of-path.ts';
import type { Field } from '../../fields/type/field.ts';
import { isDerived } from '../../fields/type/is-derived.ts';
import type { Resource } from '../descriptor.ts';
import { MOST_REFERENCES, splitPath } from '../lookups.ts';
import { suggestHint } from '../suggest.ts';
import { findField, systemFieldTable } from '../system-fields.ts';
import { isBefore, nowPath } from './before.ts';
import type { Resolver } from './check-expression.ts';
import type { UnplacedProblem } from './expression.ts';
import { kindOfValue, resolvePath } from './paths.ts';
import type { ValueKind } from './rollups.ts';

/** A resource, and where its declaration is checked also the names of fields with problems of their own. */
type Named = Pick<Resource, 'name' | 'fields'> & { fieldNames?: readonly string[] };

export type Reach<Of extends Named = Named> = {
  resources: ReadonlyMap<string, Of>;
  /** The fields that the reader may see; absent: all. */
  sees?(resource: Of, field: string): boolean;
  /** Whether there is a value before a change. */
  hasBefore?: boolean | undefined;
  /** Whether the values of the moment, such as `$today`, are known. */
  hasMoment?: boolean | undefined;
};

/** The fields and records that expressions of a resource can name. */
export function expressionScope<Of extends Named>(reach: Reach<Of>, resource: Of): Resolver {
  return {
    hasMoment: reach.hasMoment === true,
    kindOf: (path) =>
      isBefore(path)
        ? kindBefore(reach, resource, nowPath(path))
        : kindOf(reach, resource, path, MOST_REFERENCES),
    records: (path) => findRecords(reach, resource, path),
  };
}

type Found = { kind: ValueKind } | UnplacedProblem;

/** Why a condition cannot use a value before a change here. */
export const BEFORE_ONLY =
  '$before has the values before a change, so only checks[].check can use it';

function kindBefore<Of extends Named>(reach: Reach<Of>, resource: Of, path: string): Found {
  if (!reach.hasBefore) return { message: BEFORE_ONLY };
  const field = findField(resource, path);
  if (!field || !isDerived(field)) return kindOf(reach, resource, path, 0);
  return { message: `${path} is computed, and $before has only values that people enter` };
}

function kindOf<Of extends Named>(
  reach: Reach<Of>,
  resource: Of,
  path: string,
  most: number,
): Found {
  const way = resolvePath(resource, path);
  if (!way || !sees(reach, resource, path)) return notHere(reach, resource, path);
  if ('own' in way) return kindOfField(resource, way.path, way.own);
  if (most === 0)
    return { message: `it follows more than ${MOST_REFERENCES} references, up to ${path}` };
  const target = reach.resources.get(way.to);
  // A missing target is reported at the reference itself.
  return target ? kindOf(reach, target, way.rest, most - 1) : { kind: 'nothing' };
}

function sees<Of extends Named>(reach: Reach<Of>, resource: Of, path: string): boolean {
  if (!reach.sees) return true;
  return reach.sees(resource, findField(resource, path) ? path : headOf(path));
}

function kindOfField(resource: Named, path: string, field: Field): Found {
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

function notHere<Of extends Named>(reach: Reach<Of>, resource: Of, path: string): Found {
  const head = headOf(path);
  if (isBroken(resource, head)) return { kind: 'nothing' };
  const parts = [...resource.fields.values()].flatMap(({ name, kind, settings }) =>
    [...(kind.parts?.(settings).keys() ?? [])].map((part) => `${name}.${part}`),
  );
  const own = [...(resource.fieldNames ?? resource.fields.keys()), ...parts];
  const words = [...own, ...systemFieldTable.keys()].filter((name) => sees(reach, resource, name));
  const message = `${path} is not a field of ${resource.name}`;
  return { message, hint: suggestHint(path, words) };
}

/** The records of `lines.order`, or `lines.order.customer`: their field, or the one it leads to, refers to this record. */
function findRecords<Of extends Named>(
  reach: Reach<Of>,
  resource: Of,
  path: string,
): { scope: Resolver } | UnplacedProblem {
  const [name, field] = splitPath(path);
  const other = reach.resources.get(name);
  const target = other && targetBehind(reach, other, field, MOST_REFERENCES);
  if (other && (target === resource.name || target === 'broken'))
    return { scope: expressionScope({ ...reach, hasBefore: false }, other) };
  const referring = referringPaths(reach, resource);
  const [head] = splitPath(field);
  const isField = other?.fields.has(head) && sees(reach, other, head);
  const what = isField ? 'does not refer to' : 'is not a field that refers to';
  return {
    message: `${path} ${what} ${resource.name}`,
    hint: suggestHint(path, referring) ?? referringHint(referring),
  };
}

/** The resource that the last of these references refers to. */
function targetBehind<Of extends Named>(
  reach: Reach<Of>,
  resource: Of,
  path: string,
  most: number,
): string | undefined {
  const [head, rest] = splitPath(path);
  if (isBroken(resource, head)) return 'broken';
  const field = findField(resource, head);
  const to = field?.kind.relation?.(field.settings).to;
  if (to === undefined || !sees(reach, resource, head)) return undefined;
  if (rest === '') return to;
  const target = reach.resources.get(to);
  return target && most > 1 ? targetBehind(reach, target, rest, most - 1) : undefined;
}

function referringPaths<Of extends Named>(reach: Reach<Of>, { name: to }: Of): string[] {
  return [...reach.resources.values()].flatMap((other) =>
    [...other.fields.values()]
      .filter((field) => field.kind.relation?.(field.settings).to === to)
      .filter((field) => sees(reach, other, field.name))
      .map((field) => `${other.name}.${field.name}`),
  );
}

function referringHint(referring: readonly string[]): string | undefined {
  return referring.length > 0
    ? `the fields that refer to it are ${referring.join(', ')}`
    : undefined;
}

function isBroken({ fieldNames, fields }: Named, name: string): boolean {
  return fieldNames?.includes(name) === true && !fields.has(name);
}
