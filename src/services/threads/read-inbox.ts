import type { Inbox } from '../../contract/people/threads.ts';
import type { ReaderStyle } from '../../fields/reader-style.ts';
import { type InboxQuery, listInbox } from '../../store/system/threads/inbox.ts';
import type { Acting } from '../acting.ts';
import { mentionsOf } from './mentions.ts';
import { readNames, readTitles } from './names.ts';
import { threadReader } from './reader.ts';

/** A page of somebody's inbox with the names and titles in it, as far as they may see them now. */
export async function readInbox(
  acting: Acting,
  style: ReaderStyle,
  query: Omit<InboxQuery, 'reader' | 'person'>,
): Promise<Omit<Inbox, 'unread'>> {
  const sight = { reader: threadReader(acting), person: acting.user._id };
  const entries = await listInbox(acting.services.database, { ...sight, ...query });
  const page = entries.slice(0, query.perPage);
  const mentions = page.map(({ text }) => mentionsOf(text));
  const people = [...page.map(({ by }) => by), ...mentions.flatMap((each) => each.people)];
  const names = await readNames(acting, people);
  const records = page.flatMap(({ resource, record }) =>
    resource === null || record === null ? [] : [{ resource, id: record }],
  );
  const named = [...records, ...mentions.flatMap((each) => each.records)];
  const titles = await readTitles(acting, style, named);
  const data = page.map((entry) => ({
    ...entry,
    title: titles[`${entry.resource}/${entry.record}`] ?? null,
    name: entry.by === null ? null : (names[entry.by] ?? null),
  }));
  const next = entries.length > query.perPage ? (page.at(-1)?._id ?? null) : null;
  return { data, names, titles, next };
}
