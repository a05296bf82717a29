import { Neighbours } from '../../contract/lists.ts';
import { readableFields } from '../../descriptor/access.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { parseListQuery } from '../../descriptor/filter/query.ts';
import { isRecordId } from '../../descriptor/rules/record-check.ts';
import { answer, type Reply } from '../http/answer/answer.ts';
import type { UserCall } from '../http/call.ts';
import { queryContext } from '../../services/acting.ts';
import { refuse, refuseAs, refuseQuery } from '../../services/refusal.ts';
import { pagingProblems } from '../http/query-reader.ts';

/** Finds the records before and after a record in a list, its position and the total. */
export async function findNeighbours(call: UserCall, resource: Resource): Promise<Reply> {
  const { descriptor, role, services, query: params } = call;
  const { id } = call.params;
  const paging = pagingProblems(params);
  if (paging.length > 0) return refuse(paging);
  const list = parseListQuery({ ...queryContext(call, resource), params });
  if ('problems' in list) return refuseQuery(list.problems);
  if (!isRecordId(id)) return refuseAs('S001');
  const { filter, q, sort } = list.query;
  const neighbours = await services.store.neighbours(
    resource,
    id,
    { sort, ...(filter && { filter }), ...(q !== undefined && { q }) },
    readableFields(descriptor, role, resource),
  );
  return neighbours ? answer(call, 200, Neighbours, neighbours) : refuseAs('S001');
}
