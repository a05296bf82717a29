import { type Page, Neighbours } from '../../contract/lists.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { answerJson, type Reply, answer } from '../http/answer/answer.ts';
import type { ListQuery } from '../../descriptor/filter/filter.ts';
import { borrowMemory, returnMemory } from '../../store/memory/free-memory.ts';
import type { ListAnswer } from '../../store/store.ts';
import type { UserCall } from '../http/call.ts';
import { isRefusal, refuse, refuseAs, refuseQuery } from '../../services/refusal.ts';
import { readListQuery } from './read-list-query.ts';
import { readableFields } from '../../descriptor/access.ts';
import { parseListQuery } from '../../descriptor/filter/query.ts';
import { isRecordId } from '../../descriptor/rules/record-check.ts';
import { queryContext } from '../../services/acting.ts';
import { pagingProblems } from '../http/query-reader.ts';

/** Responds with a list around the JSON of the store, without parsing the records. */
export async function listRecords(call: UserCall, resource: Resource): Promise<Reply> {
  const request = await readListQuery(call, resource, call.query);
  if (isRefusal(request)) return request;
  const { query, readable } = request;

  const list = await call.services.store.list(resource, query, readable);
  const { total } = list;
  const headers: Record<string, string> = total === null ? {} : { 'X-Total-Count': String(total) };
  return answerJson(call, 200, toListBody(list, query), headers);
}

/** A page around the records as the store wrote them. Their memory is given back. */
export function toListBody(list: ListAnswer, query: ListQuery): Buffer<ArrayBuffer> {
  const { json, total, totalIsEstimate, next } = list;
  const rest: Omit<Page, 'data'> = {
    total,
    totalIsEstimate,
    // Pages that follow a cursor have no number.
    page: query.after === undefined ? query.page : null,
    perPage: query.perPage,
    // Even an empty list has one page (specification, 9).
    pageCount: total === null ? null : Math.max(1, Math.ceil(total / query.perPage)),
    next,
  };
  const head = '{"data":';
  const tail = `,${JSON.stringify(rest).slice(1)}`;
  const memory = borrowMemory(head.length + json.length + tail.length);
  let size = memory.write(head);
  size += json.copy(memory, size);
  size += memory.write(tail, size);
  returnMemory(json);
  return memory.subarray(0, size);
}

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
