import { Socket } from 'node:net';

/** Is given what was received, whose memory is used anew for the next of any connection. */
export type TakeChunk = (chunk: Buffer) => void;

/** Who has taken the place of the driver. */
const takers = new WeakMap<Socket, TakeChunk>();

/** What Node reads at a time. */
const received = Buffer.allocUnsafeSlow(64 * 1_024);

/**
 * The socket of a connection, which reads into memory that all of them share. Node would take new memory
 * for each packet, and to look for what can be used again of it cost V8 a fifth of an export's time.
 */
export function openSocket({ ssl }: { ssl?: unknown }): Socket {
  // What comes encrypted is read by who decrypts it.
  if (ssl) return new Socket();
  const socket: Socket = new Socket({
    onread: {
      buffer: received,
      callback: (size) => {
        const chunk = received.subarray(0, size);
        const take = takers.get(socket);
        if (take) take(chunk);
        // The driver keeps the half of a message that may stand at its end.
        else socket.emit('data', Buffer.from(chunk));
        return true;
      },
    },
  });
  return socket;
}

/** Has `take` take what the driver took until now, which is answered: who hands on whole messages to it. */
export function takeChunks(socket: Socket, take: TakeChunk): TakeChunk {
  const drivers = socket.listeners('data') as TakeChunk[];
  for (const driver of drivers) socket.off('data', driver);
  takers.set(socket, take);
  // What comes encrypted is told of in the usual way.
  socket.on('data', take);
  return (messages) => {
    for (const driver of drivers) driver(messages);
  };
}
