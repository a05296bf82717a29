import { requireEntry } from '../../../fields/require-entry.ts';
import { fieldsBeyond, fieldsOfFilter } from '../../filter/declared-filter.ts';
import { readWhere } from '../../filter/where.ts';
import type { Draft, DraftResource } from '../draft.ts';
import { flaw, type Flaw } from '../grammar-problems.ts';
import type { Path } from '../source-text.ts';
import { checkFilter } from './filter-checks.ts';
import { mayRead } from './reference-checks.ts';
import { checkKnown } from './role-checks.ts';

/**
 * Checks a condition that the server judges for a stored record. It may ask for other records and for computed values.
 * These roles learn its result, so they must be able to read all that it asks for.
 */
export function checkJudged(
  { resources }: Draft,
  resource: DraftResource,
  where: unknown,
  { path, roles }: { path: Path; roles: readonly string[] },
): Flaw[] {
  const problems = checkFilter({ resource, resources }, where, path);
  const read = problems.length > 0 ? undefined : readWhere({ resource, resources }, where);
  if (!read || !('filter' in read)) return problems;
  const { filter } = read;
  const hidden = fieldsOfFilter({ unresolved: filter }).filter((name) => {
    const readers = resource.fields.get(name)?.read;
    return readers !== undefined && roles.some((role) => !readers.includes(role));
  });
  const beyond = fieldsBeyond(filter).flatMap(({ resource: name, field }) =>
    roles
      .filter((role) => !mayRead(requireEntry(resources, name), field, role))
      .map((role) => flaw('D031', path, { value: `${name}.${field}`, role })),
  );
  return [
    ...checkKnown(resource, filter, path),
    ...hidden.map((value) => flaw('D021', path, { value, where: 'an action' })),
    ...beyond,
  ];
}
