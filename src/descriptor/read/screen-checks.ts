import { isObject, type JsonObject } from '../json-object.ts';
import { isSortable } from '../filter/query-lists.ts';
import { suggestHint } from '../suggest.ts';
import { systemFieldTable } from '../system-fields.ts';
import type { Draft, DraftResource } from './draft.ts';
import { checkFilter } from './filter-checks.ts';
import { found, type Found } from './grammar-problems.ts';
import type { Path } from './source-text.ts';

/** What the screens are told: groups that are there, filters that can be read, children that refer here. */
export function checkScreens(draft: Draft): Found[] {
  const groups = objectsAt(isObject(draft.source.app) ? draft.source.app.groups : []);
  const keys = groups.map(({ key }) => String(key));
  return [
    ...keys.flatMap((key, index) =>
      keys.indexOf(key) < index ? [found('D012', ['app', 'groups', index, 'key'])] : [],
    ),
    ...[...draft.resources.values()].flatMap((resource) => [
      ...checkGroup(resource, keys),
      ...checkListFilter(draft, resource),
      ...objectsAt(resource.declared.children).flatMap((child, index) =>
        checkChild(draft, resource, child, ['resources', resource.name, 'children', index]),
      ),
    ]),
  ];
}

function checkGroup({ name, declared }: DraftResource, keys: readonly string[]): Found[] {
  const { group } = declared;
  if (typeof group !== 'string' || keys.includes(group)) return [];
  const params = { value: group, groups: keys.join(', ') || '-' };
  return [found('D032', ['resources', name, 'group'], params, suggestHint(group, keys))];
}

function checkListFilter(draft: Draft, resource: DraftResource): Found[] {
  const list = isObject(resource.declared.list) ? resource.declared.list : {};
  if (!isObject(list.filter)) return [];
  const path = ['resources', resource.name, 'list', 'filter'];
  return checkFilter(resource, list.filter, path, draft.resources);
}

function checkChild(
  draft: Draft,
  resource: DraftResource,
  { resource: target, field, columns, sort }: JsonObject,
  path: Path,
): Found[] {
  if (typeof target !== 'string' || typeof field !== 'string') return [];
  const other = draft.resources.get(target);
  if (!other) {
    const hint = suggestHint(target, [...draft.resources.keys()]);
    return [found('D010', [...path, 'resource'], { value: target }, hint)];
  }
  return [
    ...checkRelation(other, resource.name, field, [...path, 'field']),
    ...namesIn(columns).flatMap((name, index) =>
      checkName(other, name, [...path, 'columns', index]),
    ),
    ...namesIn(typeof sort === 'string' ? sort.split(',') : []).flatMap((key) =>
      checkName(other, key.replace(/^-/, ''), [...path, 'sort'], true),
    ),
  ];
}

function checkRelation(other: DraftResource, to: string, field: string, path: Path): Found[] {
  const relation = other.fields.get(field);
  if (relation?.kind.relation?.(relation.settings).to === to) return [];
  if (other.fieldNames.includes(field))
    return relation ? [found('D033', path, { value: field, resource: to })] : [];
  return [unknown(other, field, path)];
}

/** A field, a system field or a part of an object; for an order one that has one. */
export function checkName(
  other: DraftResource,
  name: string,
  path: Path,
  isOrder = false,
): Found[] {
  const [head = '', part] = name.split(/\.(.*)/s);
  const field = other.fields.get(head) ?? systemFieldTable.get(head);
  if (!field) return other.fieldNames.includes(head) ? [] : [unknown(other, name, path)];
  const inside = part === undefined ? field : field.kind.parts?.(field.settings).get(part);
  if (!inside) return [unknown(other, name, path)];
  return isOrder && !isSortable(inside) ? [found('D023', path, { value: name })] : [];
}

function unknown(other: DraftResource, value: string, path: Path): Found {
  const words = [...other.fieldNames, ...systemFieldTable.keys()];
  return found('D011', path, { resource: other.name, value }, suggestHint(value, words));
}

export function objectsAt(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function namesIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}
