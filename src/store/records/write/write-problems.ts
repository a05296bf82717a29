import type { ManyOutcome, Referrer, Restriction, WriteFailure } from '../../store.ts';
import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import { unseenReferrers } from '../../../descriptor/permissions/seen-problems.ts';
import { duplicatesOf } from '../../../fields/problems/problem-words.ts';
import { problem, type Problem } from '../../../fields/problems/problem.ts';
import type { ProblemCode } from '../../../fields/problems/problem-codes.ts';
import { errorCode } from '../../connection/errors.ts';
import type { Connection } from '../../connection/connection.ts';
import { findOverlapRule } from '../../schema/tables/exclusions.ts';
import { findRule } from '../../schema/tables/checking-triggers.ts';
import { checkProblems } from '../../../descriptor/rules/check-rules.ts';
import { findConflicts, type Row } from './conflicts.ts';
import { findReferrers } from '../query/read.ts';
import { storedFields, type StoredField } from '../sql/stored-fields.ts';

type Attempt = {
  connection: Connection;
  descriptor: Descriptor;
  restriction?: Restriction | undefined;
  resource: Resource;
  row: Row;
};

/**
 * Why the database refused a write, as problems of the fields. PostgreSQL names only the first obstacle, so this looks
 * for all of the kind. Undefined when the error is not a refusal but a failure.
 */
export async function toWriteFailure(error: unknown, attempt: Attempt) {
  const code = String(errorCode(error));
  const path = fieldOf(error as DatabaseError, attempt);
  const [conflict] = await findConflicts(code, attempt, [attempt.row]);
  return conflict ?? refusals[code]?.(path, error as DatabaseError, attempt);
}

/** Why the database refused a removal: other records refer to it, or a check of one does not hold without it. */
export async function toRemovalFailure(error: unknown, attempt: Attempt) {
  const { connection, descriptor, restriction, resource, row } = attempt;
  if (errorCode(error) === CHECK_VIOLATION) return toWriteFailure(error, attempt);
  if (errorCode(error) !== FOREIGN_KEY_VIOLATION) return undefined;
  const scope = { descriptor, rowsOf: restriction?.rowsOf };
  const referrers = await findReferrers({ connection, scope }, resource, row.id);
  if (referrers.length === 0) return undefined;
  return { failure: 'referenced', problems: referrerProblems(referrers) } satisfies WriteFailure;
}

/** Whether the database refused what was to be written, rather than failed itself. */
export function isRefusal(error: unknown): boolean {
  return String(errorCode(error)) in refusals;
}

export function referrerProblems(referrers: readonly Referrer[]): Problem[] {
  const seen = referrers.filter(({ count }) => count > 0);
  return [
    ...seen.map(({ resource, field, count }) => problem('S004', '', { resource, field, count })),
    ...(referrers.some(({ unseen }) => unseen > 0) ? [unseenReferrers()] : []),
  ];
}

export const FOREIGN_KEY_VIOLATION = '23503';
export const CHECK_VIOLATION = '23514';

type DatabaseError = Error & { constraint?: string; column?: string };

const LONGEST_UNIQUE = 600;

type ToFailure = (path: string, error: DatabaseError, attempt: Attempt) => WriteFailure | undefined;

const refusals: Readonly<Record<string, ToFailure>> = {
  // unique_violation: the other record is gone by now, or it has the same `_id`
  23505: (path) => ({ failure: 'duplicate', problems: duplicatesOf(path.split('+')) }),
  // foreign_key_violation: the missing record exists by now
  23503: (path, { constraint }) =>
    constraint === 'file_uses_file'
      ? judged([problem('V063', '', { value: '' })])
      : invalid('V014', path, { value: '' }),
  // check_violation: a check of this record, or of one that counts it
  23514: (_, { constraint = '' }, { descriptor, resource }) => {
    const match = findRule(descriptor, constraint);
    if (!match) return undefined;
    const { problems } = match.rule;
    const isOwn = match.resource.name === resource.name;
    return judged(isOwn ? [...problems] : asWhole(problems));
  },
  // exclusion_violation
  '23P01': (_, { constraint = '' }, { descriptor }) => {
    const rule = findOverlapRule(descriptor, constraint);
    if (!rule) return undefined;
    const { fields, from, message } = rule;
    if (message) return judged(checkProblems({ message, fields: [from] }));
    return judged([problem('V062', from, { fields: fields.join(', ') })]);
  },
  // not_null_violation
  23502: (_, { column = '' }) => invalid('V001', column),
  // program_limit_exceeded: the only limit a value can exceed is that of an entry in a unique index
  54000: (path) => invalid('V003', path.replace(/\+.*/, ''), { max: LONGEST_UNIQUE }),
  // untranslatable_character, character_not_in_repertoire
  '22P05': () => invalid('V013', ''),
  22021: () => invalid('V013', ''),
  // numeric_value_out_of_range
  22003: () => invalid('V002', '', { expected: 'number' }),
};

function judged(problems: Problem[]): WriteFailure {
  return { failure: 'invalid', problems, isJudged: true };
}

function invalid(
  code: ProblemCode,
  path: string,
  params: Record<string, string | number> = {},
): WriteFailure {
  return { failure: 'invalid', problems: [problem(code, path, params)] };
}

/** A rule of another record says nothing about the fields of this one. */
function asWhole(problems: readonly Problem[]): Problem[] {
  return problems.slice(0, 1).map((each) => ({ ...each, path: '' }));
}

/** Our constraints are named `resource.field.purpose`, or `resource.one+other.purpose` for several fields. */
function fieldOf({ constraint = '', message }: DatabaseError, { resource, row }: Attempt): string {
  // For an entry that is far too large for an index, PostgreSQL does not name the index.
  if (message.startsWith('index row requires')) return longestUnique(resource, row);
  const named = constraint || (/index "([^"]+)"/.exec(message)?.[1] ?? '');
  const [, path = ''] = named.split('.');
  return path.split('+').every((name) => resource.fields.has(name)) ? path : '_id';
}

function longestUnique(resource: Resource, { values }: Row): string {
  const unique = storedFields(resource).filter(({ place }) => place.unique);
  const length = ({ name }: StoredField) => JSON.stringify(values[name] ?? '').length;
  return unique.sort((one, other) => length(other) - length(one))[0]?.name ?? '_id';
}

/** Whether a record was not written only because it refers to records that are not there. */
export function lacksReferences(outcome: ManyOutcome): boolean {
  return 'problems' in outcome && outcome.problems.every(({ code }) => code === 'V014');
}
