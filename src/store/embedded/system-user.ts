import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';

/** The user that the database server runs as; undefined: as ourselves. */
export type SystemUser = { uid: number; gid: number };

/**
 * PostgreSQL refuses to run as root. So for root, it runs as the owner of the existing data, otherwise as the
 * machine's `postgres`, otherwise as `nobody`.
 */
export function findSystemUser(data: string): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(data, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  for (const name of ['postgres', '_postgres', 'nobody']) {
    const user = askSystem(name);
    if (user) return user;
  }
  throw new Error(
    'PostgreSQL does not run as root, and this machine has neither a user named postgres nor one named nobody. ' +
      'Start as a normal user, or set DATABASE_URL to your own PostgreSQL server.',
  );
}

function askSystem(name: string): SystemUser | undefined {
  try {
    const id = (flag: string) =>
      Number(
        execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
      );
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    // `id` fails for a name that the machine does not know; the caller tries the next one.
    return undefined;
  }
}
