import type { InfoTexts } from '../en/info.ts';

export const texts: InfoTexts = {
  title: 'Informationen',
  lead: 'Was der Server über sich selbst sagt.',
  reload: 'Neu laden',
  health: 'Zustand',
  fine: 'In Ordnung',
  attention: 'Braucht Aufmerksamkeit',
  checks: {
    ready: 'Server',
    readyIs: 'Antwortet in {ms} ms',
    readyNot:
      'Nimmt keine Anfragen an: Die Datenbank antwortet nicht oder ihre Tabellen sind nicht bereit',
    up: 'Laufzeit',
    upSince: 'Seit {moment}',
    database: 'Datenbank',
    databaseIs: '{engine} {version}, {size}',
    tables: 'Tabellen',
    tablesFollow: 'Wie im Deskriptor beschrieben',
    tablesDiffer: 'Noch nicht wie im Deskriptor beschrieben; `npx backoffice plan` sagt, warum',
    memory: 'Arbeitsspeicher',
    records: 'Datensätze',
    recordsYouSee: 'Der Sammlungen, die Sie auflisten dürfen',
  },
  json: 'Die ganze Antwort',
  fold: 'Alles einklappen',
  unfold: 'Alles ausklappen',
  copy: 'Kopieren',
  copied: 'In die Zwischenablage kopiert',
  copyFailed: 'Der Browser hat das Kopieren nicht erlaubt',
  entries: '{count} Eintrag |||| {count} Einträge',
};
