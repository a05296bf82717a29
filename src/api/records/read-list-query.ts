import { mayDo, readableFields } from '../../descriptor/access.ts';
import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import type { ListQuery } from '../../descriptor/filter/filter.ts';
import {
  AS_OF,
  checkPastQuery,
  isPathInPast,
  parsePastMoment,
} from '../../descriptor/filter/past-query.ts';
import { parseListQuery } from '../../descriptor/filter/query.ts';
import { problem } from '../../fields/problems/problem.ts';
import { readFirstMoment } from '../../store/records/past/first-moment.ts';
import type { UserCall } from '../http/call.ts';
import { queryContext } from '../../services/acting.ts';
import { notAllowed } from '../../services/not-allowed.ts';
import { isRefusal, type Refusal, refuse, refuseQuery } from '../../services/refusal.ts';

/** A list to read, and the fields of it that the caller may read. */
type Listing = { query: ListQuery; readable: readonly string[] };

/** Reads the query of a list that can also be asked for as of a moment. */
export async function readListQuery(
  call: UserCall,
  resource: Resource,
  sent: URLSearchParams,
): Promise<Listing | Refusal> {
  const { descriptor, role } = call;
  const params = new URLSearchParams(sent);
  params.delete(AS_OF);
  // Few lists ask for a moment, and each `await` costs time.
  const moment = sent.has(AS_OF) ? await readAsOf(call, resource, sent) : undefined;
  if (moment && isRefusal(moment)) return moment;
  const list = parseListQuery({ ...queryContext(call, resource), params });
  if ('problems' in list) return refuseQuery(list.problems);
  const { query } = list;
  const readable = readableFields(descriptor, role, resource);
  if (!moment) return { query, readable };
  const problems = checkPastQuery(resource, query, params);
  if (problems.length > 0) return refuseQuery(problems);
  const isKnown = (path: string) => isPathInPast(resource, path);
  const sort = query.sort.filter(({ path }) => isKnown(path));
  return { query: { ...query, sort, asOf: moment.asOf }, readable: readable.filter(isKnown) };
}

/** The moment that `_asOf` names; the caller may see the past, and it is known. */
async function readAsOf(
  call: UserCall,
  resource: Resource,
  params: URLSearchParams,
): Promise<{ asOf: string } | Refusal> {
  const { descriptor, role, services } = call;
  const [text = '', ...more] = params.getAll(AS_OF);
  const may = (own: Descriptor) => mayDo(own, role, resource, 'history');
  if (!may(descriptor)) return refuse(notAllowed(call, AS_OF, may));
  if (more.length > 0) return refuseQuery([problem('Q004', AS_OF, { expected: 'oneValue' })]);
  const now = new Date();
  const read = parsePastMoment(text, now);
  if ('problem' in read) return refuseQuery([read.problem]);
  const first = await readFirstMoment(services.database.primaryOrReplica, resource, now);
  if (first !== undefined && read.at < first)
    return refuseQuery([problem('Q021', AS_OF, { first })]);
  return { asOf: read.at };
}
