import { announceProgress, type WorkProgress } from '../../../store/system/jobs/work-progress.ts';
import type { UserCall } from '../../http/call.ts';

type Work = Pick<WorkProgress, 'work' | 'id' | 'resource'>;
type Place = Omit<WorkProgress, keyof Work | 'createdBy' | 'state'>;

type WorkTeller = {
  /** Told when enough time has passed; where it is is asked only then. */
  tell(): void;
  /** A word that is told whatever the time, the last one too. */
  say(state: string): void;
};

/** Every second is enough for whoever looks on at a file, and costs an import nothing. */
const EVERY = 1_000;

/** Tells the streams of events of all servers how far some work is. Nobody waits for it, and nothing hangs on it. */
export function createWorkTeller(
  { parts, user }: UserCall,
  work: Work,
  place: () => Place,
  every = EVERY,
): WorkTeller {
  let told = Date.now();
  const say = (state: string): void => {
    told = Date.now();
    announceProgress(parts.database, { ...work, createdBy: user._id, state, ...place() }).catch(
      (error: unknown) => parts.log.warn({ err: error }, 'cannot publish the progress of a job'),
    );
  };
  return {
    say,
    tell() {
      if (Date.now() - told >= every) say('running');
    },
  };
}
