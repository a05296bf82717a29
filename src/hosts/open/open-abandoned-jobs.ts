import { resumeAbandonedJobs } from '../../services/resume/resume-abandoned.ts';
import type { ApiServices } from '../../api/api-services.ts';
import { lookEvery } from '../../services/look-every.ts';

/** In milliseconds: a job counts as abandoned after 15 seconds. */
const EVERY = 5_000;

/** Resumes jobs whose server is gone, now and from time to time. Returns a function that stops it. */
export function openAbandonedJobs(services: ApiServices): () => Promise<void> {
  return lookEvery(EVERY, () =>
    resumeAbandonedJobs(services).catch((err: unknown) =>
      services.log.warn({ err }, 'the jobs could not be read'),
    ),
  );
}
