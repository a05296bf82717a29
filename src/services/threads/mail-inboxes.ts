import type { InboxEntry } from '../../contract/people/threads.ts';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import type { Language } from '../../fields/problems/languages.ts';
import { textIn } from '../../fields/problems/localized-text.ts';
import { plainMessage } from '../../fields/types/markdown/plain-message.ts';
import type { Database } from '../../store/connection/database.ts';
import { type InboxNews, type MailData, queueMail } from '../../store/system/outbox/queue-mail.ts';
import { peopleToMail, skipUnwanted, takeNews } from '../../store/system/threads/inbox-mails.ts';
import { actAs } from '../act-as.ts';
import type { Acting, Services } from '../acting.ts';
import { mailTo } from '../mail-to.ts';
import { readInbox } from './read-inbox.ts';

type Parts = { database: Database; descriptor: Descriptor };

/**
 * Puts a mail into the outbox for each person with news in the inbox that is due, as they have chosen. Every server may
 * do so at once. Returns how many mails.
 */
export async function mailInboxes({ database, descriptor }: Parts): Promise<number> {
  const { timeZone } = descriptor.app;
  await skipUnwanted(database, timeZone);
  let count = 0;
  for (const person of await peopleToMail(database, timeZone))
    await database.transaction(async (sql) => {
      const { at = null, day = null } = (await takeNews(sql, timeZone, person._id)) ?? {};
      if (at === null) return;
      count += 1;
      await queueMail(sql, {
        kind: 'inboxNews',
        ...(await mailTo(sql, { descriptor }, person)),
        data: { person: person._id, at },
        ...(day !== null && { dedupeKey: `inboxNews/${person._id}/${day}` }),
      });
    });
  return count;
}

/** The entries that a mail tells of; the rest is in the inbox. */
const MOST = 30;

const words: Record<Language, { somebody: string; aRecord: string }> = {
  en: { somebody: 'someone', aRecord: 'a record' },
  de: { somebody: 'jemand', aRecord: 'ein Datensatz' },
};

type Reading = Pick<MailData['inboxNews'], 'person' | 'at'> & {
  address: string;
  language: Language;
};

/**
 * What a mail says, when it is sent: what its reader has not read until then and may see then. Undefined if that is
 * nothing, or the reader may not sign in or has another address now.
 */
export async function readNews(
  services: Services,
  { person, at, address, language }: Reading,
): Promise<InboxNews | undefined> {
  const acting = await actAs(services, { owner: person });
  if ('code' in acting || acting.user.email !== address) return undefined;
  const style = { language, timeZone: acting.descriptor.app.timeZone };
  const query = { unreadOnly: true, mailedAt: at, perPage: MOST };
  const { data, names, titles, next } = await readInbox(acting, style, query);
  if (data.length === 0) return undefined;
  const entries = data.map((entry) => ({
    ...entry,
    ...toPlace(acting, entry, language),
    text: plainMessage(entry.text, { names, titles }, words[language]),
  }));
  return { entries, isMore: next !== null };
}

function toPlace(
  { descriptor }: Acting,
  { kind, resource: of, record, thread, field, title, job, changeSet }: InboxEntry,
  language: string,
) {
  const resource = descriptor.resources.get(of ?? '');
  if (!resource) return { about: '', path: '/inbox' };
  const name = [textIn(resource.label, language), title].filter(Boolean).join(' · ');
  const label = resource.fields.get(field ?? '')?.label;
  const about = label === undefined ? name : `${name} · ${textIn(label, language)}`;
  const query = thread === null ? '' : `?thread=${encodeURIComponent(thread)}`;
  if (job) return { about, path: `/tools/jobs/${encodeURIComponent(job.id)}${query}` };
  if (changeSet !== null)
    return { about, path: `/changes${query}&set=${encodeURIComponent(changeSet)}` };
  if (kind === 'approval') return { about, path: '/admin/overview' };
  if (record === null) return { about, path: resource.path };
  return { about, path: `${resource.path}/details/${encodeURIComponent(record)}${query}` };
}
