import { requireItem } from '../../fields/require-entry.ts';
import { textIn } from '../../fields/problems/localized-text.ts';
import type { MailData } from '../../store/system/outbox/queue-mail.ts';
import type { Letter, MailWords } from '../letter.ts';
import { toSafeWords } from '../mail-address.ts';

type Ending = MailData['importEnded']['ending'];

const english: Record<Ending, (file: string) => string> = {
  done: (file) => `The import of ${file} has ended.`,
  rehearsed: (file) => `The dry run of ${file} has ended. Nothing was changed yet.`,
  failed: (file) => `The import of ${file} was interrupted. Its page says why.`,
};

const german: Record<Ending, (file: string) => string> = {
  done: (file) => `Der Import von ${file} ist zu Ende.`,
  rehearsed: (file) => `Der Probelauf von ${file} ist zu Ende. Noch wurde nichts geändert.`,
  failed: (file) => `Der Import von ${file} wurde unterbrochen. Seine Seite nennt den Grund.`,
};

/** To the person who started an import or a dry run that took long: it has ended. */
export const importEnded: MailWords<'importEnded'> = {
  en: (data, { title }) => ({
    subject: `${title}: ${toSafeWords(data.file)} – import ended`,
    before: [english[data.ending](toSafeWords(data.file))],
    facts: toFacts(data, 'en', [
      'Collection',
      'Created',
      'Updated',
      'Unchanged',
      'Failed',
      'With warnings',
    ]),
    button: { label: 'View the import', path: pathOf(data) },
  }),
  de: (data, { title }) => ({
    subject: `${title}: ${toSafeWords(data.file)} – Import zu Ende`,
    before: [german[data.ending](toSafeWords(data.file))],
    facts: toFacts(data, 'de', [
      'Sammlung',
      'Angelegt',
      'Geändert',
      'Unverändert',
      'Fehlgeschlagen',
      'Mit Warnungen',
    ]),
    button: { label: 'Import ansehen', path: pathOf(data) },
  }),
};

const pathOf = ({ job }: MailData['importEnded']) => `/tools/jobs/${encodeURIComponent(job)}`;

function toFacts(
  { collection, counts }: MailData['importEnded'],
  language: string,
  [label, ...names]: readonly string[],
): NonNullable<Letter['facts']> {
  const { created, updated, unchanged, failed, warnings } = counts;
  const numbers = [created, updated, unchanged, failed, warnings];
  return [
    [label!, textIn(collection, language)],
    ...numbers.map(
      (count, at) => [requireItem(names, at), count.toLocaleString(language)] as const,
    ),
  ];
}
