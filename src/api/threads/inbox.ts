import { Inbox, inboxKinds, InboxMark } from '../../contract/people/threads.ts';
import { problem } from '../../fields/problems/problem.ts';
import { isRefusal, refuse } from '../../services/refusal.ts';
import { readInbox } from '../../services/threads/read-inbox.ts';
import { threadReader } from '../../services/threads/reader.ts';
import { countUnread, markEntries } from '../../store/system/threads/inbox.ts';
import { announceInbox } from '../../store/system/threads/threads.ts';
import { answer, answerEmpty, type Reply } from '../http/answer/answer.ts';
import type { UserCall } from '../http/call.ts';
import { parseBody } from '../http/json-body.ts';
import { createQueryReader } from '../http/query-reader.ts';
import { styleOf } from '../http/style-of.ts';

/** Responds with a page of the caller's inbox, and how many entries are unread. */
export async function answerInbox(call: UserCall): Promise<Reply> {
  const reader = createQueryReader(call.query);
  const isUnread = reader.list('unread', ['true']).length > 0;
  const kinds = reader.list('kind', inboxKinds);
  const after = reader.cursor(/^[\w-]{1,100}$/);
  const perPage = reader.perPage(25, 100);
  const problems = reader.problems();
  if (problems.length > 0) return refuse(problems);
  const [page, unread] = await Promise.all([
    readInbox(call, styleOf(call), { unreadOnly: isUnread, kinds, after, perPage }),
    countUnread(call.services.database, { reader: threadReader(call), person: call.user._id }),
  ]);
  return answer(call, 200, Inbox, { ...page, unread });
}

export async function markInbox(call: UserCall): Promise<Reply> {
  const body = await parseBody(call, InboxMark);
  if (isRefusal(body)) return body;
  const { ids, all, read, until } = body.value;
  if ((ids === undefined) === (all === undefined))
    return refuse(problem('V002', 'ids', { expected: 'given, or all' }), { status: 422 });
  const { database } = call.services;
  const person = call.user._id;
  await markEntries(database, { person, ids, read, until });
  await announceInbox(database, [person]);
  return answerEmpty(call, 204);
}
