import { headOf } from '../../../fields/text/head-of-path.ts';
import { requireEntry } from '../../../fields/require-entry.ts';
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
async function obstaclesOf(
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

/** Values, by field, for those with which a record cannot come back. */
type Replacement = [ManyWrite, Readonly<Record<string, unknown>>];
type Replacements = Map<Replacement[0], Replacement[1]>;

/**
 * Clears references to records that are gone, in these fields, if they may be empty. Others may refer to a record that
 * is cleared, so call it again until there is nothing to clear.
 */
export async function findClearings(
  place: Place,
  writes: readonly ManyWrite[],
  names: readonly string[],
  also: ReadonlySet<string> = new Set(),
): Promise<Replacements> {
  const rows = writes.map(({ id, values }) => ({ id, values, isNew: true }));
  const missing = await findConflicts(REFERENCE, place, rows);
  const without = (coming: ReadonlySet<string>): Replacements =>
    new Map(
      writes.flatMap((write, at): Replacement[] => {
        const lacking = missing[at]?.problems.filter((each) => !comes(place, each, coming)) ?? [];
        const cleared = clear(place, write, lacking, names);
        return Object.keys(cleared).length > 0 ? [[write, cleared]] : [];
      }),
    );
  const clearings = without(also);
  // A record that comes back once its own references are cleared is not gone.
  const first = without(new Set([...also, ...[...clearings.keys()].map(({ id }) => id)]));
  return first.size > 0 ? first : clearings;
}

function clear(
  { resource }: Place,
  { values }: ManyWrite,
  lacking: readonly Problem[],
  names: readonly string[],
): Record<string, unknown> {
  const cleared: Record<string, unknown> = {};
  for (const [name, problems] of Map.groupBy(lacking, ({ path }) => headOf(path))) {
    if (!names.includes(name)) continue;
    const field = requireEntry(resource.fields, name);
    const gone = new Set(problems.map(({ params }) => params?.['value']));
    const left = [values[name] ?? []].flat().filter((id) => !gone.has(id as string));
    if (left.length > 0) cleared[name] = left;
    else if (!field.required) cleared[name] = emptyOf(field);
  }
  return cleared;
}

/** Of `values`, those for fields with which records cannot come back. */
export async function findReplacements(
  place: Place,
  writes: readonly ManyWrite[],
  values: Readonly<Record<string, unknown>>,
  also: ReadonlySet<string> = new Set(),
): Promise<Replacements> {
  const obstacles = await obstaclesOf(place, writes, also);
  return new Map(
    [...obstacles].map(([write, failure]): Replacement => {
      const names = new Set(
        'problems' in failure ? failure.problems.map(({ path }) => headOf(path)) : [],
      );
      return [
        write,
        Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name))),
      ];
    }),
  );
}

/** Whether the missing record comes back with the same call. */
function comes({ resource }: Place, one: Problem, also: ReadonlySet<string>): boolean {
  const field = requireEntry(resource.fields, headOf(one.path));
  const isOwn = field.kind.relation?.(field.settings).to === resource.name;
  return isOwn && also.has(String(one.params?.['value']));
}

const UNIQUE = '23505';
const REFERENCE = '23503';
