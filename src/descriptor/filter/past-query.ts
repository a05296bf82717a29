import { headOf } from '../../fields/text/head-of-path.ts';
import { needsDatabase } from '../../fields/type/operators.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import type { Resource } from '../descriptor.ts';
import { isKnownInPast } from '../expression/paths.ts';
import { pathsOfLeaf } from './certain.ts';
import { EXPRESSION } from './expression-term.ts';
import { conditionsIn, type Filter, type ListQuery, THREADS } from './filter.ts';

/** The parameter that asks for records as they were at a moment. */
export const AS_OF = '_asOf';

/** How far a client's clock may be ahead, in milliseconds. */
const SKEW = 1_000;

/** Reads a moment in RFC 3339, with milliseconds; `now` is the latest that is known. */
export function parsePastMoment(text: string, now: Date): { at: string } | { problem: Problem } {
  // In a query string that nobody encoded, the plus sign of a zone arrives as a space.
  const parts =
    /^(\d{4}-(\d\d)-(\d\d))[Tt](\d\d:\d\d:\d\d)(\.\d+)?([Zz]|[ +-][0-2]\d:[0-5]\d)$/.exec(text);
  const [, day = '', , , time, fraction = '', zone = ''] = parts ?? [];
  const moment = new Date(`${day}T${time}${fraction}${zone.replace(' ', '+').toUpperCase()}`);
  // JavaScript takes 31 February for a day in March.
  const isReal = new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day);
  if (!parts || !isReal || Number.isNaN(moment.getTime()))
    return { problem: problem('Q004', AS_OF, { expected: 'dateTime' }) };
  if (moment.getTime() > now.getTime() + SKEW) return { problem: problem('Q020', AS_OF) };
  return { at: moment.toISOString() };
}

/** Whether lists of the past can show a field, and be filtered and sorted by it. */
export function isPathInPast(resource: Resource, path: string): boolean {
  if (resource.through.has(path)) return false;
  const field = resource.fields.get(headOf(path));
  return !field || isKnownInPast(resource, field);
}

/** The problems of a query about the past, which knows the old values of a record but not those of others. */
export function checkPastQuery(
  resource: Resource,
  query: ListQuery,
  params: URLSearchParams,
): Problem[] {
  const sent = [...params.keys()];
  const nameOf = (path: string): string =>
    sent.find((name) => name === path || name.startsWith(`${path}_`)) ?? `where.${path}`;
  const refused = (paths: readonly string[], at: string): string[] =>
    paths.filter((path) => !isPathInPast(resource, path)).map((path) => `${at}.${path}`);
  const names = [
    ...(query.q === undefined ? [] : ['q']),
    ...pathsBeyond(resource, query.filter).map(nameOf),
    ...(params.has('_sort')
      ? refused(
          query.sort.map(({ path }) => path),
          '_sort',
        )
      : []),
    ...refused(query.fields ?? [], '_fields'),
    ...(query.threads ? [`_fields.${THREADS}`] : []),
  ];
  return [...new Set(names)].map((name) => problem('Q022', name));
}

/** The paths of a filter that need the past of other records, which nobody knows. */
export function pathsBeyond(resource: Resource, filter: Filter | undefined): string[] {
  return (filter ? conditionsIn(filter) : []).flatMap((each) => {
    if ('through' in each) return leavesOf(each.some).map((path) => `${each.through}.${path}`);
    if ('expression' in each)
      return each.reads.every(({ path, isBeyond }) => !isBeyond && isPathInPast(resource, path))
        ? []
        : [EXPRESSION];
    if ('thread' in each) return [each.thread];
    if ('count' in each) return [`count(${each.count.resource.name}.${each.count.field})`];
    const paths = pathsOfLeaf(each);
    // The tree is only known as it is, and so are the texts of files.
    if (needsDatabase(each.operator)) return paths;
    return paths.filter((path) => !isPathInPast(resource, path));
  });
}

function leavesOf(filter: Filter): string[] {
  return conditionsIn(filter).flatMap((each) => {
    if ('through' in each) return leavesOf(each.some).map((path) => `${each.through}.${path}`);
    return 'path' in each ? pathsOfLeaf(each) : [];
  });
}
