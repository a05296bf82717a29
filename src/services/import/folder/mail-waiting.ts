import type { Job } from '../../../contract/jobs.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import type { QueryRunner } from '../../../store/store.ts';
import { findUser, isServiceAccount, usersResource } from '../../../store/system/account.ts';
import { queueMail } from '../../../store/system/outbox/queue-mail.ts';
import { mailTo } from '../../mail-to.ts';
import type { Services } from '../../acting.ts';
import type { Ending } from './work-on-file.ts';

type Ended = {
  ending: Ending;
  job: Job;
  recipe: { name: string; owner: string };
  resource: Resource;
};

/** Tells the owner of a recipe that a file of the import folder waits for a decision, or was not imported. */
export async function mailWaiting(
  sql: QueryRunner,
  services: Services,
  { ending, job, recipe, resource }: Ended,
): Promise<void> {
  const descriptor = services.descriptor();
  const users = usersResource(descriptor.resources);
  const user = await findUser(sql, users, recipe.owner);
  if (user?.status !== 'confirmed' || (await isServiceAccount(sql, users, user._id))) return;
  const { failed = 0, warnings = 0 } = job.summary ?? {};
  await queueMail(sql, {
    kind: 'importWaiting',
    ...(await mailTo(sql, { descriptor }, user)),
    data: {
      job: job.id,
      file: job.file.name,
      recipe: recipe.name,
      collection: resource.label,
      ending: ending.state === 'waiting' ? 'waiting' : 'refused',
      missing: ending.state === 'waiting' ? [...ending.missing] : [],
      counts: { failed, warnings },
    },
    dedupeKey: `importWaiting/${job.id}/${ending.state}`,
  });
}
