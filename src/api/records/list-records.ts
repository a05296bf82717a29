import { readableFields } from '../../descriptor/access.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { parseListQuery } from '../../descriptor/query.ts';
import { answerJson } from '../answer.ts';
import type { ListQuery } from '../../descriptor/filter.ts';
import type { ListAnswer } from '../../store/store.ts';
import type { UserCall } from '../call.ts';
import { momentOf } from '../moment.ts';
import type { Refusal } from '../refusal.ts';
import { refuseQuery } from './refuse-query.ts';

/** Answers a list around the JSON the database made: the records are never parsed here. */
export async function listRecords(call: UserCall, resource: Resource): Promise<Response | Refusal> {
  const { descriptor, role, parts, query: params } = call;
  const asked = parseListQuery({ descriptor, role, resource, params, moment: momentOf(call) });
  if ('problems' in asked) return refuseQuery(asked.problems);
  const { query } = asked;

  const list = await parts.store.list(resource, query, readableFields(descriptor, role, resource));
  const { total } = list;
  const headers: Record<string, string> = total === null ? {} : { 'X-Total-Count': String(total) };
  return answerJson(call, 200, toListText(list, query), headers);
}

/** A page, around the records as the database wrote them. */
export function toListText(list: ListAnswer, query: ListQuery): string {
  const { json, total, totalIsEstimate, next } = list;
  const rest = {
    total,
    totalIsEstimate,
    // By a cursor one is on no page that has a number.
    page: query.after === undefined ? query.page : null,
    perPage: query.perPage,
    pageCount: total === null ? null : Math.ceil(total / query.perPage),
    next,
  };
  return `{"data":${json},${JSON.stringify(rest).slice(1)}`;
}
