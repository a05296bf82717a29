import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { readWholeMessages, receiveRows } from '../../../src/store/wire/whole-messages.ts';

const message = (type: string, text: string): Buffer => {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeUInt32BE(4 + Buffer.byteLength(text), 1);
  return Buffer.concat([head, Buffer.from(text)]);
};

/** With a row of so many bytes, and a notice among the rows. */
function toAnswer(long: number, type = 'd') {
  const rows = ['a', '', 'äöü', 'x'.repeat(long), 'end'];
  const messages = rows.map((row) => message(type, row));
  messages.splice(3, 0, message('N', 'notice'));
  return { rows, sent: Buffer.concat([message('H', 'head'), ...messages, message('Z', 'I')]) };
}

describe('received data', () => {
  test('goes to the latest reader of rows, whenever the previous one leaves', async () => {
    const { stream, received } = open();
    const { rows, sent } = toAnswer(100, 'D');
    const [early, late]: [string[], string[]] = [[], []];
    const leave = receiveRows(stream, 'query', () => early.push('row'));
    const end = receiveRows(stream, 'query', (bytes, from, to) =>
      late.push(bytes.toString('utf8', from, to)),
    );

    leave();
    await send(stream, sent, 7);
    end();

    expect([early, late]).toEqual([[], rows]);
    expect(received.map(typesIn).flat().join('')).toBe('HNZ');
  });

  test.each([
    [1, 100],
    [7, 10_000],
    [65_536, 3_000_000],
    [Infinity, 3_000_000],
  ])('reaches the driver in whole messages, with packets of %s bytes', async (packet, long) => {
    const { stream, received } = open();
    const { sent } = toAnswer(long);

    await send(stream, sent, packet);

    // Each begins where a message does and ends where one does.
    expect(received.map(typesIn).flat().join('')).toBe('HdddNddZ');
    expect(Buffer.concat(received).equals(sent)).toBe(true);
  });

  test.each([
    ['copy', 'd', 1, 100],
    ['copy', 'd', 65_536, 3_000_000],
    ['query', 'D', 1, 100],
    ['query', 'D', 65_536, 3_000_000],
  ] as const)(
    'reaches the driver without the rows of a %s (%s), with packets of %s',
    async (of, row, packet, long) => {
      const { stream, received } = open();
      const { rows, sent } = toAnswer(long, row);
      const taken: string[] = [];
      const end = receiveRows(stream, of, (bytes, from, to) =>
        taken.push(bytes.toString('utf8', from, to)),
      );

      await send(stream, sent, packet);
      end();
      await send(stream, sent, packet);

      expect(taken).toEqual(rows);
      expect(received.map(typesIn).flat().join('')).toBe(`HNZH${row.repeat(3)}N${row.repeat(2)}Z`);
    },
  );
});

function open() {
  const stream = new PassThrough({ highWaterMark: 2 ** 24 }) as never as Socket;
  const received: Buffer[] = [];
  // Its memory is used anew, so it is copied, as a driver reads it at once.
  stream.on('data', (bytes: Buffer) => received.push(Buffer.from(bytes)));
  readWholeMessages(stream);
  return { stream, received };
}

async function send(stream: Socket, sent: Buffer, packet: number): Promise<void> {
  for (let at = 0; at < sent.length; at += packet) stream.write(sent.subarray(at, at + packet));
  await new Promise((resolve) => setImmediate(resolve));
}

function typesIn(bytes: Buffer): string[] {
  const types: string[] = [];
  for (let at = 0; at < bytes.length; at += 1 + bytes.readUInt32BE(at + 1))
    types.push(String.fromCharCode(bytes[at]!));
  return types;
}
