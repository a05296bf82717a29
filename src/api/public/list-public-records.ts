import { publicRole } from '../../descriptor/permissions/as-public.ts';
import { parseListQuery } from '../../descriptor/filter/query.ts';
import { toListBody } from '../records/list-records.ts';
import { refuseQuery } from '../records/refuse-query.ts';
import type { Refusal } from '../http/refusal.ts';
import { answerPublic } from './answer-public.ts';
import type { PublicCall } from './public-routes.ts';

export async function listPublicRecords(asked: PublicCall): Promise<Response | Refusal> {
  const { call, seen, narrowed, resource } = asked;
  const { query: params, parts } = call;
  const parsed = parseListQuery({
    descriptor: seen,
    role: publicRole,
    resource: narrowed,
    params,
  });
  if ('problems' in parsed) return refuseQuery(parsed.problems);
  const { publicFields } = narrowed;
  // Without a choice of fields the stamps would come too, which tell who works here and when.
  const query = { ...parsed.query, fields: parsed.query.fields ?? publicFields };

  const list = await parts.store.list(resource, query, publicFields);
  const { total } = list;
  const headers: Record<string, string> = total === null ? {} : { 'X-Total-Count': String(total) };
  return answerPublic(call, toListBody(list, query), headers);
}
