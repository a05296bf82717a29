import type { Language } from '../fields/problems/languages.ts';
import type { ClaimedMail } from '../store/system/outbox/claim-mails.ts';
import type { InboxNews, MailKind } from '../store/system/outbox/queue-mail.ts';
import { type MailText, type Sender, writeMail } from './message.ts';
import type { OwnWords } from './own-words.ts';

const at = '2026-03-04T15:06:00.000Z';
const name = 'Jane Roe';
const email = 'jane@example.org';

/** What people and declarations would say in each language. */
const words: Record<
  Language,
  Record<
    | 'organisation'
    | 'reason'
    | 'title'
    | 'recipe'
    | 'column'
    | 'shop'
    | 'collection'
    | 'step'
    | 'from'
    | 'to',
    string
  >
> = {
  en: {
    organisation: 'Example Institute',
    reason: 'We could not verify who you are.',
    title: 'Record 1',
    recipe: 'Laboratory',
    column: 'Unit',
    shop: 'Shop',
    collection: 'Collection',
    step: 'Approve',
    from: 'Draft',
    to: 'Approved',
  },
  de: {
    organisation: 'Beispielinstitut',
    reason: 'Wir konnten nicht feststellen, wer Sie sind.',
    title: 'Datensatz 1',
    recipe: 'Labor',
    column: 'Einheit',
    shop: 'Laden',
    collection: 'Sammlung',
    step: 'Freigeben',
    from: 'Entwurf',
    to: 'Freigegeben',
  },
};

function newsOf(about: string, text: string): InboxNews {
  const happened = { kind: 'mention', record: null, change: null, view: null } as const;
  const counted = { count: 1, atLeast: false };
  const entry = { ...happened, ...counted, name, job: null, about, text, path: '/inbox' };
  return { entries: [entry], isMore: false };
}

/** Values that kinds of mail report; each kind takes what it knows. */
function sampleOf(kind: MailKind, language: Language): object {
  const { collection, step, from, to, recipe, column, shop, ...said } = words[language];
  const toText = (text: string) => ({ [language]: text });
  const own: Partial<Record<MailKind, object>> = {
    accountChanged: { what: 'email', to: email },
    confirmEntry: { resource: 'sample', form: collection },
    factorsChanged: { what: 'factorAdded' },
    importEnded: {
      ending: 'done',
      counts: { created: 120, updated: 7, unchanged: 30, failed: 2, warnings: 4 },
    },
    importWaiting: {
      recipe,
      ending: 'waiting',
      missing: [column],
      counts: { failed: 2, warnings: 4 },
    },
    inboxNews: { news: newsOf(`${collection} · ${said.title}`, said.reason) },
    webhookStopped: { id: 'sample', name: shop, host: 'shop.example.org', reason: 'failing' },
  };
  return {
    at,
    address: '192.0.2.7',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    name,
    email,
    count: 7,
    days: 30,
    userId: 'sample',
    status: 'confirmed',
    role: 'viewer',
    invitedBy: 'Ada Admin',
    by: 'Ada Admin',
    path: '/dashboard',
    provider: said.organisation,
    job: 'sample',
    file: 'chems.csv',
    ...said,
    collection: toText(collection),
    step: toText(step),
    from: toText(from),
    to: toText(to),
    ...own[kind],
  };
}

/** A mail as its receiver would read it, with sample values. */
export function previewMail(
  kind: MailKind,
  language: Language,
  own: OwnWords,
  sender: Pick<Sender, 'title' | 'publicUrl'>,
): MailText {
  const mail = {
    id: 'sample',
    kind,
    address: email,
    name,
    language,
    data: sampleOf(kind, language),
    token: 'sample',
    messageId: 'sample',
    createdAt: at,
    goodUntil: '2026-03-11T15:06:00.000Z',
    lease: '',
    isLate: false,
    wasDoubtful: false,
  } as ClaimedMail;
  return writeMail(mail, { ...sender, from: { address: email, name: '' } }, own);
}
