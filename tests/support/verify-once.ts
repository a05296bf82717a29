import { createRequire } from 'node:module';
import type { verify as Verify } from '@node-rs/argon2';

/**
 * Tests sign in with the same password some thousand times, and each look at its hash keeps a core busy for 30
 * milliseconds. The same hash and password give the same answer, so the package is asked once. Runs before the app
 * loads it.
 */
const argon2: { verify: typeof Verify } = createRequire(import.meta.url)('@node-rs/argon2');
const { verify } = argon2;
if (verify.name !== 'verifyOnce') {
  const answers = new Map<string, Promise<boolean>>();
  argon2.verify = function verifyOnce(hash, password) {
    const pair = `${String(hash)} ${String(password)}`;
    const answer = answers.get(pair) ?? verify(hash, password);
    answers.set(pair, answer);
    return answer;
  };
}
