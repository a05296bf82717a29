import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export type Relay = {
  /** The same database, reached through the relay. */
  url: string;
  /** Nothing passes any more, and nobody is told: on the connections there are, or on new ones too. */
  silence(which: 'held' | 'all'): void;
  /** Everything passes again, also what was held back. */
  pass(): void;
  /** From now on a connection is reset when the server has answered a message with these words; its answer is lost. */
  resetAfter(words: RegExp | undefined): void;
  /** Ends all connections and takes no new ones. */
  refuse(all: boolean): void;
  /** How many connections there are. */
  count(): number;
  close(): Promise<void>;
};

/** Stands between a client and PostgreSQL as a network does that fails. */
export async function openRelay(url: string): Promise<Relay> {
  const pairs = new Set<Pair>();
  let isSilent = false;
  let isRefusing = false;
  let words: RegExp | undefined;

  const server = createServer((client) => {
    if (isRefusing) return void client.destroy();
    const target = connectTo(url);
    const pair: Pair = { client, target, isDoomed: false };
    pairs.add(pair);
    const end = (): void => {
      pairs.delete(pair);
      client.destroy();
      target.destroy();
    };
    client.on('data', (chunk) => {
      if (words?.test(chunk.toString('latin1'))) pair.isDoomed = true;
      target.write(chunk);
    });
    target.on('data', (chunk) => {
      // What was asked is done by now.
      if (pair.isDoomed) client.resetAndDestroy();
      else client.write(chunk);
    });
    for (const socket of [client, target]) {
      socket.on('error', end);
      socket.on('close', end);
      if (isSilent) socket.pause();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const setSilent = (pair: Pair, silent: boolean): void => {
    for (const socket of [pair.client, pair.target])
      if (silent) socket.pause();
      else socket.resume();
  };

  return {
    url: throughPort(url, (server.address() as AddressInfo).port),
    silence(which) {
      isSilent = which === 'all';
      for (const pair of pairs) setSilent(pair, true);
    },
    pass() {
      isSilent = false;
      for (const pair of pairs) setSilent(pair, false);
    },
    resetAfter(said) {
      words = said;
    },
    refuse(all) {
      isRefusing = all;
      if (all) for (const { client } of pairs) client.destroy();
    },
    count: () => pairs.size,
    async close() {
      for (const { client, target } of pairs) {
        client.destroy();
        target.destroy();
      }
      server.close();
      await once(server, 'close');
    },
  };
}

type Pair = { client: Socket; target: Socket; isDoomed: boolean };

function connectTo(url: string): Socket {
  const { hostname, port, searchParams } = new URL(url);
  const folder = searchParams.get('host');
  const number = port || searchParams.get('port') || '5432';
  return folder?.startsWith('/')
    ? connect(`${folder}/.s.PGSQL.${number}`)
    : connect(Number(number), hostname);
}

function throughPort(url: string, port: number): string {
  const { username, password, pathname, searchParams } = new URL(url);
  const user = username || searchParams.get('user') || '';
  return `postgres://${user}${password && `:${password}`}@127.0.0.1:${port}${pathname}`;
}
