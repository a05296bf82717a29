import { NewWatch, Watch, Watches } from '../../contract/people/watches.ts';
import { mayDo, mayRead } from '../../descriptor/access.ts';
import { parseWhere } from '../../descriptor/filter/where.ts';
import { readerOf } from '../../services/acting.ts';
import { findView } from '../../store/system/preferences/views.ts';
import { queryContextOf } from '../preferences/view-rules.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import { notAllowed } from '../../services/not-allowed.ts';
import { readTitles } from '../../services/threads/names.ts';
import { isRefusal, type Refusal, refuse, refuseAs } from '../../services/refusal.ts';
import { threadReader } from '../../services/threads/reader.ts';
import { findSeen } from '../../services/threads/write-thread.ts';
import {
  addWatch,
  listWatches,
  MOST_WATCHES,
  removeWatch,
  type StoredWatch,
  type WatchPlace,
} from '../../store/system/threads/watches.ts';
import { answer, answerEmpty, type Reply } from '../http/answer/answer.ts';
import type { UserCall } from '../http/call.ts';
import { parseBody } from '../http/json-body.ts';
import { createQueryReader } from '../http/query-reader.ts';
import { styleOf } from '../http/style-of.ts';

/** Responds with what the caller watches and may see. */
export async function answerWatches(call: UserCall): Promise<Reply> {
  const query = createQueryReader(call.query);
  const of = { resource: query.text('resource'), record: query.text('record') };
  const problems = query.problems();
  if (problems.length > 0) return refuse(problems);
  const asked = { reader: threadReader(call), person: call.user._id, ...of };
  const data = await toWatches(call, await listWatches(call.services.database, asked));
  return answer(call, 200, Watches, { data });
}

/** Begins to watch; to watch the same again changes nothing. */
export async function putWatch(call: UserCall): Promise<Reply> {
  const body = await parseBody(call, NewWatch);
  if (isRefusal(body)) return body;
  const place = await findPlace(call, body.value);
  if (isRefusal(place)) return place;
  const stored = await call.services.database.transaction((sql) =>
    addWatch(sql, call.user._id, place),
  );
  if (!stored) return refuse(problem('V016', '', { max: MOST_WATCHES }), { status: 422 });
  const [watch] = await toWatches(call, [stored]);
  return watch ? answer(call, 200, Watch, watch) : refuseAs('S001');
}

export async function deleteWatch(call: UserCall): Promise<Reply> {
  const { id = '' } = call.params;
  const isGone = await removeWatch(call.services.database, call.user._id, id);
  return isGone ? answerEmpty(call, 204) : refuseAs('S001');
}

/** What is wrong with the members of a body, whatever they name. */
function misfitOf({ resource, record, thread, view, fields, own }: NewWatch): Problem | undefined {
  if ([resource, thread, view, own].filter((each) => each !== undefined).length !== 1)
    return problem('V002', '', {
      expected: 'an object with one of resource, thread, view and own',
    });
  if (record !== undefined && resource === undefined)
    return problem('V002', 'record', { expected: 'given with resource' });
  return fields !== undefined && view === undefined
    ? problem('V002', 'fields', { expected: 'given with view' })
    : undefined;
}

/** What a body names, as far as the caller may read it. */
async function findPlace(call: UserCall, body: NewWatch): Promise<WatchPlace | Refusal> {
  const { record, thread, view, own } = body;
  const misfit = misfitOf(body);
  if (misfit) return refuse(misfit);
  if (own) return {};
  if (view !== undefined) return await findViewPlace(call, { ...body, view });
  if (thread !== undefined) {
    const found = await findSeen(call, thread);
    return isRefusal(found) ? refuse(problem('S001', 'thread')) : { thread };
  }
  const { descriptor, role, services } = call;
  const resource = descriptor.resources.get(body.resource ?? '');
  if (!resource || !mayDo(descriptor, role, resource, 'read'))
    return refuse(
      notAllowed(call, 'resource', (its) =>
        resource === undefined ? false : mayDo(its, role, resource, 'read'),
      ),
    );
  if (record !== undefined && !(await services.store.get(resource, record, [])))
    return refuse(problem('S001', 'record'));
  return { resource: resource.name, record };
}

/** A saved view whose filter the caller may use, and fields that they may read. */
async function findViewPlace(
  call: UserCall,
  { view, fields = [] }: NewWatch & { view: string },
): Promise<WatchPlace | Refusal> {
  const stored = await findView(call.services.database, readerOf(call), view);
  const context = stored && queryContextOf(call, stored.resource);
  if (!stored || !context) return refuse(problem('S001', 'view'));
  const { where, q } = stored.settings;
  const read = parseWhere({ ...context, where: where ?? {} });
  if (q || 'problems' in read)
    return refuse(
      problem('V002', 'view', {
        expected: 'a view without search words, whose filter you may use',
      }),
      { status: 422 },
    );
  const { descriptor, role, resource } = context;
  const unknown = fields.flatMap((name, at) =>
    mayRead(descriptor, role, resource, name) ? [] : [problem('V009', `fields.${at}`)],
  );
  if (unknown.length > 0) return refuse(unknown, { status: 422 });
  return { resource: resource.name, view, fields };
}

/** With the titles of the records, of those that the caller may see. */
async function toWatches(call: UserCall, stored: readonly StoredWatch[]): Promise<Watch[]> {
  const records = stored.flatMap(({ resource, record }) =>
    resource === null || record === null ? [] : [{ resource, id: record }],
  );
  const titles = await readTitles(call, styleOf(call), records);
  return stored.map((each) => ({
    ...each,
    title: titles[`${each.resource}/${each.record}`] ?? null,
  }));
}
