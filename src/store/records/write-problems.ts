import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import { DUPLICATE, problem, type Problem } from '../../fields/problem.ts';
import type { ProblemCode } from '../../fields/problem-codes.ts';
import { errorCode } from '../error-code.ts';
import { findPlace } from '../place.ts';
import type { Session } from '../session.ts';
import { quoteName } from '../sql.ts';
import type { Referrer, WriteFailure } from '../store.ts';
import { isMany, toStored, typeOf } from './write-columns.ts';

export type Attempt = {
  session: Session;
  descriptor: Descriptor;
  resource: Resource;
  id: string;
  values: Readonly<Record<string, unknown>>;
};

/**
 * Why the database refused a write, said of the fields. PostgreSQL names the first obstacle only,
 * so all of the kind are looked for. Undefined: it is no refusal but trouble.
 */
export async function toWriteFailure(
  error: unknown,
  attempt: Attempt,
): Promise<WriteFailure | undefined> {
  return refusals[String(errorCode(error))]?.(error as DatabaseError, attempt);
}

/** Is it one of the refusals that `toWriteFailure` explains? */
export function isRefusal(error: unknown): boolean {
  return Object.hasOwn(refusals, String(errorCode(error)));
}

export function referrerProblems(referrers: readonly Referrer[]): Problem[] {
  return referrers.map(({ resource, field, count }) =>
    problem('S004', '', { resource, field, count }),
  );
}

type DatabaseError = Error & { constraint?: string; table?: string; column?: string };

const LONGEST_UNIQUE = 600;

const refusals: Readonly<
  Record<
    string,
    (error: DatabaseError, attempt: Attempt) => WriteFailure | Promise<WriteFailure | undefined>
  >
> = {
  // unique_violation
  23505: async (error, attempt) => {
    const problems = await findDuplicates(attempt);
    // The other record may have gone since.
    if (problems.length === 0) problems.push(problem(DUPLICATE, fieldOf(error, attempt)));
    return { failure: 'duplicate', problems };
  },
  // foreign_key_violation
  23503: async (error, attempt) => {
    const problems = await findMissingTargets(attempt);
    if (problems.length === 0)
      problems.push(problem('V014', fieldOf(error, attempt), { value: '' }));
    return { failure: 'invalid', problems };
  },
  // not_null_violation
  23502: ({ column = '' }) => invalid('V001', column),
  // program_limit_exceeded: the only limit a value can meet is that of an entry of a unique index
  54000: (error, attempt) => invalid('V003', fieldOf(error, attempt), { max: LONGEST_UNIQUE }),
  // untranslatable_character, character_not_in_repertoire
  '22P05': () => invalid('V013', ''),
  22021: () => invalid('V013', ''),
  // numeric_value_out_of_range
  22003: () => invalid('V002', '', { expected: 'number' }),
};

function invalid(
  code: ProblemCode,
  path: string,
  params: Record<string, string | number> = {},
): WriteFailure {
  return { failure: 'invalid', problems: [problem(code, path, params)] };
}

/** Our constraints are named `resource.field.purpose`; a field's name has no dot. */
function fieldOf({ constraint = '', message }: DatabaseError, { resource }: Attempt): string {
  const named = constraint || (/index "([^"]+)"/.exec(message)?.[1] ?? '');
  const [, path = ''] = named.split('.');
  return resource.fields.has(path) ? path : '_id';
}

async function findDuplicates({ session, resource, id, values }: Attempt): Promise<Problem[]> {
  const table = quoteName(resource.name);
  const unique = [...resource.fields.values()].filter(
    ({ name, unique: isUnique }) => isUnique && values[name] !== null && values[name] !== undefined,
  );
  const problems: Problem[] = [];
  for (const { name } of unique) {
    const place = findPlace(resource, name, '');
    const { rows } = await session.query(
      `select 1 from ${table} where ${place.sql} = $1::${typeOf(place)} and _id <> $2 limit 1`,
      [toStored(place, values[name]), id],
    );
    if (rows.length > 0) problems.push(problem(DUPLICATE, name));
  }
  return problems;
}

async function findMissingTargets({
  session,
  descriptor,
  resource,
  values,
  id,
}: Attempt): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const { name } of resource.fields.values()) {
    const place = findPlace(resource, name, '');
    const target = place.to === undefined ? undefined : descriptor.resources.get(place.to);
    const ids = [values[name] ?? []].flat();
    if (!target || ids.length === 0) continue;
    const { rows } = await session.query<{ value: string; position: number }>(
      `select v as value, n - 1 as position from unnest($1::text[]) with ordinality as u(v, n) ` +
        `where not exists (select from ${quoteName(target.name)} t where t._id = v) and not (v = $2 and $3)`,
      [ids, id, target.name === resource.name],
    );
    for (const { value, position } of rows)
      problems.push(problem('V014', isMany(place) ? `${name}.${position}` : name, { value }));
  }
  return problems;
}
