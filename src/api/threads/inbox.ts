import { Inbox, inboxKinds, InboxMark } from '../../contract/people/threads.ts';
import { problem } from '../../fields/problems/problem.ts';
import { isRefusal, refuse } from '../../services/refusal.ts';
import { mentionsOf } from '../../services/threads/mentions.ts';
import { threadReader } from '../../services/threads/reader.ts';
import { countUnread, listInbox, markEntries } from '../../store/system/threads/inbox.ts';
import { announceInbox } from '../../store/system/threads/threads.ts';
import { answer, answerEmpty, type Reply } from '../http/answer/answer.ts';
import type { UserCall } from '../http/call.ts';
import { parseBody } from '../http/json-body.ts';
import { createQueryReader } from '../http/query-reader.ts';
import { readNames, readTitles } from './to-answer.ts';

/** Responds with a page of the caller's inbox, and how many entries are unread. */
export async function answerInbox(call: UserCall): Promise<Reply> {
  const reader = createQueryReader(call.query);
  const isUnread = reader.list('unread', ['true']).length > 0;
  const kinds = reader.list('kind', inboxKinds);
  const after = reader.cursor(/^[\w-]{1,100}$/);
  const perPage = reader.perPage(25, 100);
  const problems = reader.problems();
  if (problems.length > 0) return refuse(problems);
  const sight = { reader: threadReader(call), person: call.user._id };
  const { database } = call.services;
  const [entries, unread] = await Promise.all([
    listInbox(database, { ...sight, unreadOnly: isUnread, kinds, after, perPage }),
    countUnread(database, sight),
  ]);
  const page = entries.slice(0, perPage);
  const mentions = page.map(({ text }) => mentionsOf(text));
  const people = [...page.map(({ by }) => by), ...mentions.flatMap((each) => each.people)];
  const names = await readNames(call, people);
  const records = page.flatMap(({ resource, record }) =>
    resource === null || record === null ? [] : [{ resource, id: record }],
  );
  const titles = await readTitles(call, [...records, ...mentions.flatMap((each) => each.records)]);
  const data = page.map((entry) => ({
    ...entry,
    title: titles[`${entry.resource}/${entry.record}`] ?? null,
    name: entry.by === null ? null : (names[entry.by] ?? null),
  }));
  const next = entries.length > perPage ? (page.at(-1)?._id ?? null) : null;
  return answer(call, 200, Inbox, { data, unread, names, titles, next });
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
