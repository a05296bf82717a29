import { requireItem, requireLast } from '../../../fields/require-entry.ts';
import { checkResourceName } from './screen-checks.ts';
import type { Field } from '../../../fields/type/field.ts';
import { newlyRetired } from '../../../fields/type/retired-values.ts';
import { problem } from '../../../fields/problems/problem.ts';
import { checkField, isMany } from '../../field-check.ts';
import type { Operation } from '../../descriptor.ts';
import { isObject } from '../../json-object.ts';
import { plainName } from '../../suggest.ts';
import { isDerivedDefault, parseToken, defaultOf } from '../../filter/tokens.ts';
import { asObject, asTexts, type Draft, type DraftResource } from '../draft.ts';
import { flaw, type Flaw } from '../grammar-problems.ts';
import { namedFields } from '../named-fields.ts';
import type { Path } from '../source-text.ts';

/** Checks of a field that need the whole field or its neighbours. */
export function checkFields(resource: DraftResource, draft: Draft): Flaw[] {
  return [
    ...checkAliases(resource),
    ...[...resource.fields.values()].flatMap((field) => {
      const path = ['resources', resource.name, 'fields', field.name];
      return [
        ...checkRelation(draft, field, path),
        ...checkSupport(field, path),
        ...checkFillable(draft, resource, field, path),
      ];
    }),
  ];
}

/** Reports an alias that two fields share, because a column of that name could mean either. */
function checkAliases(resource: DraftResource): Flaw[] {
  const namesByPlain = new Map(
    [...resource.fields.keys()].map((name): [string, string] => [plainName(name), name]),
  );
  return [...resource.fields.values()].flatMap(({ name, aliases = [] }) =>
    aliases.flatMap((alias, index) => {
      const other = namesByPlain.get(plainName(alias)) ?? name;
      namesByPlain.set(plainName(alias), name);
      if (other === name) return [];
      const path = ['resources', resource.name, 'fields', name, 'aliases', index];
      return [flaw('D007', path, { reason: `${other} is also called ${alias}` })];
    }),
  );
}

function checkRelation(draft: Draft, field: Field, path: Path): Flaw[] {
  const to = field.kind.relation?.(field.settings).to;
  return to === undefined ? [] : checkResourceName(draft, to, [...path, 'to']);
}

function checkDefault(field: Field, path: Path): Flaw[] {
  if (field.default === undefined || isDerivedDefault(field)) return [];
  const at = [...path, 'default'];
  if (parseToken(field, field.default) === 'malformed') {
    const reason = problem('V002', '', { expected: 'token' }).message;
    return [flaw('D016', at, { reason })];
  }
  // Some signed-in user and the current day stand in for any user and any day.
  const moment = { now: new Date(), userId: 'somebody', timeZone: 'UTC' };
  const checked = checkField(field, defaultOf(field, moment));
  if (!('problems' in checked))
    return newlyRetired(field, checked.value, undefined, field.name)
      .slice(0, 1)
      .map(({ params }) => flaw('D065', at, params));
  const first = requireItem(checked.problems, 0);
  return [flaw('D016', at, { reason: first.message }, first.hint)];
}

/** Reports settings that the type of a field does not support, or not with their value. */
export function checkSupport(field: Field, path: Path): Flaw[] {
  return [...checkUses(field, path), ...checkDefault(field, path)];
}

/** Reports `unique`, `search` and `index` where they are not supported. */
function checkUses(field: Field, path: Path): Flaw[] {
  const { sql } = field.kind.column(field.settings);
  const isText = sql === 'text' && !field.kind.relation;
  return [
    ...(field.unique && (isMany(field) || sql === 'jsonb')
      ? [flaw('D024', [...path, 'unique'], { setting: 'unique' })]
      : []),
    ...(field.search && !isText
      ? [flaw('D024', [...path, 'search'], { setting: 'searched' })]
      : []),
    ...(field.index && (sql === 'jsonb' || (field.computed !== undefined && !field.stored))
      ? [flaw('D024', [...path, 'index'], { setting: 'indexed' })]
      : []),
  ];
}

/** Reports a required field that nobody can fill in, because then nobody could create a record. */
function checkFillable(draft: Draft, resource: DraftResource, field: Field, path: Path): Flaw[] {
  if (!field.required || field.default !== undefined || field.numbering) return [];
  const at = [...path, 'required'];
  if (field.readOnly) return [flaw('D025', at, { reason: 'it is readOnly and has no default' })];
  if (field.kind.relation?.(field.settings).to === resource.name) {
    return [flaw('D025', at, { reason: 'the first record would have to refer to an earlier one' })];
  }
  const ring = findRing(draft, resource, field);
  if (ring) {
    const reason = `the first record of each of ${ring.join(', ')} would have to refer to an earlier one`;
    return [flaw('D025', at, { reason })];
  }
  const onForm = namedFields(resource).filter(({ by }) => by === 'form');
  if (onForm.length > 0 && !onForm.some(({ name }) => name === field.name)) {
    return [flaw('D025', at, { reason: 'it is not on any tab of the form' })];
  }
  return creators(resource)
    .filter((role) => !mayFill(field, role))
    .map((role) =>
      flaw('D025', at, {
        reason: `the role ${role} can create records but cannot write this field`,
      }),
    );
}

/** The resources in a ring of required references through this field. Only the first of them reports it. */
function findRing(
  draft: Draft,
  { name: first }: DraftResource,
  field: Field,
): string[] | undefined {
  const names = [...draft.resources.keys()];
  const ways: string[][] = needsOf(field).map((to) => [first, to]);
  const seen = new Set<string>();
  for (const way of ways) {
    const last = requireLast(way);
    for (const next of draft.resources.get(last)?.fields.values() ?? [])
      for (const to of needsOf(next)) {
        if (to === first)
          return way.every((name) => names.indexOf(name) >= names.indexOf(first)) ? way : undefined;
        if (seen.has(to)) continue;
        seen.add(to);
        // The loop also visits the entries added here.
        ways.push([...way, to]);
      }
  }
  return undefined;
}

/** The resource that must have a record before this field can be filled in. */
function needsOf({ required, default: preset, readOnly, kind, settings }: Field): string[] {
  const to = kind.relation?.(settings).to;
  return to !== undefined && required && preset === undefined && !readOnly ? [to] : [];
}

function creators({ declared }: DraftResource): string[] {
  const permissions = isObject(declared.permissions) ? declared.permissions : {};
  return Object.keys(permissions).filter((role) => isGranted(permissions[role], 'create'));
}

/** Whether the declared permissions of a role contain an operation, for all records or for some. */
export function isGranted(rights: unknown, operation: Operation): boolean {
  if (isObject(rights)) return (rights[operation] ?? false) !== false;
  return asTexts(rights).includes(operation);
}

/** Whether a role that may write records may write this field too. */
export function mayFill({ read, write }: Field, role: string): boolean {
  return (!read || read.includes(role)) && (!write || write.includes(role));
}

/** Whether a role sees any records of a resource, with this field. */
export function mayRead({ declared, fields }: DraftResource, name: string, role: string): boolean {
  const rights = asObject(declared.permissions)[role];
  const isOpen = fields.get(name)?.read?.includes(role) ?? true;
  return isOpen && hasAny(rights, ['list', 'read', 'export']);
}

/** Whether these rights have any of some operations. */
export function hasAny(rights: unknown, operations: readonly Operation[]): boolean {
  return operations.some((operation) => isGranted(rights, operation));
}
