import type { ApiServices } from '../../api/api-services.ts';
import { toLanguage } from '../../fields/problems/languages.ts';
import type { FillMail } from '../../mail/send-mail.ts';
import { lookEvery } from '../../services/look-every.ts';
import { mailInboxes, readNews } from '../../services/threads/mail-inboxes.ts';
import { unsubscribeToken } from '../../services/threads/unsubscribe-token.ts';

/** In milliseconds. What somebody waits for is mailed within a minute, and what happens in one go in one mail. */
const LOOK = 30_000;

/** Mails people what is in their inbox, as they have chosen. Returns a function that stops it. */
export function openInboxMails({
  database,
  descriptor,
  log,
}: Pick<ApiServices, 'database' | 'descriptor' | 'log'>): () => Promise<void> {
  return lookEvery(LOOK, async () => {
    try {
      const count = await mailInboxes({ database, descriptor: descriptor() });
      if (count > 0) log.info({ count }, 'Emails about inboxes wait in the outbox');
    } catch (err) {
      log.error({ err }, 'What is in the inboxes could not be mailed yet');
    }
  });
}

/** Reads what a mail about an inbox says, when it is sent. */
export function fillNews(services: ApiServices): FillMail {
  return async (mail) => {
    if (mail.kind !== 'inboxNews') return mail;
    const { person, at } = mail.data;
    const language = toLanguage(mail.language);
    const news = await readNews(services, { person, at, address: mail.address, language });
    if (!news) return undefined;
    const [only, ...others] = new Set(news.entries.map(({ kind }) => kind));
    const kind = only === undefined || others.length > 0 ? 'all' : only;
    const token = unsubscribeToken(services.secret, { kind, person });
    return { ...mail, token, data: { ...mail.data, news } };
  };
}
