import type { AccessTokens } from './access-token.ts';
import type { WhoIs } from './who-is.ts';

/** What the routes of the session share, and one API has one of. */
export type SessionParts = { tokens: AccessTokens; whoIs: WhoIs };
