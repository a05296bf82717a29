import type { Field } from '../../fields/field.ts';
import { isSortable } from '../query-lists.ts';
import { suggestHint } from '../suggest.ts';
import { systemFieldTable } from '../system-fields.ts';
import { isTitleField } from '../title.ts';
import type { Draft, DraftResource } from './draft.ts';
import { found, type Found } from './grammar-problems.ts';
import { namedFields, type NamedField } from './named-fields.ts';

/** Lists, forms, titles, keys and what is public name fields that exist, once, and that can serve for it. */
export function checkNamedFields(draft: Draft): Found[] {
  return [...draft.resources.values()].flatMap((resource) => {
    const named = namedFields(resource);
    return named.flatMap((one, index) => {
      const before = named.slice(0, index);
      if (once.has(one.by) && before.some(({ by, name }) => by === one.by && name === one.name)) {
        return [found('D012', one.path)];
      }
      return checkNamedField(resource, one);
    });
  });
}

const once: ReadonlySet<NamedField['by']> = new Set([
  'columns',
  'filters',
  'sort',
  'form',
  'public',
]);

function checkNamedField(resource: DraftResource, named: NamedField): Found[] {
  const { name, path, by } = named;
  const words = [...resource.fieldNames, ...(takesSystemFields[by] ? systemFieldTable.keys() : [])];
  const [head = '', part] = name.split(/\.(.*)/s);
  if (!words.includes(head)) {
    return [
      found('D011', path, { resource: resource.name, value: name }, suggestHint(name, words)),
    ];
  }
  const field = resource.fields.get(head) ?? systemFieldTable.get(head);
  // A field with problems of its own is asked nothing more.
  if (!field) return [];
  if (part === undefined) return suits[by](field, named);
  return checkPart(resource, field, part, named);
}

const takesSystemFields: Record<NamedField['by'], boolean> = {
  columns: true,
  filters: true,
  sort: true,
  form: false,
  public: false,
  title: true,
  importKey: false,
  unique: false,
  checks: false,
};

function checkPart(
  resource: DraftResource,
  field: Field,
  part: string,
  named: NamedField,
): Found[] {
  const parts = field.kind.parts?.(field.settings);
  const inside = takesParts.has(named.by) ? parts?.get(part) : undefined;
  if (inside) return suits[named.by](inside, named);
  const words = takesParts.has(named.by) ? [...(parts?.keys() ?? [])] : [];
  const hint = suggestHint(part, words);
  return [found('D011', named.path, { resource: resource.name, value: named.name }, hint)];
}

const takesParts: ReadonlySet<NamedField['by']> = new Set(['columns', 'filters', 'sort', 'checks']);

const suits: Record<NamedField['by'], (field: Field, named: NamedField) => Found[]> = {
  columns: () => [],
  form: () => [],
  filters: () => [],
  sort: (field, { path }) =>
    isSortable(field) ? [] : [found('D023', path, { value: field.name })],
  public: (field, { path }) => forAll(field, path, 'what is public'),
  title: (field, { path }) =>
    isTitleField(field)
      ? forAll(field, path, 'a title')
      : [found('D020', path, { value: field.name })],
  importKey: (field, { path }) =>
    field.required && field.unique ? [] : [found('D013', path, { value: field.name })],
  unique: (field, { path }) =>
    // What has an order has one value, which can be told from others.
    isSortable(field) ? [] : [found('D024', path, { setting: 'unique' })],
  checks: () => [],
};

/** A title is shown wherever the record is referred to, so it must hold nothing that is not for every eye. */
function forAll(field: Field, path: NamedField['path'], where: string): Found[] {
  return field.read ? [found('D021', path, { value: field.name, where })] : [];
}
