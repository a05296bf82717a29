import type { Job } from '../../contract/jobs.ts';
import { dryRunJob, importJob } from '../import/start-import.ts';
import type { JobRules } from '../jobs/define-job.ts';
import { undoJob } from '../undo/start-undo.ts';
import { importUndoJob } from '../undo/undo-import.ts';

/** All kinds of jobs that run. The first that takes the request of a job is its kind. */
const kinds: readonly JobRules[] = [undoJob, importUndoJob, dryRunJob, importJob];

/** The kind of a job; undefined for an export, which is sent to its caller and does not run. */
export function kindOf({ kind, request }: Pick<Job, 'kind' | 'request'>): JobRules | undefined {
  return kinds.find((each) => each.kind === kind && each.request.safeParse(request ?? {}).success);
}
