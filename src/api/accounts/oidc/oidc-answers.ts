import { ProviderAddress } from '../../../contract/people/identities.ts';
import { json } from '../../http/operation/schemas.ts';

export const address = json(
  'Where to send the browser. The cookie binds the answer to it.',
  ProviderAddress,
);

/** The answers of the routes that begin a visit, for OpenAPI. */
export const bound =
  'Only the browser that began it can finish it, once and within 15 minutes (state, nonce and PKCE in a cookie).';
