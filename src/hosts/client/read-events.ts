import type { ServerEvent } from './client-types.ts';

/** The events of a `text/event-stream`. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  let rest = '';
  const reader = body.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const lines = block.split('\n').map((line) => /^(\w+): ?(.*)$/.exec(line) ?? []);
        const of = (name: string) =>
          lines
            .filter(([, key]) => key === name)
            .map(([, , text]) => text)
            .join('\n');
        const data = of('data');
        if (data !== '')
          yield { id: of('id'), event: of('event') || 'message', data: JSON.parse(data) };
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
