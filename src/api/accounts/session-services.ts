import type { Store } from '../../store/store.ts';
import type { Events } from '../live/events.ts';
import type { AttemptQueue } from './sign-in/attempt-queue.ts';
import type { Authenticator } from './authenticator.ts';
import type { AccessTokens } from './access-token.ts';

/** What the session routes share; an API has one of each. */
export type SessionServices = {
  tokens: AccessTokens;
  authenticator: Authenticator;
  attemptQueue: AttemptQueue;
  events: Events;
  /** Without the restrictions of a caller: no permission limits what people do with their own account. */
  store: Store;
};
