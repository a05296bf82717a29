import { nameHost, type Host } from './database-hosts.ts';
import type { TimedClient, Hosts, Newest } from './timed-client.ts';

export type OneStandby = {
  /** A connection was opened: those to other servers are not used any more. */
  opened(client: TimedClient): void;
  /** Moves to the standby that has received most, without asking the server that is lost; undefined if there is none. */
  moveToNewest(lost: Host | undefined): Promise<Newest | undefined>;
  /** How often the connections moved from one server to another. */
  moves(): number;
};

/** Keeps the connections for reading on one of several standbys: what it is known to have, another one may lack. */
export function keepToOneStandby(
  hosts: Hosts | undefined,
  clients: ReadonlySet<TimedClient>,
): OneStandby {
  let at: string | undefined;
  let moves = 0;

  function keepTo(host: Host): void {
    if (nameHost(host) === at) return;
    if (at !== undefined) moves += 1;
    at = nameHost(host);
    for (const client of clients) {
      if (nameHost(client) === at) continue;
      client.isOutdated = true;
      if (client.isIdle) client.destroy();
    }
  }

  return {
    opened(client) {
      if (hosts && !hosts.mustWrite) keepTo(client);
    },
    async moveToNewest(lost) {
      const newest = await hosts?.chooseNewest(lost);
      if (newest) keepTo(newest.host);
      return newest;
    },
    moves: () => moves,
  };
}
