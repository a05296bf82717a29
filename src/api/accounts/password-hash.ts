import { availableParallelism } from 'node:os';

// OWASP's floor for argon2id (the library's default algorithm): 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const prefix = '$argon2id$v=19$m=19456,t=2,p=1$';

/** Longer texts are no passwords but attempts to cause work. Counted in characters as people see them. */
const MAX_PASSWORD_LENGTH = 256;

/** Each hash takes 19 MiB and a core. One core is left for all other work. */
export const passwordGate = createGate(Math.max(1, availableParallelism() - 1), 50);

export async function hashPassword(password: string): Promise<string> {
  const { hash } = await load();
  return await hash(password, cost);
}

/** Hashes like a password, with a salt of the caller: the same text gives the same 32 bytes. */
export async function deriveKey(text: string, salt: Buffer): Promise<Buffer> {
  const { hashRaw } = await load();
  return await hashRaw(text, { ...cost, salt });
}

/** Takes as long for a user without a password, or one that does not exist, as for any other. */
export async function verifyPassword(password: string, kept: string | null): Promise<boolean> {
  if ([...password].length > MAX_PASSWORD_LENGTH) return false;
  const { verify } = await load();
  const right = await verify(kept ?? (await dummy()), password);
  return right && kept !== null;
}

/** Whether the hash was made with other parameters than today's. */
export function isOutdated(kept: string): boolean {
  return !kept.startsWith(prefix);
}

/** Most users come with a session, so a start does not need it. */
const load = () => import('@node-rs/argon2');

let dummyHash: Promise<string> | undefined;

function dummy(): Promise<string> {
  dummyHash ??= hashPassword('nobody has this password');
  return dummyHash;
}

/**
 * Runs at most `wide` pieces of work at once and lets `queue` more wait for their turn; returns undefined
 * if the queue is full.
 */
function createGate(
  wide: number,
  queue: number,
): <T>(work: () => Promise<T>) => Promise<{ value: T } | undefined> {
  let running = 0;
  const waiting: (() => void)[] = [];

  return async (work) => {
    if (running >= wide) {
      if (waiting.length >= queue) return undefined;
      // The one that leaves hands over its place, so that no other takes it in between.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return { value: await work() };
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
