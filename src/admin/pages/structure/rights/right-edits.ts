import { insertAt, removeAt, setAt } from '../../../../descriptor/edits/edit.ts';
import type { DescriptorFiles, Edited } from '../../../../descriptor/edits/open-files.ts';
import { operations, type Operation } from '../../../../descriptor/descriptor.ts';
import { isObject, type JsonObject } from '../../../../descriptor/json-object.ts';
import { limiting } from '../../../../descriptor/permissions/explain-access.ts';
import { asObject, asTexts } from '../../../../descriptor/read/draft.ts';
import { valueAt } from '../../../../descriptor/read/schema-at.ts';
import type { Path } from '../../../../descriptor/read/source-text.ts';
import { defaultRoles } from '../../../../descriptor/settings/descriptor-settings.ts';
import type { FieldRow } from '../collection/field-rows.ts';

export type Edit = (files: DescriptorFiles) => Edited;

const nothing: Edit = (files) => ({ files });

/** Makes one edit after the other, or none if one is refused. */
export function inTurn(edits: readonly Edit[]): Edit {
  return (before) =>
    edits.reduce<Edited>((edited, edit) => ('files' in edited ? edit(edited.files) : edited), {
      files: before,
    });
}

/** The operation of a role, and where the permissions are declared that grant it. */
export type Right = { path: Path; role: string; operation: Operation };

/** Where the permissions of a collection are declared: in itself, or in the set that it shares with others. */
export function permissionsPath(declared: JsonObject, collection: string): Path {
  const own: Path = ['resources', collection, 'permissions'];
  const set = valueAt(declared, own);
  return typeof set === 'string' ? ['permissionSets', set] : own;
}

/** The collections with the permissions of a set. */
export function usersOfRights(declared: JsonObject, set: string): string[] {
  return Object.entries(asObject(declared['resources']))
    .filter(([, resource]) => asObject(resource)['permissions'] === set)
    .map(([name]) => name);
}

/** `true` for all records, `false` for none, or the condition that they meet. */
export function rightAt(declared: JsonObject, { path, role, operation }: Right): unknown {
  const own = valueAt(declared, [...path, role]);
  return rightIn(own, operation);
}

function rightIn(own: unknown, operation: Operation): unknown {
  const named = Array.isArray(own)
    ? own.includes(operation) || undefined
    : asObject(own)[operation];
  if (named !== undefined) return named;
  return operation === 'comment' && rightIn(own, 'read') !== false;
}

/** Whether a right is limited to the records that meet a condition. */
export function isCondition(right: unknown): boolean {
  return isObject(right) || typeof right === 'string';
}

/** The conditions of a role that an edit ends, and the operations that it may then use for more records. */
type Loss = { role: string; lost: Operation[]; opened: Operation[] };

export function lossesOf(before: JsonObject, after: JsonObject, collection: string): Loss[] {
  const was = asObject(valueAt(before, permissionsPath(before, collection)));
  const is = asObject(valueAt(after, permissionsPath(after, collection)));
  return Object.keys(was)
    .map((role): Loss => {
      const limits = (own: unknown, by: readonly Operation[]): string[] =>
        by.map((one) => rightIn(own, one)).flatMap((one) => (isCondition(one) ? [json(one)] : []));
      const [old, now] = [was[role], is[role]];
      const kept = limits(now, operations);
      return {
        role,
        lost: operations.filter((one) => limits(old, [one]).some((each) => !kept.includes(each))),
        opened: operations.filter((one) => {
          const isGranted = rightIn(old, one) !== false && rightIn(now, one) !== false;
          const left = limits(now, limiting[one]);
          return isGranted && limits(old, limiting[one]).some((each) => !left.includes(each));
        }),
      };
    })
    .filter(({ lost, opened }) => lost.length > 0 || opened.length > 0);
}

function json(value: unknown): string {
  return JSON.stringify(value);
}

/** Both limit what a role sees, so that either can carry the condition of the other. */
const partner: Partial<Record<Operation, Operation>> = { list: 'read', read: 'list' };

/** Grants an operation, limits it to the records that meet a condition, or takes it back. */
export function setRight(declared: JsonObject, right: Right, value: unknown): Edit {
  const { path, role, operation } = right;
  const own = valueAt(declared, [...path, role]);
  const isList = Array.isArray(own) || own === undefined;
  if (value === false) return withoutRight(own, right);
  if (value !== true || !isList) return (files) => setAt(files, [...path, role, operation], value);
  if (own === undefined) return (files) => setAt(files, [...path, role], [operation]);
  const granted = asTexts(own);
  if (granted.includes(operation)) return nothing;
  const rank = (name: string): number => operations.findIndex((one) => one === name);
  const key = granted.filter((name) => rank(name) < rank(operation)).length;
  return (files) => insertAt(files, [...path, role], { key, value: operation });
}

/** A role that may do nothing has no entry. Who may read may comment, unless the role says no. */
function withoutRight(own: unknown, { path, role, operation }: Right): Edit {
  if (operation === 'comment') {
    if (rightIn(own, operation) === false) return nothing;
    const named = Array.isArray(own)
      ? Object.fromEntries(asTexts(own).map((name) => [name, true]))
      : asObject(own);
    return (files) => setAt(files, [...path, role], { ...named, comment: false });
  }
  const members = Array.isArray(own) ? asTexts(own) : Object.keys(asObject(own));
  if (!members.includes(operation)) return nothing;
  if (members.length === 1) return (files) => removeAt(files, [...path, role]);
  const member = Array.isArray(own) ? members.indexOf(operation) : operation;
  const remove: Edit = (files) => removeAt(files, [...path, role, member]);
  const other = partner[operation];
  const condition = rightIn(own, operation);
  if (!other || !isCondition(condition) || rightIn(own, other) !== true) return remove;
  return inTurn([(files) => setAt(files, [...path, role, other], condition), remove]);
}

/** Gives a role these operations, and no others. Those that it has keep their conditions. */
export function setRights(
  declared: JsonObject,
  { path, role }: Omit<Right, 'operation'>,
  granted: readonly Operation[],
): Edit {
  const at = [...path, role];
  const own = valueAt(declared, at);
  if (granted.length === 0) return own === undefined ? nothing : (files) => removeAt(files, at);
  if (!isObject(own)) return (files) => setAt(files, at, granted);
  const others = operations.filter(
    (one) => one in own && one !== 'comment' && !granted.includes(one),
  );
  return inTurn([
    ...granted
      .filter((one) => rightIn(own, one) === false)
      .map(
        (one): Edit =>
          (files) =>
            setAt(files, [...at, one], true),
      ),
    ...others.map(
      (one): Edit =>
        (files) =>
          removeAt(files, [...at, one]),
    ),
  ]);
}

/** Gives a collection permissions of its own, as they are, or those of a set. */
export function setRightsFrom(
  declared: JsonObject,
  collection: string,
  set: string | undefined,
): Edit {
  const at: Path = ['resources', collection, 'permissions'];
  const rights = valueAt(declared, permissionsPath(declared, collection));
  return (files) => setAt(files, at, set ?? rights ?? {});
}

/** The roles that a descriptor declares, as it is written. */
export function rolesOf(declared: JsonObject): Readonly<Record<string, unknown>> {
  return asObject(declared['roles'] ?? defaultRoles);
}

/** The names of the roles that may do everything, or of all others. */
export function rolesWith(declared: JsonObject, { all }: { all: boolean }): string[] {
  return Object.entries(rolesOf(declared))
    .filter(([, role]) => (asObject(role)['all'] === true) === all)
    .map(([name]) => name);
}

/** Whether a role reads or writes a field. */
export type FieldRight = { row: FieldRow; setting: 'read' | 'write'; role: string };

/** The roles that a field names; undefined where it limits nobody. */
export function fieldRightAt({ row, setting }: Omit<FieldRight, 'role'>): string[] | undefined {
  const roles = row.field[setting];
  return Array.isArray(roles) ? asTexts(roles) : undefined;
}

/** Adds a role to those that a field names, or leaves it out. `undefined`: the field no longer limits anybody. */
export function setFieldRight(
  declared: JsonObject,
  right: FieldRight,
  isGiven: boolean | undefined,
): Edit {
  const { row, setting, role } = right;
  const path = [...row.path, setting];
  const roles = fieldRightAt(right);
  if (isGiven === undefined) return roles ? (files) => removeAt(files, path) : nothing;
  const named = roles ?? rolesWith(declared, { all: false });
  if (named.includes(role) === isGiven || (!roles && isGiven)) return nothing;
  if (isGiven) return (files) => insertAt(files, path, { key: named.length, value: role });
  const left = named.filter((one) => one !== role);
  if (roles && left.length > 0) return (files) => removeAt(files, [...path, roles.indexOf(role)]);
  // The list cannot be empty, and without it everybody could read the field. Roles that may do everything can anyway.
  const mighty = rolesWith(declared, { all: true }).slice(0, 1);
  return (files) => setAt(files, path, left.length > 0 ? left : mighty);
}
