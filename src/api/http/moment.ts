import type { Moment } from '../../descriptor/filter/tokens.ts';
import type { Call } from './call.ts';

/** What `$now`, `$today` and `$user` mean in a call: the server's clock and whoever calls. */
export function momentOf({ user }: Pick<Call, 'user'>): Moment {
  return { now: new Date(), userId: user?._id ?? null };
}
