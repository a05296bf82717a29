import type { Store } from '../../store/store.ts';
import type { Events } from '../live/events.ts';
import type { AccessTokens } from './access-token.ts';
import type { Turns } from './turns.ts';
import type { WhoIs } from './who-is.ts';

/** What the routes of the session share, and one API has one of. */
export type SessionParts = {
  tokens: AccessTokens;
  whoIs: WhoIs;
  turns: Turns;
  events: Events;
  /** With every record: what people do with their own account hangs on no permission. */
  store: Store;
};
