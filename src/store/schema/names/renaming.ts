import { requireItem } from '../../../fields/require-entry.ts';
import { systemFields, type Descriptor, type Resource } from '../../../descriptor/descriptor.ts';
import { EXPRESSION } from '../../../descriptor/filter/expression-term.ts';
import { isObject, type JsonObject } from '../../../descriptor/json-object.ts';
import { splitPath } from '../../../descriptor/lookups.ts';
import { readReferring } from '../../../descriptor/relations.ts';
import { findField } from '../../../descriptor/system-fields.ts';
import { isOperator } from '../../../fields/type/operators.ts';
import { renameExpression } from './rename-expression.ts';

type Move<Name = string> = { from: Name; to: Name };

/** The collections, fields and choices that get other names. It is stored with a plan, so that it can be undone. */
export type NameChange = readonly {
  resource: Move;
  fields: readonly (Move & { choices: readonly Move<string | number>[] })[];
}[];

/** The change that leads back. */
export function inverseOf(change: NameChange): NameChange {
  const back = <Name>({ from, to }: Move<Name>): Move<Name> => ({ from: to, to: from });
  return change.map(({ resource, fields }) => ({
    resource: back(resource),
    fields: fields.map((field) => ({ ...back(field), choices: field.choices.map(back) })),
  }));
}

/** A field by its name before the change. */
type NamedField = {
  to: string;
  /** The collection that it refers to, by its name before the change. */
  target: string | undefined;
  choices: ReadonlyMap<unknown, unknown>;
};

type NamedResource = { to: string; fields: ReadonlyMap<string, NamedField> };

/** Turns what names collections, fields and choices into the same with their new names. Unknown names stay. */
export type Renaming = {
  change: NameChange;
  resource(name: string): string;
  /** The new name of a path such as `year`, `source.year`, `count(lines.order)` or `lines.amount`. */
  path(resource: string, path: string): string;
  /** A condition with the paths, operators, operands and choices that it has. */
  where(resource: string, where: unknown): unknown;
  /** A choice of the field at a path. */
  choice(resource: string, path: string, value: unknown): unknown;
};

/** `side` says whether the descriptor has the names before the change or those after it. */
export function createRenaming(
  descriptor: Descriptor,
  change: NameChange,
  side: 'from' | 'to',
): Renaming {
  const names = readNames(descriptor, change, side);
  const resource = (name: string): string => names.get(name)?.to ?? name;
  const path = (of: string, written: string): string =>
    findPath(names, of, written)?.path ?? written;
  const choice = (of: string, written: string, value: unknown): unknown => {
    const choices = findPath(names, of, written)?.field?.choices;
    const rename = (one: unknown): unknown => choices?.get(one) ?? one;
    return Array.isArray(value) ? value.map(rename) : rename(value);
  };
  const where = (of: string, given: unknown): unknown => {
    if (Array.isArray(given)) return given.map((each) => where(of, each));
    if (!isObject(given)) return given;
    return Object.fromEntries(
      Object.entries(given).map(([key, value]) => {
        if (['and', 'or', 'not'].includes(key)) return [key, where(of, value)];
        if (key === EXPRESSION)
          return [key, renameExpression({ resource, path, choice }, of, value)];
        const { path: at, operator } = splitKey(names, of, key);
        return [path(of, at) + operator, operand(of, at, value)];
      }),
    );
  };
  const operand = (of: string, at: string, value: unknown): unknown =>
    isObject(value) && typeof value['$field'] === 'string'
      ? { ...value, $field: path(of, value['$field']) }
      : choice(of, at, value);
  return { change, resource, path, where, choice };
}

function readNames(
  { resources }: Descriptor,
  change: NameChange,
  side: 'from' | 'to',
): ReadonlyMap<string, NamedResource> {
  const changeOf = (name: string) => change.find(({ resource }) => resource[side] === name);
  const before = (name: string): string => changeOf(name)?.resource.from ?? name;
  const toNamed = (resource: Resource, name: string): [string, NamedField] => {
    const field = findField(resource, name);
    const moved = changeOf(resource.name)?.fields.find((one) => one[side] === name);
    const target = field?.kind.relation?.(field.settings).to;
    const choices = new Map<unknown, unknown>(
      (moved?.choices ?? []).map(({ from, to }) => [from, to]),
    );
    return [
      moved?.from ?? name,
      { to: moved?.to ?? name, target: target && before(target), choices },
    ];
  };
  return new Map(
    [...resources.values()].map((resource) => [
      before(resource.name),
      {
        to: changeOf(resource.name)?.resource.to ?? resource.name,
        fields: new Map(
          [...resource.fields.keys(), ...systemFields].map((name) => toNamed(resource, name)),
        ),
      },
    ]),
  );
}

type FoundPath = { path: string; field?: NamedField };

function findPath(
  names: ReadonlyMap<string, NamedResource>,
  of: string,
  written: string,
): FoundPath | undefined {
  const fields = names.get(of)?.fields;
  const own = fields?.get(written);
  if (own) return { path: own.to, field: own };
  const counted = /^count\((.*)\)$/.exec(written)?.[1];
  if (counted !== undefined)
    return referring(names, counted, (path) => ({ path: `count(${path})` }));
  const back = readReferring(written);
  if (back) {
    const inside = findPath(names, requireItem(back.path.split('.'), 0), back.rest);
    return referring(names, back.path, (path) => ({
      ...inside,
      path: `some(${path}).${inside?.path ?? back.rest}`,
    }));
  }
  return findPathBehind(names, fields, written);
}

/** A path through a reference, into an object or into a child list. */
function findPathBehind(
  names: ReadonlyMap<string, NamedResource>,
  fields: NamedResource['fields'] | undefined,
  written: string,
): FoundPath | undefined {
  const [head, rest] = splitPath(written);
  // A child list in a file has the name of its collection.
  const own = fields?.get(head) ?? names.get(head);
  if (rest === '' || !own) return undefined;
  const target = 'fields' in own ? head : own.target;
  const inside = target === undefined ? undefined : findPath(names, target, rest);
  return { ...inside, path: `${own.to}.${inside?.path ?? rest}` };
}

/** The path of a field of another collection, `extractions.source`. */
function referring(
  names: ReadonlyMap<string, NamedResource>,
  path: string,
  toFound: (path: string) => FoundPath,
): FoundPath | undefined {
  const [resource = '', field = ''] = path.split('.');
  const other = names.get(resource);
  return other && toFound(`${other.to}.${other.fields.get(field)?.to ?? field}`);
}

/** Splits a key of a filter; a field whose own name ends like an operator comes first. */
function splitKey(
  names: ReadonlyMap<string, NamedResource>,
  of: string,
  key: string,
): { path: string; operator: string } {
  const cut = key.lastIndexOf('_');
  const path = key.slice(0, cut);
  const isWhole =
    cut <= 0 || !isOperator(key.slice(cut + 1)) || findPath(names, of, key)?.field !== undefined;
  return isWhole ? { path: key, operator: '' } : { path, operator: key.slice(cut) };
}

/** Renames the keys of an object. */
export function renameKeys(object: JsonObject, rename: (key: string) => string): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [rename(key), value]));
}
