import { headOf } from '../../fields/text/head-of-path.ts';
import { requireEntry } from '../../fields/require-entry.ts';
import {
  DUPLICATE,
  problem,
  type Problem,
  type ProblemParams,
} from '../../fields/problems/problem.ts';
import { mayRead } from '../access.ts';
import type { Descriptor, Resource } from '../descriptor.ts';
import { fieldsBeyond, fieldsOfFilter } from '../filter/declared-filter.ts';
import { namingFields } from '../title.ts';

type Reader = {
  descriptor: Descriptor;
  role: string;
  /** Fields that the caller has filled in, whatever the role may read: people write their own account. */
  own?: readonly string[] | undefined;
};

/**
 * What a role may learn of the problems of a record. Checks and the database name every field, collection and record
 * that is in the way; what the role may not read becomes "values" and "records" that it cannot see. All problems of a
 * write pass through here before they leave.
 */
export function toSeenProblems(
  reader: Reader,
  resource: Resource,
  problems: readonly Problem[],
): Problem[] {
  const seen = problems.map((each) => toSeen(reader, resource, each));
  // At the end and once, as their place and number would tell of what is hidden.
  const others = new Map(
    seen.flatMap((each) => (general.has(each.code) ? [[each.code, each]] : [])),
  );
  return [...seen.filter(({ code }) => !general.has(code)), ...others.values()];
}

/** The problem of a reference from a field that the role may not read, or from records that it does not see. */
export function unseenReferrers(): Problem {
  return problem('S048', '');
}

const general: ReadonlySet<Problem['code']> = new Set(['S047', 'S048']);

function toSeen(reader: Reader, resource: Resource, original: Problem): Problem {
  const { code, path, params = {} } = original;
  if (code === 'S004') return seesReferrer(reader, params) ? original : unseenReferrers();
  // A name that the caller has sent is unknown to the caller whether or not there is such a field.
  if (code === 'V009' || code === 'I002') return original;
  const isSeen = (name: string) =>
    !resource.fields.has(name) ||
    reader.own?.includes(name) === true ||
    mayRead(reader.descriptor, reader.role, resource, name);
  if (![headOf(path), ...othersOf(resource, original)].every(isSeen)) return problem('S047', '');
  if (code === 'V055') return withoutTarget(reader, resource, original);
  const isNamed = namingFields(resource).every(isSeen);
  return code === 'V056' && !isNamed ? problem(code, path, { way: '…' }) : original;
}

function seesReferrer(
  { descriptor, role }: Reader,
  { resource: name, field }: NonNullable<Problem['params']>,
): boolean {
  const from = descriptor.resources.get(String(name));
  return from !== undefined && mayRead(descriptor, role, from, String(field));
}

/** The other fields that a problem is about: those that are unique together, or the same in periods that overlap. */
function othersOf({ unique }: Resource, { code, path, params = {} }: Problem): string[] {
  if (code === DUPLICATE) return unique.filter((names) => names.includes(path)).flat();
  return code === 'V062' ? String(params['fields']).split(', ') : [];
}

/** A reference to a record with a title or a condition of which the role may not read all. */
function withoutTarget(
  { descriptor, role }: Reader,
  resource: Resource,
  { code, path, params = {} }: Problem,
): Problem {
  const rule = resource.targetFilters.get(headOf(path));
  const target = rule && descriptor.resources.get(rule.to);
  const sees = (names: readonly string[]) =>
    target !== undefined && names.every((name) => mayRead(descriptor, role, target, name));
  const beyond = rule ? fieldsBeyond(rule.filter.unresolved) : [];
  const seesTitle = target !== undefined && sees(namingFields(target));
  const seesCondition =
    rule !== undefined &&
    sees(fieldsOfFilter(rule.filter)) &&
    [...rule.looksAt, ...rule.compares].every((own) => mayRead(descriptor, role, resource, own)) &&
    beyond.every(({ resource: name, field }) =>
      mayRead(descriptor, role, requireEntry(descriptor.resources, name), field),
    );
  const [titles, conditions] = splitParams(params, 'value');
  return problem(code as 'V055', path, {
    ...(seesTitle ? titles : { value: '…' }),
    ...(seesCondition ? conditions : { condition: '…' }),
  });
}

/** A parameter with its texts for people, and the other parameters. */
function splitParams(params: ProblemParams, name: string): [ProblemParams, ProblemParams] {
  const entries = Object.entries(params);
  const isOwn = ([key]: [string, unknown]) => key === name || key.startsWith(`${name}_`);
  return [
    Object.fromEntries(entries.filter(isOwn)),
    Object.fromEntries(entries.filter((entry) => !isOwn(entry))),
  ];
}
