import type { Namespaces } from '../../namespaces.ts';

export const texts: Namespaces['structure-links'] = {
  list: 'Spalten bearbeiten …',
  column: 'Feld hinzufügen …',
  link: 'Felder von {name} bearbeiten',
};
