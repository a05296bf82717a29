import type { Field } from '../../../fields/type/field.ts';
import { isDerived } from '../../../fields/type/is-derived.ts';
import { checkField } from '../../field-check.ts';
import { isSortable } from '../../filter/query-lists.ts';
import { suggestHint } from '../../suggest.ts';
import { systemFieldTable } from '../../system-fields.ts';
import { isTitleField, parseTitle } from '../../title.ts';
import { findLookup, targetOf } from '../../lookups.ts';
import { checkCount, checkConfirmed, checkFormField, checkPublic } from './public-checks.ts';
import { checkBehind } from './screen-checks.ts';
import type { Draft, DraftResource } from '../draft.ts';
import { flaw, type Flaw } from '../grammar-problems.ts';
import { namedFields, type NamedField } from '../named-fields.ts';

/** Checks that the fields in lists, forms, titles, keys and `public` exist, are named once, and are suitable. */
export function checkNamedFields(resource: DraftResource, draft: Draft): Flaw[] {
  const named = namedFields(resource);
  return named.flatMap((one, index) => {
    const before = named.slice(0, index);
    if (uniqueIn.has(one.by) && before.some(({ by, name }) => by === one.by && name === one.name)) {
      return [flaw('D012', one.path)];
    }
    return checkNamedField(draft, resource, one);
  });
}

const uniqueIn: ReadonlySet<NamedField['by']> = new Set([
  'columns',
  'filters',
  'sort',
  'form',
  'head',
  'public',
  'importKey',
  'publicCounts',
  'publicForm',
]);

function checkNamedField(draft: Draft, resource: DraftResource, named: NamedField): Flaw[] {
  const { name, path, by } = named;
  const words = [...resource.fieldNames, ...(takesSystemFields[by] ? systemFieldTable.keys() : [])];
  const [head = '', part] = name.split(/\.(.*)/s);
  if (!words.includes(head)) {
    return [flaw('D011', path, { resource: resource.name, value: name }, suggestHint(name, words))];
  }
  const field = resource.fields.get(head) ?? systemFieldTable.get(head);
  // A field with problems of its own gets no further problems.
  if (!field) return [];
  if (part === undefined) return fieldRules[by](field, named, draft);
  return checkPart(draft, resource, { field, part }, named);
}

const takesSystemFields: Record<NamedField['by'], boolean> = {
  columns: true,
  filters: true,
  sort: true,
  form: false,
  head: true,
  public: false,
  publicCounts: false,
  publicForm: false,
  publicConfirm: false,
  title: true,
  importKey: false,
  order: false,
  unique: false,
  indexes: true,
  checks: false,
};

function checkPart(
  draft: Draft,
  resource: DraftResource,
  { field, part }: { field: Field; part: string },
  named: NamedField,
): Flaw[] {
  const parts = field.kind.parts?.(field.settings);
  const inside = takesParts.has(named.by) ? parts?.get(part) : undefined;
  if (inside) return fieldRules[named.by](inside, named, draft);
  if (takesLookups.has(named.by)) {
    const lookup = findLookup(draft.resources, resource, named.name);
    if (lookup) return fieldRules[named.by](lookup.field, named, draft);
    const flaws = checkBehind(draft, resource, named.name, named.path);
    if (flaws) return flaws;
  }
  const words = takesParts.has(named.by) ? [...(parts?.keys() ?? [])] : [];
  const hint = suggestHint(part, words);
  return [flaw('D011', named.path, { resource: resource.name, value: named.name }, hint)];
}

const takesParts: ReadonlySet<NamedField['by']> = new Set(['columns', 'filters', 'sort', 'checks']);

const takesLookups: ReadonlySet<string> = new Set<NamedField['by']>(['columns', 'filters', 'sort']);

type Suits = (field: Field, named: NamedField, draft: Draft) => Flaw[];

const fieldRules: Record<NamedField['by'], Suits> = {
  columns: () => [],
  form: () => [],
  head: () => [],
  filters: () => [],
  sort: (field, { path }) => (isSortable(field) ? [] : [flaw('D023', path, { value: field.name })]),
  public: (field, { path }, draft) =>
    field.computed === undefined
      ? requireReadableByAll(field, path, 'the public fields')
      : checkPublic(draft, field, path),
  publicCounts: (field, { path }, draft) => [
    ...requireReadableByAll(field, path, 'the public fields'),
    ...checkCount(draft, field, path),
  ],
  publicForm: (field, { path }, draft) => checkFormField(draft, field, path),
  publicConfirm: (field, { path }, draft) => checkConfirmed(draft, field, path),
  title: (field, { path }, draft) => {
    if (!isTitleField(field) && targetOf(field) === undefined)
      return [flaw('D020', path, { value: field.name })];
    const way = findTitleCircle(draft, String(path[1]), field);
    if (way) return [flaw('D056', path, { value: field.name, way: way.join(' → ') })];
    return requireReadableByAll(field, path, 'a title');
  },
  importKey: () => [],
  // A place between two others is a fraction, and one before the first may be negative.
  order: (field, { path }) =>
    takesAnyNumber(field) && !isDerived(field) && !field.unique
      ? []
      : [flaw('D101', path, { value: field.name })],
  unique: (field, { path }) =>
    // A sortable field has a single, comparable value.
    isSortable(field) && field.computed === undefined
      ? []
      : [flaw('D024', path, { setting: 'unique' })],
  indexes: (field, { path }) =>
    isSortable(field) && (field.computed === undefined || field.stored)
      ? []
      : [flaw('D024', path, { setting: 'indexed' })],
  checks: () => [],
};

function takesAnyNumber(field: Field): boolean {
  const { sql, many } = field.kind.column(field.settings);
  return sql === 'double precision' && !many && 'value' in checkField(field, -1.25);
}

/** The resources through which a reference in a title leads back to that title; undefined if it does not. */
function findTitleCircle(draft: Draft, start: string, field: Field): string[] | undefined {
  const walk = (one: Field, way: readonly string[]): string[] | undefined => {
    const to = targetOf(one);
    if (to === undefined) return undefined;
    if (to === start) return [...way, to];
    const target = draft.resources.get(to);
    // A circle that does not contain the start is found from one of its own resources.
    if (!target || way.includes(to)) return undefined;
    const { title } = target.declared;
    for (const part of typeof title === 'string' ? parseTitle(title) : []) {
      const next = 'field' in part ? target.fields.get(part.field) : undefined;
      const cycle = next && walk(next, [...way, to]);
      if (cycle) return cycle;
    }
    return undefined;
  };
  return walk(field, [start]);
}

/** A title is shown wherever the record is referred to, so all roles must be allowed to read its fields. */
function requireReadableByAll(field: Field, path: NamedField['path'], where: string): Flaw[] {
  return field.read ? [flaw('D021', path, { value: field.name, where })] : [];
}
