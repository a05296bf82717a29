import type { Operation } from '../../../../descriptor/descriptor.ts';

export const operationNames: Readonly<Record<Operation, string>> = {
  list: 'auflisten',
  read: 'lesen',
  create: 'anlegen',
  update: 'ändern',
  delete: 'löschen',
  export: 'exportieren',
  import: 'importieren',
  history: 'Verlauf sehen',
  restore: 'wiederherstellen',
  comment: 'kommentieren',
};
