import { listSecrets, spendStep } from '../../../store/system/accounts/factors.ts';
import type { UserCall, Call } from '../../http/call.ts';
import { seal, unseal } from './seal.ts';

// What every authenticator app knows (RFC 6238).
const PERIOD = 30;
const KIND = { algorithm: 'SHA1', digits: 6, period: PERIOD } as const;
/** Steps before and after now, for clocks that are not right. */
const WINDOW = 1;

/** Few sign-ins need it. */
const load = () => import('otpauth');

/** A new key for an authenticator app: as people and apps read it, and as it is stored. */
export async function createTotp({ services, descriptor, user }: UserCall, id: string) {
  const { Secret, TOTP } = await load();
  const secret = new Secret({ size: 20 });
  const uri = new TOTP({ ...KIND, secret, issuer: descriptor.app.title, label: user.email });
  return {
    secret: secret.base32,
    uri: uri.toString(),
    sealed: seal(services.secret, secret.bytes, id),
  };
}

/** The time step of a right code; undefined if it is wrong. */
export async function stepOf(
  { services: { secret, clock = Date.now } }: Call,
  { id, secret: sealed }: { id: string; secret: Buffer },
  code: string,
): Promise<number | undefined> {
  const bytes = unseal(secret, sealed, id);
  if (!bytes) return undefined;
  const { Secret, TOTP } = await load();
  const totp = new TOTP({ ...KIND, secret: new Secret({ buffer: new Uint8Array(bytes).buffer }) });
  const timestamp = clock();
  const delta = totp.validate({ token: toDigits(code), window: WINDOW, timestamp });
  return delta === null ? undefined : Math.floor(timestamp / 1_000 / PERIOD) + delta;
}

/** Whether a user's app shows this code now, and nobody has used it yet. */
export async function spendTotp(call: Call, userId: string, code: string): Promise<boolean> {
  const { database } = call.services;
  for (const one of await listSecrets(database, userId)) {
    const step = await stepOf(call, one, code);
    if (step !== undefined) return await spendStep(database, one.id, step);
  }
  return false;
}

/** Apps show the digits in two groups. */
function toDigits(code: string): string {
  return code.replaceAll(/\s/g, '');
}
