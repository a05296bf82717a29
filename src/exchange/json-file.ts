/**
 * Records to one piece of the file. Pieces of megabytes would be garbage that only a full
 * collection finds, and the memory of the server would grow with the file.
 */
const PIECE = 64;

/**
 * A JSON array made of records whose texts are there already, one per line, so
 * that a difference of two exports is a difference of lines.
 */
export async function* toJsonFile(
  batches: AsyncIterable<readonly string[]>,
): AsyncGenerator<string> {
  let isFirst = true;
  for await (const batch of batches) {
    for (let at = 0; at < batch.length; at += PIECE) {
      yield `${isFirst ? '[\n' : ',\n'}${batch.slice(at, at + PIECE).join(',\n')}`;
      isFirst = false;
    }
  }
  yield isFirst ? '[]\n' : '\n]\n';
}

/** One record per line. */
export async function* toNdjsonFile(
  batches: AsyncIterable<readonly string[]>,
): AsyncGenerator<string> {
  for await (const batch of batches) {
    for (let at = 0; at < batch.length; at += PIECE) {
      yield `${batch.slice(at, at + PIECE).join('\n')}\n`;
    }
  }
}
