import type { Actor } from '../../store/store.ts';
import type { UserCall } from './call.ts';

/** Whoever calls, as writes and the audit name them. */
export function actorOf({ user, address, sessionId, requestId }: UserCall): Actor {
  return { userId: user._id, address, sessionId, requestId };
}
