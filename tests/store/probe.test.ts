import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { openProbe } from '../../src/store/connection/probe.ts';
import type { TimedClient } from '../../src/store/connection/timed-client.ts';

/** A connection to no server, which is open until it is ended or destroyed. */
class Connection extends EventEmitter {
  isOpen = false;
  refusal: Error | undefined;
  async connect(): Promise<void> {
    if (this.refusal) throw this.refusal;
    this.isOpen = true;
  }
  async end(): Promise<void> {
    this.isOpen = false;
  }
  destroy(): void {
    this.isOpen = false;
  }
}

test('a check that fails late does not affect a connection opened since', async () => {
  const all: Connection[] = [];
  const probe = openProbe(() => {
    const connection = new Connection();
    all.push(connection);
    return connection as unknown as TimedClient;
  });
  let failLate = (_: Error): void => {};
  const late = new Promise<never>((_, reject) => (failLate = reject));

  const first = probe.look(() => Promise.reject(new Error('first')));
  const second = probe.look(() => late);
  await expect(first).rejects.toThrow('first');
  const third = probe.look(async () => 'there');
  failLate(new Error('second'));
  await expect(second).rejects.toThrow('second');
  expect(await third).toBe('there');

  expect(await probe.look(async () => 'there')).toBe('there');
  expect(all.filter(({ isOpen }) => isOpen)).toHaveLength(1);
  probe.close();
  await expect.poll(() => all.filter(({ isOpen }) => isOpen)).toEqual([]);
});

test.each([
  ['57P03', 'refused'],
  ['53300', 'there'],
])('a server that answers but refuses a new connection by %s is %s', async (code, expected) => {
  const all: Connection[] = [];
  const probe = openProbe(() => {
    const connection = new Connection();
    if (all.length > 0) connection.refusal = Object.assign(new Error('refused'), { code });
    all.push(connection);
    return connection as unknown as TimedClient;
  });

  const look = probe.look(async () => 'there').catch((error: Error) => error.message);

  expect(await look).toBe(expected);
  probe.close();
});

test('a server that drops new connections is gone after the third, until one opens', async () => {
  let isDropping = false;
  const probe = openProbe(() => {
    const connection = new Connection();
    if (isDropping) connection.refusal = new Error('Connection terminated unexpectedly');
    return connection as unknown as TimedClient;
  });
  const look = () => probe.look(async () => 'there').catch(() => 'gone');

  const answers = [await look()];
  isDropping = true;
  for (let each = 0; each < 4; each++) answers.push(await look());
  isDropping = false;
  answers.push(await look());

  expect(answers).toEqual(['there', 'there', 'there', 'gone', 'gone', 'there']);
  probe.close();
});
