import type { Field } from '../../../fields/type/field.ts';
import { needsDatabase } from '../../../fields/type/operators.ts';
import { isKnownInPast } from '../../expression/paths.ts';
import { fieldsOfFilter } from '../../filter/declared-filter.ts';
import { conditionsIn, needsStore, type Filter } from '../../filter/filter.ts';
import { asksMoment } from '../../filter/tokens.ts';
import { readWhere } from '../../filter/where.ts';
import { suggestHint } from '../../suggest.ts';
import { systemFieldTable } from '../../system-fields.ts';
import { asObjects, asTexts, isBroken, type Draft, type DraftResource } from '../draft.ts';
import { flaw, type Flaw } from '../grammar-problems.ts';
import type { Path } from '../source-text.ts';
import { checkFilter } from './filter-checks.ts';

/** Checks the periods that may not overlap: both ends are days or both are times, and all fields are the record's own. */
export function checkOverlaps(resource: DraftResource, draft: Draft): Flaw[] {
  return asObjects(resource.declared.noOverlap).flatMap((rule, index) => {
    const path = ['resources', resource.name, 'noOverlap', index];
    const ends = (['from', 'to'] as const).map((end) => ({ end, name: String(rule[end]) }));
    const named = [
      ...asTexts(rule.fields).map((name, at) => ({ name, path: [...path, 'fields', at] })),
      ...ends.map(({ end, name }) => ({ name, path: [...path, end] })),
    ];
    const unknown = named
      .filter(({ name }) => !findColumn(resource, name) && !isBroken(resource, name))
      .map((one) => {
        const words = [...resource.fieldNames, ...systemFieldTable.keys()];
        const params = { resource: resource.name, value: one.name };
        return flaw('D011', one.path, params, suggestHint(one.name, words));
      });
    if (unknown.length > 0) return unknown;
    const kinds = ends.map(({ name }) => columnOf(resource, name)?.sql);
    const [from, to] = kinds;
    const isPeriod = (from === 'date' || from === 'timestamptz') && from === to;
    return [
      ...asTexts(rule.fields)
        .map((name, at) => ({ name, at, column: columnOf(resource, name) }))
        .filter(({ column }) => column?.many === true || column?.sql === 'jsonb')
        .map(({ at }) => flaw('D024', [...path, 'fields', at], { setting: 'noOverlap' })),
      ...(kinds.includes(undefined) || isPeriod ? [] : [flaw('D088', [...path, 'to'], {})]),
      ...checkWhere(draft, resource, rule.where, [...path, 'where']),
    ];
  });
}

/** PostgreSQL judges the constraint by the row alone, at any time. */
function checkWhere(
  { resources }: Draft,
  resource: DraftResource,
  where: unknown,
  path: Path,
): Flaw[] {
  const problems = checkFilter({ resource, resources }, where, path);
  const read = where === undefined ? undefined : readWhere({ resource, resources }, where);
  if (problems.length > 0 || !read || !('filter' in read)) return problems;
  const { filter } = read;
  const names = fieldsOfFilter({ unresolved: filter });
  const reason = beyondRow(resource, filter);
  return [
    ...names
      .filter((name) => isList(resource.fields.get(name)))
      .map(() => flaw('D024', path, { setting: 'noOverlap' })),
    ...(reason === undefined ? [] : [flaw('D029', path, { resource: resource.name, reason })]),
  ];
}

/** Why the row alone does not decide a condition; undefined if it does. */
function beyondRow(resource: DraftResource, filter: Filter): string | undefined {
  if (asksMoment(filter))
    return 'asks for the moment or the user, but two periods overlap whenever somebody looks; store the value in a field';
  const isBeyond = conditionsIn(filter).some((each) =>
    'expression' in each
      ? each.reads.some((read) => read.isBeyond)
      : needsStore(each) || needsDatabase(each.operator),
  );
  const isComputedBeyond = fieldsOfFilter({ unresolved: filter }).some((name) => {
    const field = resource.fields.get(name);
    return field !== undefined && !isKnownInPast(resource, field);
  });
  return isBeyond || isComputedBeyond
    ? 'asks for other records, but an exclusion constraint of PostgreSQL sees only the two records whose periods it compares; copy the value into a field, such as by a default, or use checks, which can ask for other records'
    : undefined;
}

function isList(field: Field | undefined): boolean {
  return field?.kind.relation?.(field.settings).many === true;
}

/** A field with a column of its own in the table. */
function findColumn({ fields }: DraftResource, name: string) {
  const field = fields.get(name) ?? systemFieldTable.get(name);
  return field?.computed === undefined || field.stored ? field : undefined;
}

function columnOf(resource: DraftResource, name: string) {
  const field = findColumn(resource, name);
  return field?.kind.column(field.settings);
}
