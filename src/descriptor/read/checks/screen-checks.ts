import { requireItem } from '../../../fields/require-entry.ts';
import type { JsonObject } from '../../json-object.ts';
import { findLookup, splitPath } from '../../lookups.ts';
import { isSortable } from '../../filter/query-lists.ts';
import { findLink } from '../../relations.ts';
import { suggestHint } from '../../suggest.ts';
import { findField, systemFieldTable } from '../../system-fields.ts';
import {
  type Draft,
  type DraftResource,
  isBroken,
  asObject,
  asObjects,
  asTexts,
} from '../draft.ts';
import { checkFilter } from './filter-checks.ts';
import { flaw, type Flaw } from '../grammar-problems.ts';
import type { Path } from '../source-text.ts';

/** Checks the settings of screens: groups exist, filters are valid, and child lists refer to this resource. */
export function checkScreens(draft: Draft): Flaw[] {
  const groups = asObjects(asObject(draft.source.app).groups);
  return [
    ...checkRepeatedNames(groups, ['app', 'groups'], 'key'),
    ...checkRepeatedPages(groups),
    ...[...draft.resources.values()].flatMap((resource) => [
      ...checkGroup(draft, resource.declared.group, ['resources', resource.name, 'group']),
      ...checkListFilter(draft, resource),
      ...checkListColors(draft, resource),
      ...asObjects(resource.declared.children).flatMap((child, index) => [
        ...checkChild(draft, resource, child, ['resources', resource.name, 'children', index]),
        ...checkInline(draft, resource, index),
      ]),
    ]),
  ];
}

/** Checks that each built-in page is in one group only. */
function checkRepeatedPages(groups: readonly JsonObject[]): Flaw[] {
  const seen = new Set<string>();
  return groups.flatMap(({ builtIn }, index) =>
    asTexts(builtIn).flatMap((name, at) => {
      const isRepeated = seen.has(name);
      seen.add(name);
      return isRepeated ? [flaw('D012', ['app', 'groups', index, 'builtIn', at])] : [];
    }),
  );
}

function checkListFilter(draft: Draft, resource: DraftResource): Flaw[] {
  const { filter } = asObject(resource.declared.list);
  const path = ['resources', resource.name, 'list', 'filter'];
  return checkFilter({ resource, resources: draft.resources }, filter, path);
}

function checkListColors(draft: Draft, resource: DraftResource): Flaw[] {
  return asObjects(asObject(resource.declared.list).colors).flatMap((color, index) => {
    const path = ['resources', resource.name, 'list', 'colors', index];
    return [
      ...checkFilter({ resource, resources: draft.resources }, color.when, [...path, 'when']),
      ...checkColumns(draft, resource, color.fields, [...path, 'fields']),
    ];
  });
}

function checkChild(
  draft: Draft,
  resource: DraftResource,
  { resource: target, field, columns, sort }: JsonObject,
  path: Path,
): Flaw[] {
  if (typeof target !== 'string' || typeof field !== 'string') return [];
  const other = draft.resources.get(target);
  if (!other) return checkResourceName(draft, target, [...path, 'resource']);
  return [
    ...checkRelation(draft, other, { to: resource.name, field }, [...path, 'field']),
    ...checkColumns(draft, other, columns, [...path, 'columns']),
    ...checkSort(draft, other, sort, [...path, 'sort']),
  ];
}

/** Records in the form of another one need one reference to it, and a name that nothing else in the form has. */
function checkInline({ resources }: Draft, resource: DraftResource, index: number): Flaw[] {
  const children = asObjects(resource.declared.children);
  const { resource: target, field, inline } = requireItem(children, index);
  const other = typeof target === 'string' && inline === true && resources.get(target);
  if (!other || typeof field !== 'string') return [];
  const path = ['resources', resource.name, 'children', index];
  const own = other.fields.get(field);
  const relation = own?.kind.relation?.(own.settings);
  const isOther = (child: JsonObject, at: number) =>
    at < index && child['inline'] === true && child['resource'] === target;
  const isWrong = own ? relation?.many : findLink({ resources }, other, field);
  return [
    ...(isWrong ? [flaw('D089', [...path, 'field'], { value: field })] : []),
    ...(resource.fieldNames.includes(other.name)
      ? [flaw('D099', [...path, 'resource'], { value: other.name })]
      : []),
    ...(children.some(isOther) ? [flaw('D012', [...path, 'resource'])] : []),
  ];
}

function checkRelation(
  { resources }: Draft,
  other: DraftResource,
  { to, field }: { to: string; field: string },
  path: Path,
): Flaw[] {
  const relation = findLink({ resources }, other, field);
  if (relation?.kind.relation?.(relation.settings).to === to) return [];
  if (relation || other.fieldNames.includes(field))
    return relation ? [flaw('D033', path, { value: field, resource: to })] : [];
  return [unknown(other, field, path)];
}

/** Checks the name of a field, a system field or a part of an object. */
export function checkName(other: DraftResource, name: string, path: Path): Flaw[] {
  if (findField(other, name)) return [];
  const [head = ''] = name.split('.');
  return isBroken(other, head) ? [] : [unknown(other, name, path)];
}

function unknown(other: DraftResource, value: string, path: Path): Flaw {
  const words = [...other.fieldNames, ...systemFieldTable.keys()];
  return flaw('D011', path, { resource: other.name, value }, suggestHint(value, words));
}

/** Checks that each column names an existing field, here or behind references. */
export function checkColumns(
  draft: Draft,
  resource: DraftResource,
  columns: unknown,
  path: Path,
): Flaw[] {
  return asTexts(columns).flatMap((name, at) => checkListed(draft, resource, name, [...path, at]));
}

/** An order such as `-year,chem.commonName`. */
export function checkSort(
  draft: Draft,
  resource: DraftResource,
  sort: unknown,
  path: Path,
): Flaw[] {
  const keys = typeof sort === 'string' ? sort.split(',') : [];
  return keys.flatMap((key) => {
    const name = key.replace(/^-/, '');
    const field = findField(resource, name) ?? findLookup(draft.resources, resource, name)?.field;
    if (!field) return checkListed(draft, resource, name, path);
    return isSortable(field) ? [] : [flaw('D023', path, { value: name })];
  });
}

function checkListed(draft: Draft, resource: DraftResource, name: string, path: Path): Flaw[] {
  const isKnown = findField(resource, name) ?? findLookup(draft.resources, resource, name);
  return isKnown
    ? []
    : (checkBehind(draft, resource, name, path) ?? checkName(resource, name, path));
}

/** The problem of a path that begins with a reference and leads nowhere; undefined for any other name. */
export function checkBehind(
  { resources }: Draft,
  resource: DraftResource,
  name: string,
  path: Path,
): Flaw[] | undefined {
  const [head, rest] = splitPath(name);
  const field = findField(resource, head);
  const relation = field?.kind.relation?.(field.settings);
  const target = resources.get(relation?.to ?? '');
  if (!relation || !target || rest === '') return undefined;
  if (relation.many) return [flaw('D059', path, { value: name, field: head })];
  const [inside] = splitPath(rest);
  if (isBroken(target, inside)) return [];
  const words = [...target.fieldNames, ...systemFieldTable.keys()].map((each) => `${head}.${each}`);
  const hint = suggestHint(name, words);
  return [flaw('D011', path, { resource: resource.name, value: name }, hint)];
}

/** Reports values that occur more than once. */
export function checkRepeated(values: readonly unknown[], path: Path): Flaw[] {
  return values.flatMap((value, index) =>
    value !== undefined && values.indexOf(value) < index ? [flaw('D012', [...path, index])] : [],
  );
}

/** Reports entries that share a name, or a key. */
export function checkRepeatedNames(
  entries: readonly JsonObject[],
  path: Path,
  by = 'name',
): Flaw[] {
  const names = entries.map((entry) => entry[by]);
  return checkRepeated(names, path).map(({ path: at }) => flaw('D012', [...at, by]));
}

export function checkResourceName({ resources }: Draft, value: string, path: Path): Flaw[] {
  if (resources.has(value)) return [];
  return [flaw('D010', path, { value }, suggestHint(value, resources.keys()))];
}

/** Checks that a menu group exists. */
export function checkGroup({ source }: Draft, value: unknown, path: Path): Flaw[] {
  const keys = asObjects(asObject(source.app).groups).map(({ key }) => String(key));
  if (typeof value !== 'string' || keys.includes(value)) return [];
  const params = { value, groups: keys.join(', ') || '-' };
  return [flaw('D032', path, params, suggestHint(value, keys))];
}
