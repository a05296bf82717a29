import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createSemaphore } from '../../src/files/create-semaphore.ts';

test('a limited number of callers pass at a time, in turn by owner', async () => {
  const enter = createSemaphore(2);
  const passed: string[] = [];
  const places: (() => void)[] = [];
  const pass = async (owner: string, name: string): Promise<void> => {
    const leave = await enter({ owner });
    passed.push(name);
    places.push(leave);
  };
  for (const [owner, name] of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'].entries().map(toEntrant))
    void pass(owner, name);
  await nextTurn();

  const atFirst = [...passed];
  for (const leave of places) {
    leave();
    leave();
    await nextTurn();
  }

  expect(atFirst).toEqual(['a1', 'a2']);
  expect(passed).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'b2']);
});

test('a caller that is aborted while it waits leaves the queue', async () => {
  const enter = createSemaphore(1);
  const stop = new AbortController();
  const leave = await enter();
  const stopped = enter({ signal: stop.signal });
  const last = enter();

  stop.abort(new Error('stopped'));
  await expect(stopped).rejects.toThrow('stopped');
  leave();

  expect(await last).toBeTypeOf('function');
});

function toEntrant([, name]: [number, string]): [string, string] {
  return [name[0] ?? '', name];
}
