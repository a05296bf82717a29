import { createHash, createSecretKey, hkdfSync, randomUUID } from 'node:crypto';
// Imported by their own entries, because the whole package takes three times as long to load.
import { SignJWT } from 'jose/jwt/sign';
import { jwtVerify } from 'jose/jwt/verify';
import { VIEW_SECONDS } from '../../store/system/accounts/view-sessions.ts';

/** Short, so that a stolen token is of little use. Each use also checks the session that the token names. */
export const ACCESS_SECONDS = 15 * 60;

const MAX_TOKEN_LENGTH = 4_096;
const audience = 'backoffice';

export type AccessClaims = { sessionId: string; userId: string; expires: number };

export type AccessTokens = ReturnType<typeof createAccessTokens>;

/** Signs and verifies access tokens: JWT (RFC 9068), HS256 and nothing else. */
export function createAccessTokens(secret: string, issuer: string, clock: () => number) {
  if (secret.length < 32) throw new Error('the secret must have at least 32 characters');
  // A derived key: `secret` may serve other purposes too, and this key reveals nothing about it.
  const bytes = Buffer.from(hkdfSync('sha256', secret, 'backoffice', 'access tokens', 32));
  const kid = createHash('sha256').update(bytes).digest('base64url').slice(0, 8);
  const key = createSecretKey(bytes);

  return {
    issue: (userId: string, sessionId: string, seconds = ACCESS_SECONDS): Promise<string> => {
      const now = Math.floor(clock() / 1000);
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(userId)
        .setJti(randomUUID())
        .setIssuedAt(now)
        .setExpirationTime(now + seconds)
        .sign(key);
    },

    /** Returns the claims of a token, or undefined unless we issued it and it is still valid. */
    verify: async (token: string): Promise<AccessClaims | undefined> => {
      if (token.length > MAX_TOKEN_LENGTH) return undefined;
      try {
        const { payload, protectedHeader } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          typ: 'at+jwt',
          issuer,
          audience,
          requiredClaims: ['sub', 'sid', 'jti', 'iat', 'exp'],
          // That of a view session, which is not refreshed. Others name an earlier end themselves.
          maxTokenAge: VIEW_SECONDS,
          // Another replica may have issued the token a moment ago, by a clock ahead of ours.
          clockTolerance: 30,
          currentDate: new Date(clock()),
        });
        const { sub = '', sid, exp = 0 } = payload;
        const expires = exp * 1000;
        if (protectedHeader.kid !== kid || typeof sid !== 'string' || expires <= clock())
          return undefined;
        return { userId: sub, sessionId: sid, expires };
      } catch {
        // jose throws for each way in which a token can be wrong; the caller must not learn which one.
        return undefined;
      }
    },
  };
}
