/**
 * A JSON array made of records whose texts are there already, one per line, so
 * that a difference of two exports is a difference of lines.
 */
export async function* toJsonFile(
  batches: AsyncIterable<readonly string[]>,
): AsyncGenerator<string> {
  let isFirst = true;
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    yield `${isFirst ? '[\n' : ',\n'}${batch.join(',\n')}`;
    isFirst = false;
  }
  yield isFirst ? '[]\n' : '\n]\n';
}
