import { requireEntry, requireValue } from '../../../fields/require-entry.ts';
import { headOf } from '../../../fields/text/head-of-path.ts';
import type { Expectation } from '../../../fields/problems/expectations.ts';
import type { Field } from '../../../fields/type/field.ts';
import { isDerived } from '../../../fields/type/is-derived.ts';
import { readsOf } from '../../expression/paths.ts';
import type { Filter } from '../../filter/filter.ts';
import { isDerivedDefault, pathsOf } from '../../filter/tokens.ts';
import { readWhere } from '../../filter/where.ts';
import { isObject } from '../../json-object.ts';
import { findLookup } from '../../lookups.ts';
import { fieldsBehindOwner, fieldsRead } from '../../rules/target-filters.ts';
import { asObject, asTexts, type Draft, type DraftResource } from '../draft.ts';
import { flaw, type Flaw } from '../grammar-problems.ts';
import type { Path } from '../source-text.ts';
import { checkFilter } from './filter-checks.ts';
import { checkKnown, checkRows } from './role-checks.ts';

/** Checks the filter of the published records: anybody may read what it uses. */
export function checkPublicRows(resource: DraftResource, { resources }: Draft): Flaw[] {
  const { where: filter } = asObject(resource.declared.public);
  if (!isObject(filter)) return [];
  const path = ['resources', resource.name, 'public', 'where'];
  const isHidden = (of: DraftResource | undefined, name: string) => !isPublished(of, name);
  return checkRows({ resource, resources }, { filter, path, isHidden }, (reads) =>
    flaw('D047', path, { value: 'where', reads }),
  );
}

/** Whether anybody may read a field of a resource. */
function isPublished(of: DraftResource | undefined, name: string): boolean {
  const { fields, counts } = asObject(of?.declared.public);
  const all = [...asTexts(fields), ...asTexts(counts)];
  return all.length > 0 && (name === '_id' || all.includes(name));
}

/** A public computed field reveals everything that it reads, so those fields must be public too. */
export function checkPublic(draft: Draft, field: Field, path: Path): Flaw[] {
  const resource = requireEntry(draft.resources, String(path[1]));
  const reads = readsOf(draft.resources, resource, requireValue(field.computed, field.name)) ?? [];
  const hidden = reads
    .filter(({ resource: of, path: name }) => !isOpen(draft, of.name, name))
    .map(({ resource: of, path: name }) => (of === resource ? name : `${of.name}.${name}`));
  return [...new Set(hidden)].map((read) => flaw('D047', path, { value: field.name, reads: read }));
}

function isOpen({ resources }: Draft, of: string, path: string): boolean {
  return isPublished(resources.get(of), headOf(path));
}

/** Checks a public count: it may count what is not public, and read nothing else that is not. */
export function checkCount(draft: Draft, field: Field, path: Path): Flaw[] {
  const resource = requireEntry(draft.resources, String(path[1]));
  if (field.computed === undefined)
    return [flaw('D007', path, { reason: 'only a computed field can count records' })];
  const { hidden, limited } = countedBy(draft, resource, field);
  return [
    ...hidden.map((reads) => flaw('D047', path, { value: field.name, reads })),
    ...limited.map((name) =>
      flaw('D007', path, { reason: `of ${name}, visitors count the published records only` }),
    ),
  ];
}

/** What a count reads besides, that is not public, also through other computed fields; and what it would count in part. */
function countedBy(draft: Draft, resource: DraftResource, { computed = 'null' }: Field) {
  const hidden = new Set<string>();
  const limited = new Set<string>();
  const walk = (of: DraftResource, text: string, seen: readonly string[]): void => {
    for (const read of readsOf(draft.resources, of, text) ?? []) {
      const from = requireEntry(draft.resources, read.resource.name);
      if (read.isCounted && asObject(from.declared.public).where !== undefined)
        limited.add(from.name);
      if (read.isCounted || isOpen(draft, from.name, read.path)) continue;
      const inner = from.fields.get(read.path)?.computed;
      if (inner !== undefined && !seen.includes(inner)) walk(from, inner, [...seen, inner]);
      else hidden.add(from === resource ? read.path : `${from.name}.${read.path}`);
    }
  };
  walk(resource, computed, [computed]);
  return { hidden: [...hidden], limited: [...limited] };
}

/** Checks a field of the public form. */
export function checkFormField(draft: Draft, field: Field, path: Path): Flaw[] {
  const resource = requireEntry(draft.resources, String(path[1]));
  const reason = unfit(draft, resource, field);
  if (reason) return [flaw('D103', path, { value: field.name, reason })];
  if (isUnique(resource, field)) return [flaw('D114', path, { value: field.name })];
  return [
    ...checkOffered(draft, resource, field, path),
    ...checkWhen(draft, resource, field, path),
  ];
}

function unfit(draft: Draft, resource: DraftResource, field: Field): Expectation | undefined {
  if (field.readOnly || isDerived(field) || field.numbering) return 'nobodyEntersIt';
  if (field.write) return 'someRolesWriteIt';
  return unfitTarget(draft, resource, field);
}

function unfitTarget(
  { resources }: Draft,
  resource: DraftResource,
  { kind, settings }: Field,
): Expectation | undefined {
  const target = resources.get(kind.relation?.(settings).to ?? '');
  if (!target) return undefined;
  if (target === resource) return 'refersToItsOwn';
  return isPublished(target, '_id') ? undefined : 'refersToHidden';
}

function isUnique({ declared }: DraftResource, { name, unique }: Field): boolean {
  const sets = Array.isArray(declared.unique) ? declared.unique : [];
  return unique || sets.some((names) => asTexts(names).includes(name));
}

/** Checks the field whose owner confirms an entry: every entry has a mail address in it. */
export function checkConfirmed({ resources }: Draft, field: Field, path: Path): Flaw[] {
  const { name, kind, required } = field;
  const { create } = asObject(resources.get(String(path[1]))?.declared.public);
  const isGiven = asTexts(asObject(create).fields).includes(name);
  if (isGiven && kind.isAddress && required) return [];
  return [flaw('D105', path, { value: name })];
}

/** Whether a field is asked for would reveal the fields of other records that its conditions use. */
function checkWhen(draft: Draft, resource: DraftResource, field: Field, path: Path): Flaw[] {
  const { resources } = draft;
  const beyond = Object.values(field.when ?? {}).flatMap((where) => {
    const read = readWhere({ resource, resources }, where);
    return 'filter' in read ? readBeyond(draft, resource, read.filter) : [];
  });
  return beyond
    .filter((each) => !isOpen(draft, each.resource, each.field))
    .map((each) =>
      flaw('D047', path, { value: field.name, reads: `${each.resource}.${each.field}` }),
    );
}

/** What a filter reads of other records; what is public, such as a count, may be made of what is not. */
function readBeyond(draft: Draft, { name }: DraftResource, filter: Filter) {
  const isMade = (read: { resource: string; field: string }) =>
    !isOpen(draft, read.resource, read.field);
  return fieldsRead(draft.resources, name, filter, isMade).filter(({ isBeyond }) => isBeyond);
}

/** Which records a reference offers would reveal the fields of its filter. */
function checkOffered(draft: Draft, resource: DraftResource, field: Field, path: Path): Flaw[] {
  const { resources } = draft;
  const { to, filter } = field.kind.relation?.(field.settings) ?? {};
  const target = resources.get(to ?? '');
  if (!target || filter === undefined) return [];
  const read = readWhere({ resource: target, resources, owner: resource }, filter);
  if (!('filter' in read)) return [];
  const reads = [
    ...fieldsRead(resources, target.name, read.filter),
    ...fieldsBehindOwner(resources, resource, read.filter),
  ];
  return reads
    .filter((each) => !isOpen(draft, each.resource, each.field))
    .map((each) =>
      flaw('D047', path, { value: field.name, reads: `${each.resource}.${each.field}` }),
    );
}

/** Checks that something is open to everybody, and that the records of the filter have a public field. */
export function checkOpened({ name, declared }: DraftResource): Flaw[] {
  const { create, fields, counts, where } = asObject(declared.public);
  if (declared.public === undefined || fields || counts) return [];
  const path = ['resources', name, 'public'];
  if (where !== undefined)
    return [flaw('D007', [...path, 'where'], { reason: 'no field is published' })];
  return create ? [] : [flaw('D005', [...path, 'fields'])];
}

/** Checks the public form as a whole: what it asks for is enough for a record, and its condition reveals nothing. */
export function checkPublicForm(resource: DraftResource, draft: Draft): Flaw[] {
  const { create } = asObject(resource.declared.public);
  if (!isObject(create)) return [];
  const at = ['resources', resource.name, 'public', 'create'];
  if (resource.name === 'users')
    return [flaw('D007', at, { reason: 'people get accounts by registering' })];
  const given = asTexts(create.fields);
  const missing = [...resource.fields.values()].filter(
    (field) => isDemanded(draft, resource, field, given) && !given.includes(field.name),
  );
  return [
    ...missing.map(({ name }) => flaw('D104', [...at, 'fields'], { value: name })),
    ...checkAccepted(draft, resource, create.when, [...at, 'when']),
  ];
}

/** Whether a new record needs an entered value: its default, if it has one, is not derived for visitors. */
function isDemanded(
  draft: Draft,
  resource: DraftResource,
  { required, numbering, default: preset }: Field,
  given: readonly string[],
): boolean {
  if (!required || numbering) return false;
  if (!isDerivedDefault({ default: preset })) return preset === undefined;
  return !pathsOf({ default: preset }).every((path) => {
    const [head = '', ...rest] = path.split('.');
    const isKnown = given.includes(head) || resource.fields.get(head)?.default !== undefined;
    const steps = findLookup(draft.resources, resource, path)?.resources ?? [];
    return isKnown && steps.every((of, at) => isOpen(draft, of, rest[at] ?? ''));
  });
}

/** Whether an entry is accepted would reveal the fields of others that the condition uses. */
function checkAccepted(draft: Draft, resource: DraftResource, where: unknown, path: Path): Flaw[] {
  const { resources } = draft;
  const problems = checkFilter({ resource, resources }, where, path);
  const read = problems.length > 0 ? undefined : readWhere({ resource, resources }, where);
  if (!read || !('filter' in read)) return problems;
  const { filter } = read;
  return [
    ...checkKnown(resource, filter, path),
    ...readBeyond(draft, resource, filter)
      .filter((each) => !isOpen(draft, each.resource, each.field))
      .map((each) =>
        flaw('D047', path, { value: 'when', reads: `${each.resource}.${each.field}` }),
      ),
  ];
}
