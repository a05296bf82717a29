import type { ImportWriteTexts } from '../../en/files/import-writes.ts';

export const importWrites: ImportWriteTexts = {
  writeOf: 'Vorhandene Werte in {name}',
  writes: {
    replace: 'Ersetzen',
    fill: 'Behalten, nur leere Felder füllen',
    add: 'Behalten und diese hinzufügen',
    remove: 'Diese daraus entfernen',
  },
  behind: 'Felder von {name}',
  names: 'Findet den Datensatz in {name} oder legt ihn an',
  isPart: 'Für neue Datensätze in {name}; vorhandene bleiben, wie sie sind',
  isOwn: 'Legt fehlende Datensätze in {name} mit den Werten ihrer Spalten an',
  nameless:
    'Es ist nicht angegeben, zu welchem Datensatz in {name} diese Spalten gehören: {columns}. Ordnen Sie eine weitere Spalte zu: {fields}.',
};
