import { answerStream } from './answer.ts';
import type { Call } from './call.ts';

/**
 * What a body is made of, one after the other. Bytes are good until the next are asked for: their
 * memory is used anew then, since memory that is new each time is what a file costs most.
 */
export type Pieces = AsyncIterableIterator<string | Uint8Array, void, void> & {
  /** Its reader took nothing for so long that it is ended. */
  noteUnread(): void;
};

// As with `compress.ts`: a server that writes pieces itself needs no web stream of them, which would need copies.
const flowing = new WeakMap<Response, Pieces>();

/** The pieces an answer is made of, for who writes them in place of its body. */
export function piecesOf(response: Response): Pieces | undefined {
  return flowing.get(response);
}

/**
 * An answer whose body flows: never gathered, never compressed on the way. The next piece is asked for
 * when the client has taken the last, and a client who goes away ends the source, so that slow and
 * vanished readers hold a cursor but no memory. The first is awaited: what fails
 * before anything is sent can still be answered as the problem it is.
 */
export async function answerFlow(
  call: Call,
  source: AsyncGenerator<string | Uint8Array>,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  if (call.request.method === 'HEAD') {
    // Not begun, so nothing is read for nobody.
    await source.return(undefined);
    return answerStream(call, new Blob([]).stream(), headers);
  }
  const pieces = rejoin(call, await source.next(), source);
  const response = answerStream(call, toStream(pieces), headers);
  flowing.set(response, pieces);
  return response;
}

function rejoin(
  { requestId, parts, user, route }: Call,
  first: IteratorResult<string | Uint8Array>,
  rest: AsyncGenerator<string | Uint8Array>,
): Pieces {
  let next: typeof first | undefined = first;
  return {
    async next() {
      try {
        return next ?? (await rest.next());
      } catch (error) {
        parts.log.error({ requestId, err: error }, 'an export failed unexpectedly');
        throw error;
      } finally {
        next = undefined;
      }
    },
    return: () => rest.return(undefined),
    noteUnread: () =>
      parts.log.warn(
        { requestId, userId: user?._id, route },
        'stopped a download that the client no longer reads',
      ),
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

const utf8 = new TextEncoder();

function toStream(pieces: Pieces): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      async pull(controller) {
        // What is thrown cuts the connection, so that half a file is not taken for the whole.
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else
          controller.enqueue(
            typeof value === 'string' ? utf8.encode(value) : new Uint8Array(value),
          );
      },
      async cancel() {
        await pieces.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
