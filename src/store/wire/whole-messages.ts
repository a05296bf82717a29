import { Socket } from 'node:net';

/** Is given each row where it lies in `bytes`, whose memory is used anew for the next ones. */
export type TakeRow = (bytes: Buffer, from: number, to: number) => void;

/** What the rows come as: of a `COPY … TO STDOUT`, or of a query (PostgreSQL, 53.7 Message Formats). */
const messages = { copy: 'd'.charCodeAt(0), query: 'D'.charCodeAt(0) };

/** Takes the rows of the one statement that a connection works on. */
type Taker = { message: number; takeRow: TakeRow; failure?: Error };

const takers = new WeakMap<Socket, Taker>();

/**
 * Stands between what a connection receives and the driver: gathers it in memory that is used again
 * and again, and hands on whole messages. The driver would put an answer of several packets together
 * in new memory, some times over, and memory outside of its heap is what V8 has to look for most.
 */
export function readWholeMessages(stream: Socket): void {
  let bytes = Buffer.allocUnsafe(USUAL);
  let size = 0;
  const pass = (from: number, to: number): void => {
    if (from < to) handOn(bytes.subarray(from, to));
  };
  const handOn = takeChunks(stream, (chunk) => {
    if (size + chunk.length > bytes.length) bytes = resize(bytes, size, 2 * (size + chunk.length));
    chunk.copy(bytes, size);
    size += chunk.length;
    let start = 0;
    let at = 0;
    while (at + HEAD <= size) {
      const end = at + 1 + bytes.readUInt32BE(at + 1);
      if (end > size) break;
      // Asked each time, as what is passed on may end it.
      const taker = takers.get(stream);
      if (taker?.message === bytes[at]) {
        pass(start, at);
        giveRow(taker!, bytes, at + HEAD, end);
        start = end;
      }
      at = end;
    }
    pass(start, at);
    bytes.copyWithin(0, at, size);
    size -= at;
    if (bytes.length > MOST && size < USUAL) bytes = resize(bytes, size, USUAL);
  });
}

/** An error thrown where a connection receives would end the process. The statement fails with it instead. */
function giveRow(taker: Taker, ...row: Parameters<TakeRow>): void {
  if (taker.failure) return;
  try {
    taker.takeRow(...row);
  } catch (error) {
    taker.failure = error as Error;
  }
}

/**
 * Takes the rows of the next statement, and leaves all else to the driver, which would make a message, an event
 * and a view of memory of each row: half of what a row costs. The returned function must be called when the
 * statement ends, however it ends, or the rows of the next one would go to the same taker. It returns the
 * error that `takeRow` has thrown.
 */
export function takeRows(
  stream: Socket,
  of: keyof typeof messages,
  takeRow: TakeRow,
): () => Error | undefined {
  const taker: Taker = { message: messages[of], takeRow };
  takers.set(stream, taker);
  return () => {
    if (takers.get(stream) === taker) takers.delete(stream);
    return taker.failure;
  };
}

/** Of a message: what it is, and how long, itself included. */
const HEAD = 5;

/** What a connection keeps, which most answers have room in, and what it keeps no longer than it must. */
const USUAL = 64 * 1_024;
const MOST = 1_024 * 1_024;

function resize(bytes: Buffer, size: number, length: number): Buffer<ArrayBuffer> {
  const other = Buffer.allocUnsafe(length);
  bytes.copy(other, 0, 0, size);
  return other;
}

/** Is given what was received, whose memory is used anew for the next of any connection. */
type TakeChunk = (chunk: Buffer) => void;

/** Who has taken the place of the driver. */
const chunkTakers = new WeakMap<Socket, TakeChunk>();

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
        const take = chunkTakers.get(socket);
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
  chunkTakers.set(socket, take);
  // What comes encrypted is told of in the usual way.
  socket.on('data', take);
  return (messages) => {
    for (const driver of drivers) driver(messages);
  };
}
