import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import { post } from './post.ts';

/** Why there is no answer of a passkey: the user called it off, or the browser has none. */
export type PasskeyFailure = 'cancelled' | 'unable';

type GetOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];
type CreateOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];

/** Has the browser ask for a passkey. `inField`: it offers them in the field of the address, and waits for a choice. */
export async function getPasskey(
  options: object,
  inField = false,
): Promise<object | PasskeyFailure> {
  if (!browserSupportsWebAuthn()) return 'unable';
  return await startAuthentication({
    optionsJSON: options as GetOptions,
    useBrowserAutofill: inField,
    verifyBrowserAutofillInput: false,
  }).catch((): PasskeyFailure => 'cancelled');
}

export async function createPasskey(options: object): Promise<object | PasskeyFailure> {
  if (!browserSupportsWebAuthn()) return 'unable';
  return await startRegistration({ optionsJSON: options as CreateOptions }).catch(
    (): PasskeyFailure => 'cancelled',
  );
}

/** Signs in by a passkey alone; 'cancelled' and 'unable' when there was none, undefined when no response came. */
async function signInWithPasskey(inField = false): Promise<Response | PasskeyFailure | undefined> {
  if (inField && !(await browserSupportsWebAuthnAutofill())) return 'unable';
  const response = await post('/api/users/login/passkey', {});
  if (!response?.ok) return response;
  const passkey = await getPasskey((await response.json()) as object, inField);
  if (typeof passkey === 'string') return passkey;
  return await post('/api/users/login/factor', { passkey });
}

/** Signs in by a passkey, in place of the offer in the field. 'none' if the user has called it off. */
export async function askPasskey(): Promise<Response | 'none' | undefined> {
  WebAuthnAbortService.cancelCeremony();
  const answer = await signInWithPasskey();
  return typeof answer === 'string' ? 'none' : answer;
}

/** Offers passkeys in the field. Nobody has asked for it: where it cannot be made, the page is as before. */
export async function offerPasskey(): Promise<Response | undefined> {
  const answer = await signInWithPasskey(true);
  const isMade = typeof answer === 'object' && (answer.ok || [403, 422].includes(answer.status));
  return isMade ? answer : undefined;
}
