import type { Descriptor } from '../../descriptor/descriptor.ts';
import { adminRoles } from '../../descriptor/permissions/permissions.ts';
import type { Database } from '../../store/connection/database.ts';
import { listAdmins } from '../../store/system/accounts/registrations.ts';
import { writeAudit } from '../../store/system/audit/write-audit.ts';
import {
  hasRunSince,
  isFirstFailure,
  saveBackupRun,
} from '../../store/system/backups/backup-runs.ts';
import { queueMail } from '../../store/system/outbox/queue-mail.ts';

/** Tells the admins that a scheduled backup failed: once, until another one succeeds. */
export async function reportFailedBackup(
  { database, descriptor }: { database: Database; descriptor: Descriptor },
  { beganAt, error }: { beganAt: Date; error: string },
): Promise<void> {
  const [otherwise = 'en'] = descriptor.app.languages;
  await database.transaction(async (sql) => {
    // A process that was killed could not say so itself.
    if (!(await hasRunSince(sql, beganAt)))
      await saveBackupRun(sql, { kind: 'backup', backup: null, beganAt, error });
    if (!(await isFirstFailure(sql))) return;
    await writeAudit(sql, { action: 'backupFailed', actor: null });
    const at = new Date().toISOString();
    for (const { to, language } of await listAdmins(sql, adminRoles(descriptor), otherwise))
      await queueMail(sql, { kind: 'backupFailed', to, language, data: { at } });
  });
}
