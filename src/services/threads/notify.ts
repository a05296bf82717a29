import type { InboxKind } from '../../contract/people/threads.ts';
import type { ThreadHappening } from '../../contract/webhooks.ts';
import { newId } from '../../store/records/sql/new-id.ts';
import type { QueryRunner } from '../../store/store.ts';
import { addEntries } from '../../store/system/threads/inbox.ts';
import { peopleWithRole } from '../../store/system/threads/people.ts';
import { deliverThread } from '../../store/system/webhooks/thread-deliveries.ts';
import { announceThreads } from '../../store/system/threads/threads.ts';
import { watchersOfThread, watchThread } from '../../store/system/threads/watches.ts';
import { type Acting, doerOf } from '../acting.ts';
import { type Subject, whoSees } from './reader.ts';

/** What was written in a thread, and whom it concerns besides those who watch it. */
export type ThreadNews = {
  subject: Subject;
  thread: string;
  message?: string | undefined;
  mentioned: readonly string[];
  assignee?: string | null | undefined;
  assigneeRole?: string | null | undefined;
  /** The kind of entry that those get who watch; absent: none. */
  kind?: InboxKind | undefined;
  /** What webhooks send of it. */
  events?: readonly ThreadHappening[];
};

/** Enters news of a thread into the inboxes of those whom they concern and who may see it now, in the transaction of the write. */
export async function notifyPeople(
  acting: Acting,
  sql: QueryRunner,
  news: ThreadNews,
): Promise<void> {
  const by = doerOf(acting)._id;
  const { subject, thread, message, kind } = news;
  const kinds = new Map<string, InboxKind>();
  if (kind) for (const { person } of await watchersOfThread(sql, thread)) kinds.set(person, kind);
  const asked = news.assigneeRole ? await peopleWithRole(sql, news.assigneeRole) : [];
  for (const person of news.mentioned) kinds.set(person, 'mention');
  for (const { person } of asked) kinds.set(person, 'assigned');
  if (news.assignee) kinds.set(news.assignee, 'assigned');
  kinds.delete(by);
  const named = [...news.mentioned, ...(news.assignee ? [news.assignee] : [])];
  await watchThread(sql, thread, [...new Set([...named, ...(message === undefined ? [] : [by])])]);
  const seeing = await whoSees(acting, subject, [...kinds.keys()]);
  const { resource, record, job, changeSet, fields } = subject;
  const entries = [...kinds]
    .filter(([person]) => seeing.has(person))
    .map(([person, each]) => ({
      id: newId(),
      person,
      kind: each,
      resource: resource.name,
      record: record ?? undefined,
      thread,
      message,
      by,
      ...(job !== null && { detail: { job } }),
    }));
  await addEntries(sql, entries);
  const people = entries.map(({ person }) => person);
  // Of records only: rows of imports are their owner's, and a change set may be of several.
  for (const event of news.events ?? [])
    if (record !== null)
      await deliverThread(sql, { event, resource: resource.name, record, thread, message });
  const told = { resource: resource.name, record, job, changeSet, thread, fields };
  await announceThreads(sql, { ...told, people });
}
