import type { UserCall } from '../call.ts';

const utf8 = new TextEncoder();

/**
 * Texts or bytes as the body of an answer. The next one is asked for when the client has
 * taken the last, and a client who goes away ends the source, so that slow and
 * vanished readers hold a cursor but no memory. The first is awaited: what fails
 * before anything is sent can still be answered as the problem it is.
 */
export async function toBody(
  call: UserCall,
  texts: AsyncGenerator<string | Uint8Array>,
): Promise<ReadableStream<Uint8Array>> {
  let next: Promise<IteratorResult<string | Uint8Array>> | undefined = Promise.resolve(
    await texts.next(),
  );
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await (next ?? texts.next());
          next = undefined;
          if (done) controller.close();
          else controller.enqueue(typeof value === 'string' ? utf8.encode(value) : value);
        } catch (error) {
          const { requestId, parts } = call;
          parts.log.error({ requestId, error }, 'an export broke off');
          // Cuts the connection, so that half a file is not taken for the whole.
          controller.error(error);
        }
      },
      async cancel() {
        await texts.return(undefined);
      },
    },
    { highWaterMark: 1 },
  );
}
