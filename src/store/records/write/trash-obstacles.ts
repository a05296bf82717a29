import { emptyOf } from '../../../descriptor/field-check.ts';
import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import type { Problem } from '../../../fields/problems/problem.ts';
import type { Connection } from '../../connection/connection.ts';
import type { ManyWrite, WriteFailure } from '../../store.ts';
import { findConflicts } from './conflicts.ts';

type Place = { connection: Connection; descriptor: Descriptor; resource: Resource };

/**
 * What prevents records from coming back, without writing them: values and `_id`s that others have by now, and
 * references to records that are gone. Records of `also` come back with them.
 */
export async function obstaclesOf(
  place: Place,
  writes: readonly ManyWrite[],
  also: ReadonlySet<string> = new Set(),
): Promise<Map<ManyWrite, WriteFailure>> {
  const rows = writes.map(({ id, values }) => ({ id, values, isNew: true }));
  const taken = await findConflicts(UNIQUE, place, rows);
  const missing = await findConflicts(REFERENCE, place, rows);
  return new Map(
    writes.flatMap((write, at): [ManyWrite, WriteFailure][] => {
      const lacking = missing[at]?.problems.filter((each) => !comes(place, each, also)) ?? [];
      const problems = [...(taken[at]?.problems ?? []), ...lacking];
      const failure = taken[at] ? 'duplicate' : 'invalid';
      return problems.length === 0 ? [] : [[write, { failure, problems }]];
    }),
  );
}

/** Empties the references of some fields to records that are gone, where nothing has to be there. */
export async function clearMissing(
  place: Place,
  writes: readonly ManyWrite[],
  names: readonly string[],
  also: ReadonlySet<string> = new Set(),
): Promise<void> {
  const rows = writes.map(({ id, values }) => ({ id, values, isNew: true }));
  const missing = await findConflicts(REFERENCE, place, rows);
  for (const [at, { values }] of writes.entries()) {
    const lacking = missing[at]?.problems.filter((each) => !comes(place, each, also)) ?? [];
    for (const [name, problems] of Map.groupBy(lacking, ({ path }) => path.split('.', 1)[0]!)) {
      if (!names.includes(name)) continue;
      const field = place.resource.fields.get(name)!;
      const gone = new Set(problems.map(({ params }) => params?.['value']));
      const left = [values[name] ?? []].flat().filter((id) => !gone.has(id as string));
      if (left.length > 0) values[name] = left;
      else if (!field.required) values[name] = emptyOf(field);
    }
  }
}

/** Replaces values with which records cannot come back, in the fields of `values`. */
export async function replaceObstacles(
  place: Place,
  writes: readonly ManyWrite[],
  values: Readonly<Record<string, unknown>>,
  also: ReadonlySet<string> = new Set(),
): Promise<void> {
  for (const [write, failure] of await obstaclesOf(place, writes, also)) {
    const problems = 'problems' in failure ? failure.problems : [];
    for (const name of problems.map(({ path }) => path.split('.', 1)[0] ?? ''))
      if (Object.hasOwn(values, name)) write.values[name] = values[name];
  }
}

/** Whether the missing record comes back with the same call. */
function comes({ resource }: Place, { path, params }: Problem, also: ReadonlySet<string>): boolean {
  const field = resource.fields.get(path.split('.', 1)[0]!)!;
  const isOwn = field.kind.relation?.(field.settings).to === resource.name;
  return isOwn && also.has(String(params?.['value']));
}

const UNIQUE = '23505';
const REFERENCE = '23503';
