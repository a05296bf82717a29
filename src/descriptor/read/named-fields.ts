import { isObject } from '../json-object.ts';
import type { DraftResource } from './draft.ts';
import type { Path } from './source-text.ts';

/** Where a resource's settings name a field, and what for. */
export type NamedField = {
  name: string;
  path: Path;
  /** Which setting names it. */
  by:
    | 'columns'
    | 'filters'
    | 'sort'
    | 'form'
    | 'public'
    | 'title'
    | 'importKey'
    | 'unique'
    | 'checks';
};

/** Every place in the settings of a resource that names one of its fields. */
export function namedFields({ name, declared }: DraftResource): NamedField[] {
  const path = ['resources', name];
  const list = isObject(declared.list) ? declared.list : {};
  const published = isObject(declared.public) ? declared.public : {};
  const tabs = listAt(declared.form);
  return [
    ...each(list.columns, [...path, 'list', 'columns'], 'columns'),
    ...each(list.filters, [...path, 'list', 'filters'], 'filters'),
    ...inText(list.sort, /[^,]+/g, [...path, 'list', 'sort'], 'sort'),
    ...tabs.flatMap((tab, index) =>
      each(isObject(tab) ? tab.fields : [], [...path, 'form', index, 'fields'], 'form'),
    ),
    ...each(published.fields, [...path, 'public', 'fields'], 'public'),
    ...inText(declared.title, /\{[^{}]*\}/g, [...path, 'title'], 'title'),
    ...inText(declared.importKey, /.+/g, [...path, 'importKey'], 'importKey'),
    ...listAt(declared.unique).flatMap((fields, index) =>
      each(fields, [...path, 'unique', index], 'unique'),
    ),
    ...listAt(declared.checks).flatMap((check, index) =>
      each(isObject(check) ? check.fields : [], [...path, 'checks', index, 'fields'], 'checks'),
    ),
  ];
}

function listAt(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function each(names: unknown, path: Path, by: NamedField['by']): NamedField[] {
  if (!Array.isArray(names)) return [];
  return names.flatMap((name, index) =>
    typeof name === 'string' ? [{ name, path: [...path, index], by }] : [],
  );
}

/** `-year,title` and `{commonName} ({casId})` name fields inside of a text. */
function inText(text: unknown, names: RegExp, path: Path, by: NamedField['by']): NamedField[] {
  if (typeof text !== 'string') return [];
  return [...text.matchAll(names)].map(([name]) => ({
    name: name.replace(/^\{|\}$/g, '').replace(by === 'sort' ? /^-/ : '', ''),
    path,
    by,
  }));
}
