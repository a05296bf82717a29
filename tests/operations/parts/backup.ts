import { backupChecks } from '../backup/backup-checks.ts';
import { closeOffice } from '../backup/office.ts';
import { restoreChecks } from '../backup/restore-checks.ts';
import type { Part } from '../part.ts';

export const part: Part = {
  title: 'backups of an office with many records and files, whatever fails',
  checks: [...backupChecks, ...restoreChecks],
  close: closeOffice,
};
