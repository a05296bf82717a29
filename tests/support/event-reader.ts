/** An event as a client has it. */
type ReceivedEvent = { event: string; id: string | undefined; data: any };

export type EventReader = {
  /** All that came so far. */
  events: ReceivedEvent[];
  /** The text as it came, comments too. */
  text(): string;
  /** Settles when the server ends the stream. */
  ended: Promise<void>;
  stop(): Promise<void>;
};

/** Reads server-sent events from a response for as long as they come. */
export function readEvents(response: Response): EventReader {
  const events: ReceivedEvent[] = [];
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  let rest = '';
  const read = async (): Promise<void> => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += value;
      const blocks = (rest + value).split('\n\n');
      rest = blocks.pop() ?? '';
      events.push(...blocks.flatMap(toEvent));
    }
  };
  const ended = read();
  ended.catch(() => undefined);
  return { events, text: () => text, ended, stop: () => reader.cancel() };
}

function toEvent(block: string): ReceivedEvent[] {
  const fields = new Map(
    block.split('\n').map((line) => [line.split(': ', 1)[0], line.slice(line.indexOf(': ') + 2)]),
  );
  const event = fields.get('event');
  if (event === undefined) return [];
  return [{ event, id: fields.get('id'), data: JSON.parse(fields.get('data') ?? 'null') }];
}
