import { announceProgress, type WorkProgress } from '../../store/system/jobs/run-states.ts';
import { type Acting, doerOf } from '../acting.ts';

type Work = Pick<WorkProgress, 'work' | 'id' | 'resource'>;

/** Once a second is enough for people who watch, and costs an import nothing. */
const EVERY = 1_000;

/** Publishes the progress of some work to the event streams of all servers. The work does not depend on it. */
export function createWorkReporter(
  acting: Acting,
  work: Work,
  place: () => Omit<WorkProgress, keyof Work | 'createdBy' | 'state'>,
  every = EVERY,
) {
  const { services } = acting;
  const createdBy = doerOf(acting)._id;
  let lastReportedAt = Date.now();
  const announceState = (state: string): void => {
    lastReportedAt = Date.now();
    announceProgress(services.database, { ...work, createdBy, state, ...place() }).catch(
      (error: unknown) => services.log.warn({ err: error }, 'cannot publish the progress of a job'),
    );
  };
  return {
    /** Publishes a state immediately, such as the last one. */
    say: announceState,
    /** Publishes if enough time has passed; only then it calls `place`. */
    tell() {
      if (Date.now() - lastReportedAt >= every) announceState('running');
    },
  };
}
