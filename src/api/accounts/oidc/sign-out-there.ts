import { findIssuer } from '../../../store/system/accounts/identities.ts';
import type { UserCall } from '../../http/call.ts';
import { loadClient, openProvider } from './open-provider.ts';

/**
 * Where the browser of a session that has ended goes to sign out at its provider too (OpenID Connect RP-Initiated
 * Logout 1.0); undefined if it was opened another way, or the provider does not offer it. The provider knows us by our
 * ID: a token of the sign-in would have to be stored as long as the session. So it may ask the user first.
 */
export async function findSignOutThere(call: UserCall): Promise<string | undefined> {
  const { services, request, requestId, sessionId } = call;
  if (!services.oidc?.some(({ signsOut }) => signsOut)) return undefined;
  try {
    const issuer = await findIssuer(services.database, sessionId);
    const provider = services.oidc.find((each) => each.signsOut && each.issuer === issuer);
    if (!provider) return undefined;
    const config = await openProvider(provider);
    if (config.serverMetadata().end_session_endpoint === undefined) return undefined;
    const post_logout_redirect_uri = `${services.publicUrl ?? new URL(request.url).origin}/login`;
    const url = (await loadClient()).buildEndSessionUrl(config, { post_logout_redirect_uri });
    return url.href;
  } catch (error) {
    // The session here has ended, even if the database or the provider fails now.
    services.log.warn({ requestId, err: error }, 'no sign-out at the provider');
    return undefined;
  }
}
