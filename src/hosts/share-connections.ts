import { requireEntry } from '../fields/require-entry.ts';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from '../store/log-fields.ts';
import { addressPrefix } from '../api/http/client-address.ts';

export type Connections = {
  /** Keeps the connection, because a signed-in user sent a request over it. */
  keep(socket: Socket): void;
  /** Whether a connection over the limit has one request to show that it is wanted. */
  isOnTrial(socket: Socket): boolean;
  count(): { open: number; refused: number };
};

export type ConnectionLimits = {
  most: number;
  /** Whether an address has the connections of many clients: our own proxy, which may use all of them. */
  isProxy?: (address: string) => boolean;
  log?: Pick<Log, 'warn'>;
};

/** Whether a request has begun whose response is not complete. */
const isAsking = ({ response }: Kept) => response !== undefined && !response.closed;

/** Extra connections for `/healthz`, `/readyz` and signed-in users. */
const ROOM = 100;
const SAY_EVERY = 10_000;

type Kept = {
  address: string;
  isKept: boolean;
  isProbationary: boolean;
  request?: IncomingMessage;
  response?: ServerResponse;
};

/**
 * Shares the connections of a server among client addresses (IPv4, or /64 of IPv6). One address gets at
 * most half; an office of two hundred people needs a third of that. When all are taken, the address with
 * the most loses its oldest connection without a signed-in user, so that many clients never push out a few.
 */
export function shareConnections(
  server: Server,
  { most, isProxy = () => false, log }: ConnectionLimits,
): Connections {
  const ledger = createLedger();
  let refused = 0;
  let lastLoggedAt = 0;
  server.maxConnections = most + 2 * ROOM;

  function refuse(socket: Socket, address: string): void {
    refused += 1;
    // Logged only now and then, because refused clients try again immediately.
    if (performance.now() - lastLoggedAt > SAY_EVERY || refused === 1) {
      lastLoggedAt = performance.now();
      const open = ledger.connections.size;
      const of = ledger.socketsOf(address)?.size;
      log?.warn({ address, open, of, refused }, 'connections are refused');
    }
    ledger.forget(socket);
    if (socket.bytesWritten === 0) socket.write(BUSY);
    socket.destroySoon();
  }

  function makeRoom(among: Iterable<string>): boolean {
    const candidate = findEvictable(ledger, among);
    if (candidate) refuse(candidate, requireEntry(ledger.connections, candidate).address);
    return candidate !== undefined;
  }

  server.on('connection', (socket) => {
    const address = addressPrefix(socket.remoteAddress ?? '');
    const siblings = ledger.socketsOf(address)?.size ?? 0;
    const isOver = siblings >= most / 2 && !isProxy(socket.remoteAddress ?? '');
    if (isOver && !makeRoom([address])) return refuse(socket, address);
    if (ledger.connections.size >= most) makeRoom(ledger.largestFirst());
    const isOnTrial = ledger.connections.size >= most;
    if (ledger.connections.size >= most + ROOM) return refuse(socket, address);
    ledger.add(socket, { address, isKept: false, isProbationary: isOnTrial });
    socket.once('close', () => ledger.forget(socket));
  });
  server.prependListener('request', (request, response) => {
    const kept = ledger.connections.get(request.socket);
    if (!kept) return;
    kept.request = request;
    kept.response = response;
  });

  return {
    keep(socket) {
      const kept = ledger.connections.get(socket);
      if (!kept) return;
      kept.isKept = true;
      kept.isProbationary = false;
    },
    isOnTrial: (socket) => ledger.connections.get(socket)?.isProbationary ?? false,
    count: () => ({ open: ledger.connections.size, refused }),
  };
}

/** What to close first: connections of strangers, even while they send a request, then any without a response. */
const evictionOrder: readonly ((kept: Kept) => boolean)[] = [
  (kept) => !kept.isKept && !(isAsking(kept) && kept.request?.complete),
  (kept) => !isAsking(kept),
];

/** The oldest connection that nobody misses, searching the addresses in order. */
function findEvictable(
  { connections, socketsOf }: ReturnType<typeof createLedger>,
  among: Iterable<string>,
): Socket | undefined {
  const from = [...among].flatMap((address) => [...(socketsOf(address) ?? [])]);
  for (const mayGo of evictionOrder) {
    const candidate = from.find((socket) => mayGo(requireEntry(connections, socket)));
    if (candidate) return candidate;
  }
  return undefined;
}

/** Which connections are open, and by which address. */
function createLedger() {
  const connections = new Map<Socket, Kept>();
  const addresses = new Map<string, Set<Socket>>();
  return {
    connections: connections as ReadonlyMap<Socket, Kept>,
    socketsOf: (address: string): ReadonlySet<Socket> | undefined => addresses.get(address),
    largestFirst: (): string[] =>
      [...addresses]
        .sort(([, left], [, right]) => right.size - left.size)
        .map(([address]) => address),
    add(socket: Socket, kept: Kept): void {
      connections.set(socket, kept);
      addresses.set(kept.address, (addresses.get(kept.address) ?? new Set()).add(socket));
    },
    forget(socket: Socket): void {
      const kept = connections.get(socket);
      if (!kept) return;
      connections.delete(socket);
      const siblings = addresses.get(kept.address);
      siblings?.delete(socket);
      if (siblings?.size === 0) addresses.delete(kept.address);
    },
  };
}

const BUSY =
  'HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';
