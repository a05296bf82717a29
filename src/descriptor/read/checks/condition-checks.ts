import { requireEntry } from '../../../fields/require-entry.ts';
import { readWhere } from '../../filter/where.ts';
import { fieldsRead } from '../../rules/target-filters.ts';
import type { Draft } from '../draft.ts';
import { flaw, type Flaw } from '../grammar-problems.ts';
import type { Path } from '../source-text.ts';
import { checkFilter, type FilterScope } from './filter-checks.ts';
import { mayRead } from './field-checks.ts';
import { checkKnown } from './role-checks.ts';

export type Asked = {
  scope: FilterScope;
  path: Path;
  /** Those who learn the result. */
  roles: readonly string[];
  /** What it is, for problems: `a check`. */
  kind: string;
};

/**
 * Checks a condition that the server judges. It may ask for other records and for computed values. These roles learn its
 * result, so they must be able to read all that it asks for.
 */
export function checkCondition(
  { resources }: Draft,
  where: unknown,
  { scope, path, roles, kind }: Asked,
): Flaw[] {
  const problems = checkFilter(scope, where, path);
  const read = problems.length > 0 ? undefined : readWhere(scope, where);
  if (!read || !('filter' in read)) return problems;
  const { filter } = read;
  const hidden = fieldsRead(resources, scope.resource.name, filter).flatMap((each) => {
    const of = requireEntry(resources, each.resource);
    if (each.isBeyond)
      return roles
        .filter((role) => !mayRead(of, each.field, role))
        .map((role) => flaw('D031', path, { value: `${of.name}.${each.field}`, role }));
    const readers = of.fields.get(each.field)?.read;
    const isHidden = readers !== undefined && roles.some((role) => !readers.includes(role));
    return isHidden ? [flaw('D021', path, { value: each.field, where: kind })] : [];
  });
  // In memory, neither the tree of a record nor the text of its files is known.
  const unknown = scope.before ? [] : checkKnown(scope.resource, filter, path);
  return [...unknown, ...hidden];
}
