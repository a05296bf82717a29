import { Socket } from 'node:net';

/** Receives each row where it lies in `bytes`; that memory is reused for the next rows. */
export type TakeRow = (bytes: Buffer, from: number, to: number) => void;

/** The messages that carry rows: of a `COPY … TO STDOUT`, or of a query (PostgreSQL, 53.7 Message Formats). */
const messages = { copy: 'd'.charCodeAt(0), query: 'D'.charCodeAt(0) };

/** Takes the rows of the one statement that a connection is running. */
type Taker = { message: number; takeRow: TakeRow; failure?: Error };

const takers = new WeakMap<Socket, Taker>();

/**
 * Stands between what a connection receives and the driver: collects it in reused memory and passes on whole messages.
 * The driver would put an answer of several packets together in new memory, sometimes more than once, and memory
 * outside of its heap costs V8 most.
 */
export function readWholeMessages(stream: Socket): void {
  let bytes = Buffer.allocUnsafe(USUAL);
  let size = 0;
  const pass = (from: number, to: number): void => {
    if (from < to) handOn(bytes.subarray(from, to));
  };
  const handOn = receiveChunks(stream, (chunk) => {
    if (size + chunk.length > bytes.length) bytes = resize(bytes, size, 2 * (size + chunk.length));
    chunk.copy(bytes, size);
    size += chunk.length;
    let start = 0;
    let at = 0;
    while (at + HEAD <= size) {
      const end = at + 1 + bytes.readUInt32BE(at + 1);
      if (end > size) break;
      // Read each time, because passing on messages may end it.
      const taker = takers.get(stream);
      if (taker && taker.message === bytes[at]) {
        pass(start, at);
        passRow(taker, bytes, at + HEAD, end);
        start = end;
      }
      at = end;
    }
    pass(start, at);
    bytes.copyWithin(0, at, size);
    size -= at;
    if (bytes.length > MAX_KEPT_BYTES && size < USUAL) bytes = resize(bytes, size, USUAL);
  });
}

/** An error thrown where a connection receives would end the process. The statement fails with it instead. */
function passRow(taker: Taker, ...row: Parameters<TakeRow>): void {
  if (taker.failure) return;
  try {
    taker.takeRow(...row);
  } catch (error) {
    taker.failure = error as Error;
  }
}

/**
 * Takes the rows of the next statement, and leaves everything else to the driver. For each row the driver would make a
 * message, an event and a view of memory, which is half of its cost. Call the returned function whenever the statement
 * ends, even when it fails, or the rows of the next one would go to the same taker. It returns the error that
 * `takeRow` threw.
 */
export function receiveRows(
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

/** The head of a message: its kind, and its length including itself. */
const HEAD = 5;

/** What a connection keeps, enough for most answers; and the most, above which it frees memory as soon as possible. */
const USUAL = 64 * 1_024;
const MAX_KEPT_BYTES = 1_024 * 1_024;

function resize(bytes: Buffer, size: number, length: number): Buffer<ArrayBuffer> {
  const other = Buffer.allocUnsafe(length);
  bytes.copy(other, 0, 0, size);
  return other;
}

/** Gets what was received; that memory is reused for the next data of any connection. */
type TakeChunk = (chunk: Buffer) => void;

/** The functions that have replaced the driver's. */
const chunkTakers = new WeakMap<Socket, TakeChunk>();

/** What Node reads at a time. */
const received = Buffer.allocUnsafeSlow(64 * 1_024);

/**
 * A socket for a connection, which reads into memory shared by all of them. Node would allocate new memory for each
 * packet, and reclaiming that cost V8 a fifth of an export's time.
 */
export function openSocket({ ssl }: { ssl?: unknown }): Socket {
  // The code that decrypts encrypted data also reads it.
  if (ssl) return new Socket();
  const socket: Socket = new Socket({
    onread: {
      buffer: received,
      callback: (size) => {
        const chunk = received.subarray(0, size);
        const take = chunkTakers.get(socket);
        if (take) take(chunk);
        // The driver keeps a message that is only half in the chunk.
        else socket.emit('data', Buffer.from(chunk));
        return true;
      },
    },
  });
  return socket;
}

/** Lets `take` receive what the driver received until now; returns the function that passes whole messages to it. */
export function receiveChunks(socket: Socket, take: TakeChunk): TakeChunk {
  const drivers = socket.listeners('data') as TakeChunk[];
  for (const driver of drivers) socket.off('data', driver);
  chunkTakers.set(socket, take);
  // Encrypted data arrives in the usual way.
  socket.on('data', take);
  return (whole) => {
    for (const driver of drivers) driver(whole);
  };
}
