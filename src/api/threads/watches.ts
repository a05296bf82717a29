import { NewWatch, Watch, Watches } from '../../contract/people/watches.ts';
import { mayDo } from '../../descriptor/access.ts';
import { problem } from '../../fields/problems/problem.ts';
import { notAllowed } from '../../services/not-allowed.ts';
import { isRefusal, refuse, refuseAs } from '../../services/refusal.ts';
import {
  addWatch,
  listWatches,
  MOST_WATCHES,
  removeWatch,
} from '../../store/system/threads/watches.ts';
import { answer, answerEmpty, type Reply } from '../http/answer/answer.ts';
import type { UserCall } from '../http/call.ts';
import { parseBody } from '../http/json-body.ts';
import { createQueryReader } from '../http/query-reader.ts';

/** Responds with what the caller watches. */
export async function answerWatches(call: UserCall): Promise<Reply> {
  const reader = createQueryReader(call.query);
  const of = { resource: reader.text('resource'), record: reader.text('record') };
  const problems = reader.problems();
  if (problems.length > 0) return refuse(problems);
  const data = await listWatches(call.services.database, { person: call.user._id, ...of });
  return answer(call, 200, Watches, { data });
}

/** Begins to watch; to watch the same again changes nothing. */
export async function putWatch(call: UserCall): Promise<Reply> {
  const body = await parseBody(call, NewWatch);
  if (isRefusal(body)) return body;
  const { record } = body.value;
  const { descriptor, role, services } = call;
  const resource = descriptor.resources.get(body.value.resource);
  if (!resource || !mayDo(descriptor, role, resource, 'read'))
    return refuse(
      notAllowed(call, 'resource', (own) =>
        resource === undefined ? false : mayDo(own, role, resource, 'read'),
      ),
    );
  if (record !== undefined && !(await services.store.get(resource, record, [])))
    return refuse(problem('S001', 'record'));
  const watch = await services.database.transaction((sql) =>
    addWatch(sql, { person: call.user._id, resource: resource.name, record }),
  );
  if (!watch) return refuse(problem('V016', '', { max: MOST_WATCHES }), { status: 422 });
  return answer(call, 200, Watch, watch);
}

export async function deleteWatch(call: UserCall): Promise<Reply> {
  const { id = '' } = call.params;
  const isGone = await removeWatch(call.services.database, call.user._id, id);
  return isGone ? answerEmpty(call, 204) : refuseAs('S001');
}
