import { expect, test, vi } from 'vitest';
import { createEventStream } from '../../src/api/live/event-stream.ts';

const read = async (reader: ReadableStreamDefaultReader<Uint8Array>) =>
  new TextDecoder().decode((await reader.read()).value);

test('a stream of events sends heartbeats between events', async () => {
  const { body, send, ping } = createEventStream(3000, () => {});
  const reader = body.getReader();

  ping();
  expect(send([{ event: 'changed', data: { a: 1 }, id: '7' }])).toBe(true);

  expect(await read(reader)).toBe('retry: 3000\n\n');
  expect(await read(reader)).toBe(': ping\n\n');
  expect(await read(reader)).toBe('event: changed\nid: 7\ndata: {"a":1}\n\n');
});

test.each(['send', 'ping'] as const)('a stream whose client reads nothing ends, by %s', (how) => {
  const onEnd = vi.fn<() => void>();
  const stream = createEventStream(3000, onEnd);

  for (let n = 0; n < 120; n += 1)
    if (how === 'ping') stream.ping();
    else stream.send([{ event: 'changed', data: n }]);

  expect(onEnd).toHaveBeenCalledOnce();
  expect(stream.send([{ event: 'changed', data: 1 }])).toBe(false);
});
