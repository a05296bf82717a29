import type { Resource } from '../../descriptor/descriptor.ts';
import type { ListQuery } from '../../descriptor/filter/filter.ts';
import { createParams, type Params } from '../connection/sql.ts';
import { toPage, toQuestion } from './list-sql.ts';
import { toOrder } from './order.ts';
import { createSqlScope, type Scope, type SqlScope } from './scope.ts';

/** All records of a question, as a source; parameters there may be in it are in `params`. */
export function toSource(
  scope: Scope,
  resource: Resource,
  query: ListQuery,
  readable: readonly string[] | undefined,
): { source: string; sqlScope: SqlScope; params: Params } {
  const question = toQuestion(resource, query, readable, scope);
  const params = createParams(question.params.values);
  const sqlScope = createSqlScope(scope, params);
  const order = toOrder(resource, query.sort, sqlScope);
  const page = toPage(order, question, query.after, params, { offset: 0 });
  return { source: `(${page})`, sqlScope, params };
}
