import { textIn } from '../../fields/problems/localized-text.ts';
import type { MailData } from '../../store/system/outbox/queue-mail.ts';
import type { Letter, MailWords } from '../letter.ts';
import { toSafeWords } from '../mail-address.ts';

type Data = MailData['importWaiting'];

/** To the owner of a recipe: a file of the import folder waits for a decision, or was not imported. */
export const importWaiting: MailWords<'importWaiting'> = {
  en: (data, { title }) => ({
    subject: `${title}: ${toSafeWords(data.file)} – not imported yet`,
    before: [
      data.ending === 'waiting'
        ? `The dry run of ${toSafeWords(data.file)} from the import folder found problems, so nothing was imported.`
        : `The import of ${toSafeWords(data.file)} from the import folder has stopped. Its page says why.`,
    ],
    facts: toFacts(data, 'en', [
      'Collection',
      'Recipe',
      'Failed',
      'With warnings',
      'Missing columns',
    ]),
    button: { label: 'View the import', path: pathOf(data) },
  }),
  de: (data, { title }) => ({
    subject: `${title}: ${toSafeWords(data.file)} – noch nicht importiert`,
    before: [
      data.ending === 'waiting'
        ? `Der Probelauf von ${toSafeWords(data.file)} aus dem Importordner ist nicht fehlerfrei. Es wurde nichts importiert.`
        : `Der Import von ${toSafeWords(data.file)} aus dem Importordner wurde beendet. Seine Seite sagt, warum.`,
    ],
    facts: toFacts(data, 'de', [
      'Sammlung',
      'Vorlage',
      'Fehlgeschlagen',
      'Mit Warnungen',
      'Spalten fehlen',
    ]),
    button: { label: 'Import ansehen', path: pathOf(data) },
  }),
};

const pathOf = ({ job }: Data) => `/tools/jobs/${encodeURIComponent(job)}`;

function toFacts(
  { collection, recipe, counts, missing }: Data,
  language: string,
  labels: readonly [string, string, string, string, string],
): NonNullable<Letter['facts']> {
  const [ofCollection, ofRecipe, failed, warned, columns] = labels;
  return [
    [ofCollection, textIn(collection, language)],
    [ofRecipe, toSafeWords(recipe)],
    [failed, counts.failed.toLocaleString(language)],
    [warned, counts.warnings.toLocaleString(language)],
    ...(missing.length > 0 ? [[columns, toSafeWords(missing.join(', '))] as const] : []),
  ];
}
