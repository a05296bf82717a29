import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';

// OWASP's floor for argon2id (the library's default algorithm): 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const prefix = '$argon2id$v=19$m=19456,t=2,p=1$';

/** Longer ones are no passwords but attempts to make us work. In characters as people count them. */
const LONGEST = 256;

/** Each hash takes 19 MiB and a core, of which one is left for all other work. */
export const passwordGate = createGate(Math.max(1, availableParallelism() - 1), 50);

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

/** Takes as long for a user without a password, or one that does not exist, as for any other. */
export async function verifyPassword(password: string, kept: string | null): Promise<boolean> {
  if ([...password].length > LONGEST) return false;
  const right = await verify(kept ?? (await dummy()), password);
  return right && kept !== null;
}

/** Whether the hash was made with other parameters than today's. */
export function isOutdated(kept: string): boolean {
  return !kept.startsWith(prefix);
}

let made: Promise<string> | undefined;

function dummy(): Promise<string> {
  made ??= hashPassword('nobody has this password');
  return made;
}

/**
 * Lets `wide` pieces of work run at once and `queue` more wait for their turn;
 * undefined for who comes when the queue is full.
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
      // Who leaves hands over the place, so that nobody slips in between.
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
