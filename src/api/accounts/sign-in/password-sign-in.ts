import type { Call } from '../../http/call.ts';

/**
 * Whether people sign in here by what they have here: a password, or a passkey alone. An installation can leave that to
 * its providers of identities.
 */
export function hasPasswords({ services }: Pick<Call, 'services'>): boolean {
  return services.passwordSignIn !== false;
}
