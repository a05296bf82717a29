import type { ServerResponse } from 'node:http';
import type { Pieces } from '../api/http/answer-flow.ts';

/**
 * Sends an answer whose body flows. The next piece is asked for when the last has left this process, so
 * that its memory can be used anew; what breaks off cuts the connection, so that half a file is not
 * taken for the whole. A reader who takes nothing for `patience` milliseconds is ended.
 */
export async function writePieces(
  response: Response,
  pieces: Pieces,
  outgoing: ServerResponse,
  patience: number,
): Promise<void> {
  let isWriting = false;
  outgoing.setTimeout(patience, () => {
    // It may as well be the file that has no next piece yet.
    if (!isWriting) return;
    pieces.noteUnread();
    outgoing.destroy();
  });
  let goOn = (): void => {};
  // When the client has gone nobody says of a piece that it was sent.
  outgoing.once('close', () => goOn());
  const write = (piece: string | Uint8Array): Promise<void> =>
    new Promise((resolve) => {
      goOn = resolve;
      outgoing.write(piece, () => resolve());
    });
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  try {
    for await (const piece of pieces) {
      isWriting = true;
      if (!outgoing.destroyed) await write(piece);
      isWriting = false;
      if (outgoing.destroyed) return;
    }
    outgoing.end();
  } catch {
    // Noted where it was thrown.
    outgoing.destroy();
  }
}
