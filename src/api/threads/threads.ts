import {
  Messages,
  MessagePatch,
  NewMessage,
  NewThread,
  Thread,
  ThreadMarks,
  ThreadPatch,
  Threads,
  threadStatuses,
} from '../../contract/people/threads.ts';
import { mayAdminister } from '../../descriptor/access.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { problem } from '../../fields/problems/problem.ts';
import { isRefusal, type Refusal, refuse, refuseAs } from '../../services/refusal.ts';
import { mayComment, threadReader } from '../../services/threads/reader.ts';
import {
  changeMessage,
  changeThread,
  findSeen,
  openThread,
  writeMessage,
} from '../../services/threads/write-thread.ts';
import { readEntriesOf } from '../../store/system/threads/inbox.ts';
import {
  announceThreads,
  EDITABLE_MINUTES,
  listMessages,
  listThreads,
  markThreadsRead,
  removeMessage,
  type StoredThread,
} from '../../store/system/threads/threads.ts';
import { markRows, markThreads } from '../../store/system/threads/marks.ts';
import { eraseSentMessage } from '../../store/system/webhooks/thread-deliveries.ts';
import { counterOf, spendLimits } from '../accounts/limits.ts';
import { readNames } from '../../services/threads/names.ts';
import { answer, answerEmpty, type Reply } from '../http/answer/answer.ts';
import type { UserCall } from '../http/call.ts';
import { parseBody } from '../http/json-body.ts';
import { createQueryReader } from '../http/query-reader.ts';
import { toMessage, toThreads } from './to-answer.ts';

const CURSOR = /^(\d{4}-\d\d-\d\dT[\d:.]+Z)_([\w-]{1,100})$/;

/** Responds with the threads that the caller sees, of one collection, record or cell, or of all. */
export async function answerThreads(call: UserCall): Promise<Reply> {
  const asked = readQuery(call);
  if (isRefusal(asked)) return asked;
  const { name, ...query } = asked;
  const resource = name === undefined ? undefined : findResource(call, name);
  if (resource && isRefusal(resource)) return resource;
  const { threads, total } = await listThreads(call.services.database, {
    ...query,
    reader: threadReader(call, resource),
    person: call.user._id,
  });
  const page = threads.slice(0, query.perPage);
  const last = page.at(-1);
  const next = threads.length > query.perPage && last ? `${last.lastAt}_${last._id}` : null;
  return answer(call, 200, Threads, { data: await toThreads(call, page), total, next });
}

/** The query of a list, and the name of the collection; the caller and their role for `$user`. */
function readQuery(call: UserCall) {
  const reader = createQueryReader(call.query);
  const text = (name: string) => reader.text(name);
  const status = reader.list('status', threadStatuses);
  const assignee = text('assignee');
  const isMine = assignee === '$user';
  const query = {
    name: text('resource'),
    record: text('record'),
    job: text('job'),
    row: text('row'),
    changeSet: text('changeSet'),
    field: text('field'),
    status: status.length > 0 ? status : undefined,
    assignee: isMine ? call.user._id : assignee,
    role: isMine ? call.role : undefined,
    words: text('q'),
    isUnread: reader.list('unread', ['true']).length > 0,
    perPage: reader.perPage(25, 100),
    after: toPlace(reader.cursor(CURSOR)),
  };
  const problems = reader.problems();
  return problems.length > 0 ? refuse(problems) : query;
}

function toPlace(cursor: string | undefined) {
  const [, lastAt, id] = CURSOR.exec(cursor ?? '') ?? [];
  return lastAt === undefined || id === undefined ? undefined : { lastAt, id };
}

/** A collection that the caller may not comment on is refused like one that does not exist. */
export function findResource(call: UserCall, name: string): Resource | Refusal {
  const { descriptor, role } = call;
  const resource = descriptor.resources.get(name);
  if (resource && mayComment(descriptor, role, resource)) return resource;
  const choices = [...descriptor.resources.values()].filter((each) =>
    mayComment(descriptor, role, each),
  );
  const known = choices.map((each) => each.name).join(', ');
  return refuse(problem('V008', 'resource', { choices: known }), { status: 400 });
}

export async function addThread(call: UserCall): Promise<Reply> {
  const body = await parseBody(call, NewThread);
  if (isRefusal(body)) return body;
  const refusal = await spendMessage(call);
  return refusal ?? (await answerThread(call, 201, await openThread(call, body.value)));
}

export async function getThread(call: UserCall): Promise<Reply> {
  const found = await findSeen(call, call.params['id'] ?? '');
  return isRefusal(found) ? found : await answerThread(call, 200, found.thread);
}

export async function patchThread(call: UserCall): Promise<Reply> {
  const body = await parseBody(call, ThreadPatch);
  if (isRefusal(body)) return body;
  return await answerThread(
    call,
    200,
    await changeThread(call, call.params['id'] ?? '', body.value),
  );
}

export async function answerMessages(call: UserCall): Promise<Reply> {
  const reader = createQueryReader(call.query);
  const perPage = reader.perPage(50, 100);
  const before = reader.cursor(/^[\w-]{1,100}$/);
  const problems = reader.problems();
  if (problems.length > 0) return refuse(problems);
  const found = await findSeen(call, call.params['id'] ?? '');
  if (isRefusal(found)) return found;
  const { _id: thread } = found.thread;
  const query = { thread, before, perPage: perPage + 1 };
  const messages = await listMessages(call.services.database, query);
  const page = messages.slice(0, perPage);
  const names = await readNames(
    call,
    page.map(({ by }) => by),
  );
  const next = messages.length > perPage ? (page.at(-1)?._id ?? null) : null;
  const data = page.map((message) => toMessage(call, message));
  return answer(call, 200, Messages, { data, names, next });
}

export async function addMessage(call: UserCall): Promise<Reply> {
  const body = await parseBody(call, NewMessage);
  if (isRefusal(body)) return body;
  const refusal = await spendMessage(call);
  if (refusal) return refusal;
  return await answerThread(
    call,
    201,
    await writeMessage(call, call.params['id'] ?? '', body.value),
  );
}

export async function patchMessage(call: UserCall): Promise<Reply> {
  const body = await parseBody(call, MessagePatch);
  if (isRefusal(body)) return body;
  const { id = '', message = '' } = call.params;
  const { text } = body.value;
  return await answerThread(call, 200, await changeMessage(call, id, { message, text }));
}

/** Removes the text of a message of the caller, or of anybody for those who may do everything. */
export async function deleteMessage(call: UserCall): Promise<Reply> {
  const { id = '', message = '' } = call.params;
  const found = await findSeen(call, id);
  if (isRefusal(found)) return found;
  const { database } = call.services;
  const by = mayAdminister(call.descriptor, call.role) ? undefined : call.user._id;
  const isGone = await removeMessage(database, { thread: id, id: message, by });
  if (!isGone) return refuse(problem('S056', '', { minutes: EDITABLE_MINUTES }));
  await eraseSentMessage(database, message);
  await announceThreads(database, { ...found.thread, thread: id, people: [] });
  return answerEmpty(call, 204);
}

/** Notes that the caller has read a thread, here and in the inbox. */
export async function readThread(call: UserCall): Promise<Reply> {
  const { id = '' } = call.params;
  const found = await findSeen(call, id);
  if (isRefusal(found)) return found;
  const { database } = call.services;
  await markThreadsRead(database, call.user._id, [id]);
  await readEntriesOf(database, call.user._id, [id]);
  await announceThreads(database, { ...found.thread, thread: id, people: [call.user._id] });
  return answerEmpty(call, 204);
}

/** Responds with the marks of some records of a list, in one statement. */
export async function answerMarks(call: UserCall): Promise<Reply> {
  const reader = createQueryReader(call.query);
  const name = reader.text('resource');
  const records = reader.list('records');
  const job = reader.text('job');
  const problems = reader.problems();
  if (problems.length === 0 && records.length > maxMarked)
    problems.push(problem('V016', 'records', { max: maxMarked }));
  if (problems.length > 0) return refuse(problems);
  const resource = findResource(call, name ?? '');
  if (isRefusal(resource)) return resource;
  const sight = { reader: threadReader(call, resource), person: call.user._id };
  const sql = call.services.database.primaryOrReplica;
  const data = await (job === undefined
    ? markThreads(sql, { ...sight, records })
    : markRows(sql, { ...sight, job }));
  return answer(call, 200, ThreadMarks, { data });
}

/** As many as a page of a list has. */
const maxMarked = 1_000;

function spendMessage(call: UserCall): Promise<Refusal | undefined> {
  return spendLimits(call, counterOf('messages', call.user._id));
}

async function answerThread(
  call: UserCall,
  status: 200 | 201,
  thread: StoredThread | Refusal,
): Promise<Reply> {
  if (isRefusal(thread)) return thread;
  const [seen] = await toThreads(call, [thread]);
  if (!seen) return refuseAs('S001');
  return answer(call, status, Thread, seen, {
    ...(status === 201 && { Location: `/api/threads/${seen._id}` }),
  });
}
