import type { Operation } from '../../../../descriptor/descriptor.ts';

export const operationNames: Readonly<Record<Operation, string>> = {
  list: 'list',
  read: 'read',
  create: 'create',
  update: 'update',
  delete: 'delete',
  export: 'export',
  import: 'import',
  history: 'see history',
  restore: 'restore',
  comment: 'comment',
};
