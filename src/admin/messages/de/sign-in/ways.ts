import type { Way } from '../../../../contract/past.ts';

/** How a change was made, for the history and for recent changes. */
export const ways: Readonly<Record<Way, string>> = {
  form: 'Formular',
  grid: 'Tabelle',
  paste: 'Einfügen',
  api: 'API',
  key: 'API-Schlüssel',
  mcp: 'Assistent (MCP)',
  import: 'Import',
  bulk: 'Sammelaktion',
  merge: 'Zusammenführung',
  action: 'Aktion',
  generate: 'Erzeugt',
  mapping: 'Zuordnung',
  public: 'Öffentliches Formular',
  restore: 'Wiederhergestellt',
  undo: 'Rückgängig gemacht',
  command: 'Befehlszeile',
  system: 'System',
};

/** For a change through an API key whose name the reader may see. */
export const throughKey = 'über den Schlüssel „{key}“';
