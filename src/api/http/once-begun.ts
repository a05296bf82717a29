/**
 * What is written of a source, once its first part is there: what fails until then is answered as the
 * problem it is, where the head of a file would already have said that all is well.
 */
export async function* onceBegun<Part, Piece>(
  source: AsyncGenerator<Part>,
  write: (source: AsyncIterable<Part>) => AsyncGenerator<Piece>,
): AsyncGenerator<Piece> {
  try {
    yield* write(goOn(await source.next(), source));
  } finally {
    await source.return(undefined);
  }
}

async function* goOn<Part>(
  first: IteratorResult<Part>,
  rest: AsyncGenerator<Part>,
): AsyncGenerator<Part> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}
