import { ProofWays } from '../../contract/people/factors.ts';
import { findHash } from '../../store/system/accounts/credentials.ts';
import { countCodes, listFactors } from '../../store/system/accounts/factors.ts';
import { listIdentities } from '../../store/system/accounts/identities.ts';
import { answer } from '../http/answer/answer.ts';
import type { UserCall } from '../http/call.ts';

/** Lists what the caller can prove with who they are: not everybody has a password. */
export async function listProofWays(call: UserCall): Promise<Response> {
  const { user, services } = call;
  const { database, oidc = [] } = services;
  const [hash, factors, codes, identities] = await Promise.all([
    findHash(database, user._id),
    listFactors(database, user._id),
    countCodes(database, user._id),
    listIdentities(database, user._id),
  ]);
  const issuers = new Set(identities.map(({ issuer }) => issuer));
  return answer(call, 200, ProofWays, {
    password: hash !== null,
    factors: [
      ...new Set(factors.map(({ kind }) => kind)),
      ...(codes > 0 ? (['recoveryCode'] as const) : []),
    ],
    providers: oidc
      .filter(({ issuer }) => issuers.has(issuer))
      .map(({ name, label }) => ({ name, label })),
  });
}
