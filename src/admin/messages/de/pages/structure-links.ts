import type { Namespaces } from '../../namespaces.ts';

export const texts: Namespaces['structure-links'] = {
  list: 'Struktur bearbeiten …',
  column: 'Feld hinzufügen …',
  link: 'Felder von {name} bearbeiten',
  record: 'Felder bearbeiten',
};
