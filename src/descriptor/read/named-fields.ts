import type { JsonObject } from '../json-object.ts';
import { type DraftResource, asObject, asObjects, asTexts } from './draft.ts';
import type { Path } from './source-text.ts';

/** A field name in the settings of a resource, and its purpose. */
export type NamedField = {
  name: string;
  path: Path;
  /** The setting that names it. */
  by:
    | 'columns'
    | 'filters'
    | 'sort'
    | 'form'
    | 'head'
    | 'public'
    | 'publicCounts'
    | 'publicForm'
    | 'publicConfirm'
    | 'title'
    | 'importKey'
    | 'order'
    | 'unique'
    | 'indexes'
    | 'checks';
};

/** Every place in the settings of a resource that names one of its fields. */
export function namedFields({ name, declared }: DraftResource): NamedField[] {
  const path = ['resources', name];
  const list = asObject(declared.list);
  return [
    ...each(list.columns, [...path, 'list', 'columns'], 'columns'),
    ...each(list.filters, [...path, 'list', 'filters'], 'filters'),
    ...inText(list.sort, /[^,]+/g, [...path, 'list', 'sort'], 'sort'),
    ...inForm(declared.form, [...path, 'form']),
    ...inPublic(asObject(declared.public), [...path, 'public']),
    ...inText(declared.title, /\{[^{}]*\}/g, [...path, 'title'], 'title'),
    // The default may be declared too.
    ...(declared.importKey === '_id'
      ? []
      : inText(declared.importKey, /.+/g, [...path, 'importKey'], 'importKey')),
    ...each(declared.importKey, [...path, 'importKey'], 'importKey'),
    ...inText(declared.order, /.+/g, [...path, 'order'], 'order'),
    ...(['unique', 'indexes'] as const).flatMap((by) => inLists(declared[by], [...path, by], by)),
    ...asObjects(declared.checks).flatMap(({ fields }, index) =>
      each(fields, [...path, 'checks', index, 'fields'], 'checks'),
    ),
  ];
}

function inPublic({ fields, counts, create }: JsonObject, path: Path): NamedField[] {
  return [
    ...each(fields, [...path, 'fields'], 'public'),
    ...each(counts, [...path, 'counts'], 'publicCounts'),
    ...each(asObject(create).fields, [...path, 'create', 'fields'], 'publicForm'),
    ...inText(asObject(create).confirm, /.+/g, [...path, 'create', 'confirm'], 'publicConfirm'),
  ];
}

/** The fields on the tabs, which can stand alone, and those of the head. */
function inForm(form: unknown, path: Path): NamedField[] {
  const { head, tabs } = asObject(form);
  const own = Array.isArray(form) ? path : [...path, 'tabs'];
  return [
    ...each(head, [...path, 'head'], 'head'),
    ...asObjects(Array.isArray(form) ? form : tabs).flatMap(({ fields }, index) =>
      each(fields, [...own, index, 'fields'], 'form'),
    ),
  ];
}

function inLists(lists: unknown, path: Path, by: NamedField['by']): NamedField[] {
  return (Array.isArray(lists) ? lists : []).flatMap((fields, index) =>
    each(fields, [...path, index], by),
  );
}

function each(names: unknown, path: Path, by: NamedField['by']): NamedField[] {
  return asTexts(names).map((name, index) => ({ name, path: [...path, index], by }));
}

/** Finds field names inside a text such as `-year,title` or `{commonName} ({casId})`. */
function inText(text: unknown, names: RegExp, path: Path, by: NamedField['by']): NamedField[] {
  if (typeof text !== 'string') return [];
  return [...text.matchAll(names)].map(([name]) => ({
    name: name.replace(/^\{|\}$/g, '').replace(by === 'sort' ? /^-/ : '', ''),
    path,
    by,
  }));
}
