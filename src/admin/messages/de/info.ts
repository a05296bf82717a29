import type { InfoTexts } from '../en/info.ts';

export const texts: InfoTexts = {
  title: 'Informationen',
  lead: 'Status und Version dieses Servers.',
  reload: 'Neu laden',
  health: 'Zustand',
  fine: 'OK',
  attention: 'Bitte prüfen',
  checks: {
    ready: 'Server',
    readyIs: 'Antwortet in {ms} ms',
    readyNot:
      'Nimmt keine Anfragen an: Die Datenbank antwortet nicht, oder ihre Tabellen sind nicht bereit',
    up: 'Laufzeit',
    upSince: 'Seit {moment}',
    database: 'Datenbank',
    databaseIs: '{engine} {version}, {size}',
    tables: 'Tabellen',
    tablesFollow: 'Entsprechen dem Deskriptor',
    tablesDiffer: 'Entsprechen noch nicht dem Deskriptor; `npx backoffice plan` zeigt, warum',
    memory: 'Arbeitsspeicher',
    records: 'Datensätze',
    recordsYouSee: 'In den Sammlungen, die Sie auflisten dürfen',
  },
  json: 'Vollständige Antwort',
  fold: 'Alles einklappen',
  unfold: 'Alles ausklappen',
  copy: 'Kopieren',
  copied: 'In die Zwischenablage kopiert',
  copyFailed:
    'Ihr Browser hat das Kopieren verhindert. Erlauben Sie den Zugriff auf die Zwischenablage, und versuchen Sie es noch einmal.',
  entries: '{count} Eintrag |||| {count} Einträge',
};
