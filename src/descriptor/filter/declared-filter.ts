import { headOf } from '../../fields/text/head-of-path.ts';
import { isDerived } from '../../fields/type/is-derived.ts';
import { needsDatabase, operators } from '../../fields/type/operators.ts';
import type { Resource } from '../descriptor.ts';
import { isBefore, nowPath } from '../expression/before.ts';
import { pathsOfLeaf } from './certain.ts';
import { formatExpression } from '../expression/format-expression.ts';
import {
  conditionsIn,
  isAny,
  needsStore,
  isFieldOperand,
  isOwnerOperand,
  type CountFilter,
  type Filter,
} from './filter.ts';
import type { CheckScope, QueryContext } from './query-term.ts';
import { type Moment, isToken } from '../expression/variables.ts';
import { resolveTokens, isDayOperand } from './tokens.ts';
import { parseWhere, readWhere } from './where.ts';

/**
 * A filter from the descriptor with unresolved tokens. It has its own type, so that
 * neither the store nor an evaluation accepts it by mistake.
 */
export type DeclaredFilter = { unresolved: Filter };

/** Reads a filter that `read/filter-checks.ts` has checked; like `to-descriptor.ts`, it trusts its source. */
export function toDeclaredFilter(
  resource: CheckScope['resource'],
  where: unknown,
  resources?: CheckScope['resources'],
  owner?: CheckScope['owner'],
): DeclaredFilter {
  return readDeclared(
    { resource, ...(resources && { resources }), ...(owner && { owner }) },
    where,
  );
}

/** The same for a scope of its own. */
export function readDeclared(scope: CheckScope, where: unknown): DeclaredFilter {
  const read = readWhere(scope, where);
  if ('problems' in read) throw new Error(read.problems.map(({ path }) => path).join(', '));
  return { unresolved: 'filter' in read ? read.filter : { and: [] } };
}

export function resolveFilter({ unresolved }: DeclaredFilter, moment: Moment): Filter {
  return resolveTokens(unresolved, moment);
}

/** The names of the record's own fields in a filter, on either side. A part of an object counts as the object. */
export function fieldsOfFilter({ unresolved }: DeclaredFilter): string[] {
  return [...new Set(pathsOf(unresolved).map((path) => headOf(nowPath(path))))];
}

/** The paths of the record's own values in a filter. */
export function pathsOf(filter: Filter): string[] {
  return conditionsIn(filter).flatMap((each) => {
    if ('through' in each) return [each.through];
    if ('count' in each || 'thread' in each) return ['_id'];
    if ('expression' in each)
      return each.reads.map(({ path, isBeyond }) => (isBeyond ? '_id' : path));
    return pathsOfLeaf(each);
  });
}

/** Whether the values of a record decide, as a response has them. */
export function isOfRecord(filter: Filter): boolean {
  return conditionsIn(filter).every((each) => !needsStore(each) && !needsDatabase(each.operator));
}

/** Whether the values that people enter in a record decide. */
export function isKnownInMemory(resource: Pick<Resource, 'fields'>, filter: Filter): boolean {
  return (
    isOfRecord(filter) &&
    pathsOf(filter).every(
      (path) => !isBefore(path) && !isDerived(resource.fields.get(headOf(path))),
    )
  );
}

/** The fields of other records in a filter: those that refer, and those that it compares. */
export function fieldsBeyond(filter: Filter): { resource: string; field: string }[] {
  return conditionsIn(filter).flatMap((each) => {
    if (!needsStore(each) || 'thread' in each) return [];
    if ('expression' in each)
      return each.reads.flatMap(({ resource, path, isBeyond }) =>
        isBeyond ? [{ resource: resource.name, field: headOf(path) }] : [],
      );
    const isThrough = 'through' in each;
    const { name: resource } = isThrough ? each.target : each.count.resource;
    const inside = isThrough ? each.some : each.among;
    const own = [...(isThrough ? [] : [each.count.field]), ...(inside ? pathsOf(inside) : [])];
    const fields = own.map((path) => ({ resource, field: headOf(path) }));
    return [...fields, ...(inside ? fieldsBeyond(inside) : [])];
  });
}

/** The other resources that a filter asks about: when their records change, its result may change too. */
export function otherResourcesOf(filter: Filter): readonly string[] {
  return conditionsIn(filter).flatMap((each) => {
    if ('through' in each) return [each.target.name, ...otherResourcesOf(each.some)];
    if ('expression' in each)
      return each.reads.flatMap(({ resource, isBeyond }) => (isBeyond ? [resource.name] : []));
    if (!('count' in each)) return [];
    return [each.count.resource.name, ...(each.among ? otherResourcesOf(each.among) : [])];
  });
}

/** The same for a declared filter. */
export function resourcesInFilter(context: QueryContext, where: unknown): readonly string[] {
  const parsed = parseWhere({ ...context, where });
  const filter = 'problems' in parsed ? undefined : parsed.filter;
  return filter ? [...new Set(otherResourcesOf(filter))] : [];
}

/**
 * Writes a filter in signs, for problems: `mappingType = chem, status in draft | open`.
 * It uses no words, because problems are shown in several languages. A field of the
 * owner of a reference looks like a token: `country = $country`.
 */
export function formatFilter(filter: Filter, before = '', names: FilterNames = asWritten): string {
  const inside = (part: Filter) => formatFilter(part, before, names);
  const writeAll = (parts: readonly Filter[]) =>
    parts.map((part) => (isJoined(part) ? `(${inside(part)})` : inside(part)));
  if ('and' in filter) return writeAll(filter.and).join(', ');
  if ('or' in filter) return writeAll(filter.or).join(' | ');
  if ('not' in filter) return `not (${inside(filter.not)})`;
  if ('through' in filter) return formatFilter(filter.some, `${before}${filter.through}.`, names);
  if ('count' in filter) return formatCount(filter, before);
  if ('expression' in filter)
    return formatExpression(filter.expression, (path, collection) =>
      collection === undefined ? names.field(before + path) : path,
    );
  const { operator, operands } = filter;
  const path = before + ('thread' in filter ? filter.thread : filter.path);
  const { formula, takes } = operators[operator];
  const value = operands
    .map((operand) => {
      if (isFieldOperand(operand)) return names.field(operand.field);
      if (isOwnerOperand(operand)) return names.owner(operand.owner);
      return names.value(path, writeOperand(operand));
    })
    .join(takes === 'two' ? '…' : ' | ');
  return `${names.field(path)} ${formula.replace('{value}', () => value)}`;
}

function formatCount(filter: CountFilter, before: string): string {
  const { count, operator, operands, among } = filter;
  const records = `${count.resource.name}.${count.field}`;
  // Of several conditions, each could hold for another record.
  if (among && isAny(filter) && ('path' in among || 'through' in among))
    return formatFilter(among, `${before}some(${records}).`);
  const value = operands.map(writeOperand).join(' | ');
  const condition = among ? ` where ${formatFilter(among)}` : '';
  return `${before}count(${records}${condition}) ${operators[operator].formula.replace('{value}', () => value)}`;
}

function isJoined(filter: Filter): boolean {
  return ('and' in filter && filter.and.length > 1) || 'or' in filter;
}

/** How a filter calls fields and their values. */
export type FilterNames = {
  field(path: string): string;
  /** A field of the record that refers, with whose value a filter of its reference compares. */
  owner(path: string): string;
  value(path: string, written: string): string;
};

const asWritten: FilterNames = {
  field: (path) => path,
  owner: (path) => `$${path}`,
  value: (_path, written) => written,
};

function writeOperand(operand: unknown): string {
  if (isFieldOperand(operand)) return operand.field;
  if (isOwnerOperand(operand)) return `$${operand.owner}`;
  if (isDayOperand(operand)) return operand.startOf;
  if (!isToken(operand)) return String(operand);
  const { token, amount, unit } = operand;
  const offset = amount === 0 ? '' : `${amount > 0 ? '+' : ''}${amount}${unit}`;
  return `$${token}${offset}`;
}
