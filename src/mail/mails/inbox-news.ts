import type { InboxNews, MailData } from '../../store/system/outbox/queue-mail.ts';
import type { Letter, MailWords, News } from '../letter.ts';
import { toSafeWords } from '../mail-address.ts';

type Entry = InboxNews['entries'][number];
type Job = NonNullable<Entry['job']>;

/** At least so many, where the reader may not see all of them any more. */
type Count = Pick<Entry, 'count' | 'atLeast'>;

type NewsWords = {
  kinds: Record<Exclude<Entry['kind'], 'watched' | 'job'>, (name: string) => string>;
  /** Changes of one record. */
  times(count: Count): string;
  changes: Record<NonNullable<Entry['change']>, (count: Count, view: string) => string>;
  jobs: Record<Job['kind'], string>;
  job(name: string, state: Job['state'] | undefined): string;
  somebody: string;
  quote(text: string): string;
  many(count: string): string;
  toOne: string;
  toInbox: string;
  more: string;
};

const en: NewsWords = {
  kinds: {
    mention: (name) => `${name} mentioned you`,
    assigned: (name) => `${name} asks you`,
    message: (name) => `${name} wrote`,
    answered: (name) => `${name} answered`,
    closed: (name) => `${name} closed the query`,
    approval: (name) => `${name} waits for approval`,
  },
  times: (count) =>
    isSingle(count) ? 'Changed once' : `Changed ${toNumber(count, 'en-GB')} times`,
  changes: {
    created: (count) => recordsEn(count, 'new '),
    changed: (count) => `${recordsEn(count)} changed`,
    entered: (count, view) => `${recordsEn(count)} came into “${view}”`,
    left: (count, view) => `${recordsEn(count)} left “${view}”`,
  },
  jobs: { import: 'Import', export: 'Export', undo: 'Undo' },
  job: (name, state) => {
    if (state === 'rehearsed') return 'Dry run ended: check it, then import';
    return state === 'failed' ? `${name} failed` : `${name} ended`;
  },
  somebody: 'Someone',
  quote: (text) => `“${text}”`,
  many: (count) => `${count} new entries in your inbox`,
  toOne: 'Open it',
  toInbox: 'Open the inbox',
  more: 'There is more in your inbox.',
};

function recordsEn(count: Count, which = ''): string {
  return `${toNumber(count, 'en-GB')} ${which}record${isSingle(count) ? '' : 's'}`;
}

const de: NewsWords = {
  kinds: {
    mention: (name) => `${name} hat Sie erwähnt`,
    assigned: (name) => `${name} fragt Sie`,
    message: (name) => `${name} hat geschrieben`,
    answered: (name) => `${name} hat geantwortet`,
    closed: (name) => `${name} hat die Rückfrage geschlossen`,
    approval: (name) => `${name} wartet auf Freigabe`,
  },
  times: (count) =>
    isSingle(count) ? 'Einmal geändert' : `${toNumber(count, 'de-DE')}-mal geändert`,
  changes: {
    created: (count) => `Neu: ${recordsDe(count)}`,
    changed: (count) => `Geändert: ${recordsDe(count)}`,
    entered: (count, view) => `Neu in „${view}“: ${recordsDe(count)}`,
    left: (count, view) => `Nicht mehr in „${view}“: ${recordsDe(count)}`,
  },
  jobs: { import: 'Import', export: 'Export', undo: 'Rückgängigmachen' },
  job: (name, state) => {
    if (state === 'rehearsed') return 'Probelauf beendet: prüfen, dann importieren';
    return state === 'failed' ? `${name} fehlgeschlagen` : `${name} beendet`;
  },
  somebody: 'Jemand',
  quote: (text) => `„${text}“`,
  many: (count) => `${count} neue Einträge in Ihrem Posteingang`,
  toOne: 'Öffnen',
  toInbox: 'Posteingang öffnen',
  more: 'In Ihrem Posteingang ist noch mehr.',
};

function recordsDe(count: Count): string {
  return isSingle(count) ? '1 Datensatz' : `${toNumber(count, 'de-DE')} Datensätze`;
}

function isSingle({ count, atLeast }: Count): boolean {
  return count === 1 && !atLeast;
}

function toNumber({ count, atLeast }: Count, locale: string): string {
  return `${count.toLocaleString(locale)}${atLeast ? '+' : ''}`;
}

/** To those with news in the inbox, as each has chosen. Titles and texts are not in the subject, which the outbox keeps. */
export const inboxNews: MailWords<'inboxNews'> = {
  en: (data, { title }) => toLetter(data, title, en),
  de: (data, { title }) => toLetter(data, title, de),
};

function toLetter({ news }: MailData['inboxNews'], app: string, words: NewsWords): Letter {
  const { entries, isMore } = news ?? { entries: [], isMore: false };
  const [first, ...others] = entries;
  const isOne = first !== undefined && others.length === 0 && !isMore;
  const subject = isOne
    ? whatOf(first, words)
    : words.many(`${entries.length}${isMore ? '+' : ''}`);
  return {
    subject: `${app}: ${subject}`,
    before: [
      ...entries.map((entry) => toNews(entry, words, isOne)),
      ...(isMore ? [words.more] : []),
    ],
    button: isOne
      ? { label: words.toOne, path: first.path }
      : { label: words.toInbox, path: '/inbox' },
  };
}

function whatOf(entry: Entry, words: NewsWords): string {
  const { kind, record, change, view, name, job } = entry;
  if (kind === 'job') return words.job(words.jobs[job?.kind ?? 'import'], job?.state);
  if (kind !== 'watched')
    return words.kinds[kind](name === null ? words.somebody : toSafeWords(name));
  if (change === 'changed' && record !== null) return words.times(entry);
  return words.changes[change ?? 'changed'](entry, toSafeWords(view ?? ''));
}

/** The button leads to the only one. */
function toNews(entry: Entry, words: NewsWords, isOne: boolean): News {
  const { about, text, path } = entry;
  const lines = [toSafeWords(about), text && words.quote(toSafeWords(text))];
  return {
    head: whatOf(entry, words),
    text: lines.filter(Boolean).join('\n'),
    path: isOne ? undefined : path,
  };
}
