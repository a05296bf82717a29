import type { StopReason } from '../../contract/webhooks.ts';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import { adminRoles } from '../../descriptor/permissions/permissions.ts';
import type { Database } from '../../store/connection/database.ts';
import { listAdmins } from '../../store/system/accounts/registrations.ts';
import { writeAudit } from '../../store/system/audit/write-audit.ts';
import { mailStop } from '../../store/system/outbox/stop-mails.ts';
import type { ClaimedWebhook } from '../../store/system/webhooks/webhook-work.ts';
import { stopWebhook } from '../../store/system/webhooks/webhooks.ts';
import type { Log } from '../../store/log-fields.ts';
import { hostOf } from './targets.ts';

type Parts = { database: Database; descriptor: () => Descriptor; log: Log };

/** Disables a webhook, and tells the admins; its creator is one of them. */
export async function reportStop(
  { database, descriptor: current, log }: Parts,
  { id, name, url }: Pick<ClaimedWebhook, 'id' | 'name' | 'url'>,
  reason: StopReason,
): Promise<void> {
  const descriptor = current();
  const [otherwise = 'en'] = descriptor.app.languages;
  const host = hostOf(new URL(url));
  log.warn({ webhook: id, reason }, 'A webhook was disabled');
  await database.transaction(async (sql) => {
    if (!(await stopWebhook(sql, id, reason))) return;
    await writeAudit(sql, { action: 'webhookStopped', actor: null, detail: { name, reason } });
    const admins = await listAdmins(sql, adminRoles(descriptor), otherwise);
    await mailStop(sql, admins, { id, name, host, reason });
  });
}
