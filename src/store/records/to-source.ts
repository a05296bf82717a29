import type { Resource } from '../../descriptor/descriptor.ts';
import type { ListQuery } from '../../descriptor/filter/filter.ts';
import { createParams, type Params } from '../connection/sql.ts';
import { toPage, toQuestion } from './list-sql.ts';
import { toOrder } from './order.ts';
import { createSight, type Scope, type Sight } from './sight.ts';

/** All records of a question, as a source; parameters there may be in it are in `params`. */
export function toSource(
  scope: Scope,
  resource: Resource,
  query: ListQuery,
  readable: readonly string[] | undefined,
): { source: string; sight: Sight; params: Params } {
  const question = toQuestion(resource, query, readable, scope);
  const params = createParams(question.params.values);
  const sight = createSight(scope, params);
  const order = toOrder(resource, query.sort, sight);
  const page = toPage(order, question, query.after, params, { offset: 0 });
  return { source: `(${page})`, sight, params };
}
