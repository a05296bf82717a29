import { auditActorOf, type Acting } from '../acting.ts';
import { writeAudit } from '../../store/system/audit/write-audit.ts';
import type { ImportSummary } from '../../files/import/import-summary.ts';
import type { Job } from '../../contract/jobs.ts';
import { findUser, isServiceAccount, usersResource } from '../../store/system/account.ts';
import { getJob } from '../../store/system/jobs/read-jobs.ts';
import { endJob, type HeldJob } from '../../store/system/jobs/run-states.ts';
import { queueMail } from '../../store/system/outbox/queue-mail.ts';
import { mailTo } from '../mail-to.ts';
import type { QueryRunner } from '../../store/store.ts';

/** The person who started an import that takes longer has probably gone on to other work. */
const LONG_MS = 5 * 60_000;

/** Ends an import or a dry run, and emails the person who started it if it took long. */
export async function endImport(
  call: Acting,
  held: HeldJob,
  end: Parameters<typeof endJob>[2],
): Promise<void> {
  await call.services.database.transaction(async (sql) => {
    await endJob(sql, held, end);
    const job = await getJob(sql, held.id);
    if (job) await mailEnded(sql, call, job);
  });
}

async function mailEnded(sql: QueryRunner, call: Acting, job: Job): Promise<void> {
  const { state, startedAt, endedAt, summary } = job;
  const ms = Date.parse(endedAt ?? '') - Date.parse(startedAt ?? '');
  const isTold = state === 'done' || state === 'rehearsed' || state === 'failed';
  const resource = call.descriptor.resources.get(job.resource);
  if (!isTold || !(ms >= LONG_MS) || !resource) return;
  const users = usersResource(call.descriptor.resources);
  const user = await findUser(sql, users, call.user._id);
  if (user?.status !== 'confirmed' || (await isServiceAccount(sql, users, user._id))) return;
  await queueMail(sql, {
    kind: 'importEnded',
    ...(await mailTo(sql, call, user)),
    data: {
      job: job.id,
      file: job.file.name,
      collection: resource.label,
      ending: state,
      counts: countsOf(summary),
    },
  });
}

function countsOf(summary: Job['summary']) {
  const { created = 0, updated = 0, unchanged = 0, failed = 0 } = summary ?? {};
  const { warnings = 0 } = summary ?? {};
  return { created, updated, unchanged, failed, warnings };
}

/**
 * Logs who imported a file and the result; without a summary the import broke off. A dry run changes
 * nothing and is not logged.
 */
export async function auditImport(
  call: Acting,
  { resource, file, mode }: { resource: string; file: string; mode: string },
  summary: ImportSummary | undefined,
): Promise<void> {
  const { total, created, updated, unchanged, failed } = summary ?? {};
  const counts = summary ? { total, created, updated, unchanged, failed } : { brokenOff: true };
  const detail = { file: file.slice(0, 255), mode, ...counts };
  await writeAudit(call.services.database, {
    action: 'imported',
    ...auditActorOf(call),
    resource,
    detail,
  });
}
