import { answerStream } from './answer.ts';
import type { Call } from '../call.ts';

/**
 * The pieces of a body. Bytes are valid until the next piece is requested: their memory is then reused,
 * because new memory for each piece is the highest cost of a file.
 */
export type BodyChunks = AsyncIterableIterator<string | Uint8Array, void, void> & {
  /** Logs that the response was ended because its reader took nothing for too long. */
  noteUnread(): void;
};

// As in `compress.ts`: a server that writes the pieces itself needs no web stream, which would copy them.
const flowing = new WeakMap<Response, BodyChunks>();

/** The pieces of a response, for a server that writes them instead of its body. */
export function bodyChunksOf(response: Response): BodyChunks | undefined {
  return flowing.get(response);
}

/**
 * A streamed response, never collected in memory and never compressed. It requests the next piece when the
 * client has taken the last one, and ends the source when the client disconnects, so that slow and vanished
 * readers hold a cursor but no memory. It awaits the first piece, so that an early error can still become a
 * problem response.
 */
export async function answerChunks(
  call: Call,
  source: AsyncGenerator<string | Uint8Array>,
  headers: Readonly<Record<string, string>>,
  status = 200,
): Promise<Response> {
  if (call.request.method === 'HEAD') {
    // Ended before it began, so that nothing is read in vain.
    await source.return(undefined);
    return answerStream(call, new Blob([]).stream(), headers, status);
  }
  const pieces = rejoin(call, await source.next(), source);
  const response = answerStream(call, toStream(pieces), headers, status);
  flowing.set(response, pieces);
  return response;
}

function rejoin(
  { requestId, services, user, route }: Call,
  first: IteratorResult<string | Uint8Array>,
  rest: AsyncGenerator<string | Uint8Array>,
): BodyChunks {
  let next: typeof first | undefined = first;
  return {
    async next() {
      try {
        return next ?? (await rest.next());
      } catch (error) {
        services.log.error({ requestId, err: error }, 'a stream failed unexpectedly');
        throw error;
      } finally {
        next = undefined;
      }
    },
    return: () => rest.return(undefined),
    noteUnread: () =>
      services.log.warn(
        { requestId, userId: user?._id, route },
        'stopped a download that the client no longer reads',
      ),
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

const utf8 = new TextEncoder();

function toStream(pieces: BodyChunks): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      async pull(controller) {
        // An error cuts the connection, so that nobody takes half a file for a whole one.
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
