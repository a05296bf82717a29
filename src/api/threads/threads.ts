import {
  Messages,
  MessagePatch,
  NewMessage,
  NewThread,
  Thread,
  ThreadMarks,
  ThreadPatch,
  ThreadPeople,
  Threads,
  threadStatuses,
} from '../../contract/people/threads.ts';
import { mayDo, mayRead, mayAdminister } from '../../descriptor/access.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import type { Filter } from '../../descriptor/filter/filter.ts';
import { problem } from '../../fields/problems/problem.ts';
import { isRefusal, type Refusal, refuse, refuseAs } from '../../services/refusal.ts';
import {
  mayComment,
  askableRoles,
  seesJob,
  threadReader,
  whoSees,
} from '../../services/threads/reader.ts';
import {
  changeMessage,
  changeThread,
  findSeen,
  openThread,
  writeMessage,
} from '../../services/threads/write-thread.ts';
import { USERS } from '../../store/system/account.ts';
import { readEntriesOf } from '../../store/system/threads/inbox.ts';
import {
  announceThreads,
  EDITABLE_MINUTES,
  listMessages,
  listThreads,
  markThreads,
  markThreadsRead,
  removeMessage,
  type StoredThread,
} from '../../store/system/threads/threads.ts';
import { markRows } from '../../store/system/threads/mark-rows.ts';
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
function findResource(call: UserCall, name: string): Resource | Refusal {
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
  const { resource, record, job, fields } = found.thread;
  await announceThreads(database, { resource, record, job, fields, thread: id, people: [] });
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
  const { resource, record, job, fields } = found.thread;
  await announceThreads(database, {
    resource,
    record,
    job,
    fields,
    thread: id,
    people: [call.user._id],
  });
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

/** Responds with people for a mention: those whose names the caller may read, and whether they may read the subject; and the roles that may. */
export async function answerPeople(call: UserCall): Promise<Reply> {
  const reader = createQueryReader(call.query);
  const [name, record, job] = ['resource', 'record', 'job'].map((each) => reader.text(each));
  const fields = reader.list('field');
  const q = reader.text('q')?.trim() ?? '';
  const problems = reader.problems();
  if (problems.length > 0) return refuse(problems);
  const resource = findResource(call, name ?? '');
  if (isRefusal(resource)) return resource;
  const { descriptor, role, services } = call;
  const isThere =
    job === undefined
      ? record !== undefined && (await services.store.get(resource, record, [])) !== undefined
      : await seesJob(services.database, job, call);
  if (!isThere) return refuseAs('S001');
  const users = descriptor.resources.get(USERS);
  const subject = { resource, record: record ?? null, job: job ?? null, fields };
  const roles = askableRoles(call, subject);
  const isListed =
    users && mayDo(descriptor, role, users, 'list') && mayRead(descriptor, role, users, 'name');
  if (!users || !isListed) return answer(call, 200, ThreadPeople, { data: [], roles });
  const found = await findPeople(call, users, q);
  const seeing = await whoSees(
    call,
    subject,
    found.map(({ _id }) => _id),
  );
  const data = found.map((each) => ({ ...each, mayRead: seeing.has(each._id) }));
  return answer(call, 200, ThreadPeople, { data, roles });
}

const MOST_PEOPLE = 10;

async function findPeople({ services }: UserCall, users: Resource, q: string) {
  const filter: Filter = { path: 'status', operator: 'eq', operands: ['confirmed'] };
  const named: Filter = { path: 'name', operator: 'contains', operands: [q] };
  const rows = await services.store.findAny(
    users,
    q === '' ? filter : { and: [filter, named] },
    ['name'],
    MOST_PEOPLE,
  );
  return rows.map(({ _id, name }) => ({ _id, name: typeof name === 'string' ? name : '' }));
}

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
