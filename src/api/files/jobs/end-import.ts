import type { Job } from '../../../contract/jobs.ts';
import { findUser, isServiceAccount } from '../../../store/system/account.ts';
import { getJob } from '../../../store/system/jobs/read-jobs.ts';
import { endJob, type HeldJob } from '../../../store/system/jobs/run-states.ts';
import { queueMail } from '../../../store/system/outbox/queue-mail.ts';
import type { QueryRunner } from '../../../store/store.ts';
import { mailTo } from '../../accounts/mail-links.ts';
import { usersResource } from '../../accounts/authenticator.ts';
import type { Acting } from '../../http/call.ts';

/** The person who started an import that takes longer has probably gone on to other work. */
const LONG_MS = 5 * 60_000;

/** Ends an import or a dry run, and emails the person who started it if it took long. */
export async function endImport(
  call: Acting,
  held: HeldJob,
  end: Parameters<typeof endJob>[2],
): Promise<void> {
  await call.parts.database.transaction(async (sql) => {
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
  const { created = 0, updated = 0, unchanged = 0, failed = 0 } = summary ?? {};
  const warnings = (summary as { warnings?: number } | null)?.warnings ?? 0;
  await queueMail(sql, {
    kind: 'importEnded',
    ...(await mailTo(sql, call, user)),
    data: {
      job: job.id,
      file: job.file.name,
      collection: resource.label,
      ending: state,
      counts: { created, updated, unchanged, failed, warnings },
    },
  });
}
