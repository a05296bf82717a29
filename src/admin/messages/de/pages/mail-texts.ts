import type { mailTexts as english } from '../../en/pages/mail-texts.ts';

export const mailTexts = {
  lead: 'Die Texte der E-Mails, die diese Anwendung verschickt. Anrede und Schluss werden ergänzt.',
  language: 'Sprache',
  changed: 'eigener Text',
  subject: 'Betreff',
  text: 'Text',
  textHelp: 'Einfacher Text. Trennen Sie Absätze mit einer leeren Zeile.',
  placeholders: 'Platzhalter',
  required: 'Pflicht',
  insert: '{placeholder} an den Text anfügen',
  save: 'Speichern',
  saved: 'Der Text wurde gespeichert',
  preview: 'Vorschau',
  previewOf: 'Vorschau mit Beispielwerten',
  reset: 'Zurück zum Standardtext',
  resetDone: 'Der Standardtext wird wieder verschickt',
} satisfies typeof english;
