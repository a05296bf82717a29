import type { Socket } from 'node:net';
import type pg from 'pg';

/** Milliseconds without a byte after which the server counts as gone; it may have much to sort first. */
const SILENCE = 25_000;

/** Waits for an answer, however long it takes, but drops the connection when nothing arrives for too long. */
export async function dropWhenSilent<Answer>(
  client: pg.Client,
  answer: Promise<Answer>,
): Promise<Answer> {
  const stream = client.connection.stream as Socket;
  let received = stream.bytesRead;
  const timer = setInterval(() => {
    if (stream.bytesRead === received) stream.destroy();
    received = stream.bytesRead;
  }, SILENCE);
  try {
    return await answer;
  } finally {
    clearInterval(timer);
  }
}
