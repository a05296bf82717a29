import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import type { StoredRule } from '../../../descriptor/rules/stored-rules.ts';
import { literalParams } from '../../schema/literal-params.ts';
import { toFilterSql } from '../sql/conditions.ts';
import { createSqlScope } from '../sql/scope.ts';

/** A record breaks a rule that is not true. `before` is the alias, with a dot, of the record before the change. */
export function brokenSql(
  descriptor: Descriptor,
  resource: Resource,
  { holds }: Pick<StoredRule, 'holds'>,
  before: string,
): string {
  const scope = createSqlScope({ descriptor }, literalParams(resource.timeZone), { before });
  return `(${toFilterSql(resource, holds, scope)}) is not true`;
}
