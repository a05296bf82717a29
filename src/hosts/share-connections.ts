import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from '../api/api-parts.ts';
import { addressPrefix } from '../api/http/client-address.ts';

export type Connections = {
  /** Somebody who is signed in asks over this connection: it stays. */
  keep(socket: Socket): void;
  /** A connection beyond the number, which has one request to show that it is wanted. */
  isOnTrial(socket: Socket): boolean;
  count(): { open: number; refused: number };
};

export type ConnectionLimits = {
  most: number;
  /** Whose connections are those of many: of our own proxy, who has no share but the whole. */
  isProxy?: (address: string) => boolean;
  log?: Pick<Log, 'warn'>;
};

/** A request has begun whose answer is not sent. */
const isAsking = ({ response }: Kept) => response !== undefined && !response.closed;

/** Beyond the number: for `/healthz` and `/readyz`, and for those who are signed in. */
const ROOM = 100;
const SAY_EVERY = 10_000;

type Kept = {
  address: string;
  isKept: boolean;
  isOnTrial: boolean;
  request?: IncomingMessage;
  response?: ServerResponse;
};

/**
 * Shares the connections of a server between the addresses (IPv4, or /64 of IPv6) they come from. One address has half
 * of them at most, an office of two hundred a third of that. When all are taken, the address with the most loses its
 * oldest connection over which nobody signed in asked anything, so that few are never pushed out by many.
 */
export function shareConnections(
  server: Server,
  { most, isProxy = () => false, log }: ConnectionLimits,
): Connections {
  const known = new Map<Socket, Kept>();
  const addresses = new Map<string, Set<Socket>>();
  let refused = 0;
  let said = 0;
  server.maxConnections = most + 2 * ROOM;

  /** Nothing is answered over it; those of strangers go first, also while they still send what they ask. */
  const wanted: ((kept: Kept) => boolean)[] = [
    (kept) => !kept.isKept && !(isAsking(kept) && kept.request?.complete),
    (kept) => !isAsking(kept),
  ];

  function refuse(socket: Socket, address: string): void {
    refused += 1;
    // Only what is new is worth a line: who is refused tries again at once.
    if (performance.now() - said > SAY_EVERY || refused === 1) {
      said = performance.now();
      const open = known.size;
      log?.warn(
        { address, open, of: addresses.get(address)?.size, refused },
        'connections are refused',
      );
    }
    forget(socket);
    if (socket.bytesWritten === 0) socket.write(BUSY);
    socket.destroySoon();
  }

  function forget(socket: Socket): void {
    const kept = known.get(socket);
    if (!kept) return;
    known.delete(socket);
    const siblings = addresses.get(kept.address);
    siblings?.delete(socket);
    if (siblings?.size === 0) addresses.delete(kept.address);
  }

  /** Closes the oldest that nobody will miss, of these addresses in their order. */
  function makeRoom(among: Iterable<string>): boolean {
    const from = [...among].flatMap((address) => [...(addresses.get(address) ?? [])]);
    for (const mayGo of wanted) {
      const found = from.find((socket) => mayGo(known.get(socket)!));
      if (!found) continue;
      refuse(found, known.get(found)!.address);
      return true;
    }
    return false;
  }

  const largestFirst = (): string[] =>
    [...addresses]
      .sort(([, left], [, right]) => right.size - left.size)
      .map(([address]) => address);

  server.on('connection', (socket) => {
    const address = addressPrefix(socket.remoteAddress ?? '');
    const siblings = addresses.get(address) ?? new Set();
    const isOver = siblings.size >= most / 2 && !isProxy(socket.remoteAddress ?? '');
    if (isOver && !makeRoom([address])) return refuse(socket, address);
    if (known.size >= most) makeRoom(largestFirst());
    const isOnTrial = known.size >= most;
    if (known.size >= most + ROOM) return refuse(socket, address);
    known.set(socket, { address, isKept: false, isOnTrial });
    // Its set may have been left empty, and forgotten, when room was made.
    addresses.set(address, (addresses.get(address) ?? siblings).add(socket));
    socket.once('close', () => forget(socket));
  });
  server.prependListener('request', (request, response) => {
    const kept = known.get(request.socket);
    if (!kept) return;
    kept.request = request;
    kept.response = response;
  });

  return {
    keep(socket) {
      const kept = known.get(socket);
      if (!kept) return;
      kept.isKept = true;
      kept.isOnTrial = false;
    },
    isOnTrial: (socket) => known.get(socket)?.isOnTrial ?? false,
    count: () => ({ open: known.size, refused }),
  };
}

const BUSY =
  'HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';
