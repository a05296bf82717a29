import type { Descriptor } from '../descriptor.ts';

/** A session that nobody used for so long ends, unless the installation sets a shorter time. */
const IDLE_DAYS = 14;

const MINUTES_A_DAY = 24 * 60;

export type SessionPolicy = {
  /** The minutes without use after which a session ends. */
  idleMinutes: number;
  /** The most open sessions of a user. */
  most: number;
};

/** What holds for the sessions of a role: the strictest of the installation, the app and the role. */
export function sessionPolicy(
  { app, roles }: Descriptor,
  role: string,
  idleDays = IDLE_DAYS,
): SessionPolicy {
  const own = roles.get(role)?.sessions;
  const longest = idleDays * MINUTES_A_DAY;
  return {
    idleMinutes: Math.min(
      longest,
      app.sessions.idleMinutes ?? longest,
      own?.idleMinutes ?? longest,
    ),
    most: Math.min(app.sessions.most, own?.most ?? app.sessions.most),
  };
}

/** The idle minutes of each role; `''` has those of a user whose role is not declared. */
export function idleMinutesByRole(
  descriptor: Descriptor,
  idleDays?: number,
): Readonly<Record<string, number>> {
  const names = ['', ...descriptor.roles.keys()];
  return Object.fromEntries(
    names.map((role) => [role, sessionPolicy(descriptor, role, idleDays).idleMinutes]),
  );
}
