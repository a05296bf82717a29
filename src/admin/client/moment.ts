import type { Moment } from '../../descriptor/filter/tokens.ts';
import { readSession } from './session.ts';

/** What `$now`, `$today` and `$user` mean in a form: the clock here, and who is signed in. */
export function hereAndNow(): Moment {
  return { now: new Date(), userId: readSession()?.user._id ?? null };
}
