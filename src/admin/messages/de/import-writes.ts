import type { ImportWriteTexts } from '../en/import-writes.ts';

export const importWrites: ImportWriteTexts = {
  writeOf: 'Vorhandene Werte in {name}',
  writes: {
    replace: 'Ersetzen',
    fill: 'Behalten, nur leere Felder füllen',
    add: 'Behalten und diese hinzufügen',
    remove: 'Diese daraus entfernen',
  },
};
