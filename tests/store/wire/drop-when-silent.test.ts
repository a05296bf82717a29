import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dropWhenSilent } from '../../../src/store/wire/drop-when-silent.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A connection over which bytes come in as told. */
function openStream() {
  const stream = { bytesRead: 7, destroy: vi.fn<() => void>() };
  const { promise, resolve } = Promise.withResolvers<string>();
  return { stream, resolve, answer: dropWhenSilent({ connection: { stream } } as never, promise) };
}

test('a connection that receives data can take as long as it needs', async () => {
  const { stream, resolve, answer } = openStream();

  for (let n = 0; n < 5; n++) {
    stream.bytesRead += 1;
    vi.advanceTimersByTime(25_000);
  }
  vi.advanceTimersByTime(24_999);
  expect(stream.destroy).not.toHaveBeenCalled();

  resolve('done');
  expect(await answer).toBe('done');
  vi.advanceTimersByTime(100_000);
  expect(stream.destroy).not.toHaveBeenCalled();
});

test('a connection that receives nothing for 25 seconds is dropped', () => {
  const { stream } = openStream();

  stream.bytesRead += 1;
  vi.advanceTimersByTime(49_999);
  expect(stream.destroy).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(stream.destroy).toHaveBeenCalledTimes(1);
});
