import { requireItem } from '../../fields/require-entry.ts';
import type { RenamedChoice } from '../../fields/type/field-type.ts';
import { isOperator } from '../../fields/type/operators.ts';
import type { Descriptor } from '../descriptor.ts';
import { isBefore, nowPath } from '../expression/before.ts';
import { EXPRESSION } from '../filter/expression-term.ts';
import { splitCounted } from '../filter/relation-filter.ts';
import { isObject, type JsonObject } from '../json-object.ts';
import { splitPath } from '../lookups.ts';
import { readReferring } from '../relations.ts';
import { systemFieldTable } from '../system-fields.ts';
import { ofPart, renameChoices } from './renamed-choices.ts';
import { renameExpression, type Names, type Scope } from './rename-expression.ts';

type Move = { from: string; to: string };

/** The collections, fields and choices that get other names. It is stored with a plan, so that it can be undone. */
export type NameChange = readonly {
  resource: Move;
  fields: readonly (Move & { choices: readonly RenamedChoice[] })[];
}[];

/** The change that leads back. */
export function inverseOf(change: NameChange): NameChange {
  const back = <One extends Move | RenamedChoice>(one: One): One => ({
    ...one,
    from: one.to,
    to: one.from,
  });
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
  choices: readonly RenamedChoice[];
};

type NamedResource = { to: string; fields: ReadonlyMap<string, NamedField> };

/** Turns what names collections, fields and choices into the same with their new names. Unknown names stay. */
export type Renaming = Names & {
  change: NameChange;
  /** The new name of a path such as `year`, `source.year`, `count(lines.order)` or `lines.amount`. */
  path(resource: string, path: string): string;
  /** A condition with the paths, operators, operands and choices that it has; `owner` as for an expression. */
  where(resource: string, where: unknown, owner?: string): unknown;
  /** The same of one that may also be an expression. */
  condition(resource: string, condition: unknown, owner?: string): unknown;
};

/** The fields of each collection, and the collection that a field refers to. */
export type Links = ReadonlyMap<string, ReadonlyMap<string, string | undefined>>;

export function linksOf({ resources }: Pick<Descriptor, 'resources'>): Links {
  return new Map(
    [...resources].map(([name, { fields }]) => [
      name,
      new Map(
        [...fields.values()].map((field) => [field.name, field.kind.relation?.(field.settings).to]),
      ),
    ]),
  );
}

/** `side` says whether the collections have the names before the change or those after it. */
export function createRenaming(links: Links, change: NameChange, side: 'from' | 'to'): Renaming {
  const known = readNames(links, change, side);
  const names: Names = {
    resource: (name) => known.get(name)?.to ?? name,
    path: (of, written) => findPath(known, of, written)?.path ?? written,
    choice(of, written, value) {
      return renameChoices(findPath(known, of, written)?.field?.choices ?? [], value);
    },
  };
  const inWhere = (scope: Scope, given: unknown): unknown => {
    if (Array.isArray(given)) return given.map((each) => inWhere(scope, each));
    if (!isObject(given)) return given;
    return Object.fromEntries(
      Object.entries(given).map(([key, value]) => {
        if (['and', 'or', 'not'].includes(key)) return [key, inWhere(scope, value)];
        if (key === EXPRESSION) return [key, renameExpression(names, scope, value)];
        const { path: at, operator } = splitKey(known, scope.of, key);
        return [toKey(names, scope, at) + operator, operand(names, scope, at, value)];
      }),
    );
  };
  const where = (of: string, given: unknown, owner?: string) => inWhere({ of, owner }, given);
  const condition = (of: string, given: unknown, owner?: string) =>
    typeof given === 'string'
      ? renameExpression(names, { of, owner }, given)
      : where(of, given, owner);
  return { ...names, change, where, condition };
}

/** The path of a key; a count may have a condition of its own. */
function toKey(names: Names, { of, owner }: Scope, path: string): string {
  const counted = /^count\((.*)\)$/s.exec(path)?.[1] ?? '';
  const { path: by, condition } = splitCounted(counted);
  if (condition === undefined) return names.path(of, path);
  const renamed = renameExpression(names, { of: splitPath(by)[0], owner }, condition);
  const start = counted.slice(by.length, counted.length - condition.length);
  return `count(${names.path(of, `count(${by})`).slice(6, -1)}${start}${String(renamed)})`;
}

function operand(names: Names, { of, owner }: Scope, at: string, value: unknown): unknown {
  return isObject(value) && typeof value['$field'] === 'string'
    ? { ...value, $field: names.path(owner ?? of, value['$field']) }
    : names.choice(of, at, value);
}

function readNames(
  links: Links,
  change: NameChange,
  side: 'from' | 'to',
): ReadonlyMap<string, NamedResource> {
  const changeOf = (name: string) => change.find(({ resource }) => resource[side] === name);
  const before = (name: string): string => changeOf(name)?.resource.from ?? name;
  const toNamed = (
    resource: string,
    name: string,
    target: string | undefined,
  ): [string, NamedField] => {
    const moved = changeOf(resource)?.fields.find((one) => one[side] === name);
    const { from, to, choices } = moved ?? { from: name, to: name, choices: [] };
    return [from, { to, target: target && before(target), choices }];
  };
  return new Map(
    [...links].map(([resource, fields]) => [
      before(resource),
      {
        to: changeOf(resource)?.resource.to ?? resource,
        fields: new Map(
          [...fields, ...systemLinks].map(([name, target]) => toNamed(resource, name, target)),
        ),
      },
    ]),
  );
}

const systemLinks = [...systemFieldTable.values()].map(
  ({ name, kind, settings }) => [name, kind.relation?.(settings).to] as const,
);

type FoundPath = { path: string; field?: NamedField };

function findPath(
  names: ReadonlyMap<string, NamedResource>,
  of: string,
  written: string,
): FoundPath | undefined {
  const fields = names.get(of)?.fields;
  const own = fields?.get(written);
  if (own) return { path: own.to, field: own };
  if (isBefore(written)) return findBefore(names, of, written);
  const counted = /^count\(([\w.]+)\)$/.exec(written)?.[1];
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

/** The value of a field before a change has the name of the field. */
function findBefore(
  names: ReadonlyMap<string, NamedResource>,
  of: string,
  written: string,
): FoundPath | undefined {
  const now = findPath(names, of, nowPath(written));
  return now && { ...now, path: written.slice(0, -nowPath(written).length) + now.path };
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
  if (target !== undefined) {
    const inside = findPath(names, target, rest);
    return { ...inside, path: `${own.to}.${inside?.path ?? rest}` };
  }
  const choices = 'choices' in own ? ofPart(own.choices, rest) : [];
  return {
    path: `${own.to}.${rest}`,
    ...(choices.length > 0 && { field: { to: rest, target, choices } }),
  };
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
