import type { NewThread, ThreadPatch, ThreadStatus } from '../../contract/people/threads.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import { newId } from '../../store/records/sql/new-id.ts';
import type { QueryRunner } from '../../store/store.ts';
import {
  type Asked,
  EDITABLE_MINUTES,
  editMessage,
  findThread,
  insertMessage,
  insertThread,
  type StoredThread,
  updateThread,
} from '../../store/system/threads/threads.ts';
import { abortWith, untilAborted } from '../abort.ts';
import { type Acting, doerOf } from '../acting.ts';
import { isRefusal, type Refusal, refuse, refuseAs } from '../refusal.ts';
import { findSubject } from './find-subject.ts';
import { mentionsOf } from './mentions.ts';
import { notifyPeople } from './notify.ts';
import { askableRoles, type Subject, threadReader, whoSees } from './reader.ts';

/** Begins a thread with its first message. */
export async function openThread(acting: Acting, body: NewThread): Promise<StoredThread | Refusal> {
  const subject = await findSubject(acting, body);
  if (isRefusal(subject)) return subject;
  const asked = toAsked(body.query ?? {}, nobody);
  const { people: mentioned } = mentionsOf(body.text);
  const problems = await checkPeople(acting, subject, { mentioned, asked, at: 'query.' });
  if (problems.length > 0) return refuse(problems, { status: 422 });
  const by = doerOf(acting)._id;
  const thread = newId();
  return await written(acting, thread, async (sql) => {
    const { resource, ...about } = subject;
    const status: ThreadStatus = body.query ? 'open' : 'comment';
    const row = { ...about, id: thread, resource: resource.name };
    await insertThread(sql, { ...row, status, by, ...asked });
    const message = newId();
    await insertMessage(sql, { id: message, thread, by, text: body.text, mentions: mentioned });
    const events = ['thread.opened'] as const;
    await notifyPeople(acting, sql, { subject, thread, message, mentioned, events, ...asked });
  });
}

/** Adds a message to a thread that the caller sees, and may change its status with it. */
export async function writeMessage(
  acting: Acting,
  id: string,
  { text, status }: { text: string; status?: ThreadStatus | undefined },
): Promise<StoredThread | Refusal> {
  const found = await findSeen(acting, id);
  if (isRefusal(found)) return found;
  const { thread, subject } = found;
  const { people: mentioned } = mentionsOf(text);
  const problems = await checkPeople(acting, subject, { mentioned, at: '' });
  if (problems.length > 0) return refuse(problems, { status: 422 });
  const by = doerOf(acting)._id;
  return await written(acting, id, async (sql) => {
    const message = newId();
    if (!(await insertMessage(sql, { id: message, thread: id, by, text, mentions: mentioned })))
      abortWith(refuse(problem('V016', 'text', { max: 10_000 }), { status: 422 }));
    if (status && status !== thread.status) await updateThread(sql, id, { ...thread, status });
    const kind = status === 'answered' || status === 'closed' ? status : 'message';
    const events = ['thread.message', ...closing(status, thread)] as const;
    await notifyPeople(acting, sql, { subject, thread: id, message, mentioned, kind, events });
  });
}

/** Changes the status of a thread, or whom it asks and until when. To close a closed one again changes nothing. */
export async function changeThread(
  acting: Acting,
  id: string,
  patch: ThreadPatch,
): Promise<StoredThread | Refusal> {
  const found = await findSeen(acting, id);
  if (isRefusal(found)) return found;
  const { thread, subject } = found;
  const asked = toAsked(patch, thread);
  const isAsked = asked.assignee ?? asked.assigneeRole ?? asked.due;
  const usual = thread.status === 'comment' && isAsked !== null ? 'open' : thread.status;
  const { status = usual } = patch;
  const isNew = {
    assignee: asked.assignee !== thread.assignee,
    assigneeRole: asked.assigneeRole !== thread.assigneeRole,
  };
  const checked = {
    ...asked,
    assignee: isNew.assignee ? asked.assignee : null,
    assigneeRole: isNew.assigneeRole ? asked.assigneeRole : null,
  };
  const problems = await checkPeople(acting, subject, { mentioned: [], asked: checked, at: '' });
  if (problems.length > 0) return refuse(problems, { status: 422 });
  return await written(acting, id, async (sql) => {
    await updateThread(sql, id, { ...asked, status });
    const isEnded = status !== thread.status && (status === 'answered' || status === 'closed');
    const kind = isEnded ? status : undefined;
    const events = closing(status, thread);
    const news = { subject, thread: id, mentioned: [], kind, events };
    await notifyPeople(acting, sql, { ...news, ...checked });
  });
}

function closing(status: ThreadStatus | undefined, before: StoredThread) {
  return status === 'closed' && before.status !== 'closed' ? (['thread.closed'] as const) : [];
}

/** Replaces the text of a message of the caller, as long as it is young. */
export async function changeMessage(
  acting: Acting,
  id: string,
  { message, text }: { message: string; text: string },
): Promise<StoredThread | Refusal> {
  const found = await findSeen(acting, id);
  if (isRefusal(found)) return found;
  const { people: mentioned } = mentionsOf(text);
  const problems = await checkPeople(acting, found.subject, { mentioned, at: '' });
  if (problems.length > 0) return refuse(problems, { status: 422 });
  const by = doerOf(acting)._id;
  return await written(acting, id, async (sql) => {
    const edit = { thread: id, id: message, by, text, mentions: mentioned };
    if (!(await editMessage(sql, edit)))
      abortWith(refuse(problem('S056', '', { minutes: EDITABLE_MINUTES })));
    await notifyPeople(acting, sql, { subject: found.subject, thread: id, message, mentioned });
  });
}

/** A thread that the caller sees, and what it is about. */
export async function findSeen(
  acting: Acting,
  id: string,
): Promise<{ thread: StoredThread; subject: Subject } | Refusal> {
  const person = acting.user._id;
  const reader = threadReader(acting);
  const thread = await findThread(acting.services.database, { reader, person, id });
  const resource = thread && acting.descriptor.resources.get(thread.resource);
  if (!thread || !resource) return refuseAs('S001');
  return { thread, subject: { ...thread, resource } };
}

/** Writes in one transaction, and reads the thread in it. */
async function written(
  acting: Acting,
  id: string,
  write: (sql: QueryRunner) => Promise<void>,
): Promise<StoredThread | Refusal> {
  const reader = threadReader(acting);
  const person = acting.user._id;
  return await untilAborted(() =>
    acting.services.database.transaction(async (sql) => {
      await write(sql);
      const thread = await findThread(sql, { reader, person, id });
      return thread ?? abortWith(refuseAs('S001'));
    }),
  );
}

const nobody: Asked = { assignee: null, assigneeRole: null, due: null };

function toAsked(
  patch: Partial<Record<keyof Asked, string | null | undefined>>,
  before: Asked,
): Asked {
  const {
    assignee = before.assignee,
    assigneeRole = before.assigneeRole,
    due = before.due,
  } = patch;
  return { assignee, assigneeRole, due };
}

type Named = { mentioned: readonly string[]; asked?: Asked; at: string };

/** A problem for each person who is named or asked and may not see the thread. */
async function checkPeople(
  acting: Acting,
  subject: Subject,
  { mentioned, asked = nobody, at }: Named,
): Promise<Problem[]> {
  const { assignee, assigneeRole } = asked;
  const people = [...mentioned, ...(assignee === null ? [] : [assignee])];
  const seeing = await whoSees(acting, subject, people);
  const unseen = mentioned.filter((id) => !seeing.has(id));
  const roles = askableRoles(acting, subject);
  return [
    ...unseen.map((id) => problem('A061', 'text', { person: id })),
    ...(assignee !== null && !seeing.has(assignee)
      ? [problem('A061', `${at}assignee`, { person: assignee })]
      : []),
    ...(assigneeRole !== null && !roles.includes(assigneeRole)
      ? [problem('V008', `${at}assigneeRole`, { choices: roles.join(', ') })]
      : []),
  ];
}
