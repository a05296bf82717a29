import { createRequire } from 'node:module';
import type * as ReactModule from 'react';

/**
 * `act` for the production build of React, which lacks it. The screens run on that build because users do, and because
 * its development build takes two thirds more time to render. Its warnings failed no test. Import this before
 * testing-library, which reads `act` when it loads.
 */
const load = createRequire(import.meta.url);

/** What React has put off until the end of this turn, or to another turn. */
const work = new Set<() => void>();

/** A function as `queueMicrotask` whose work `act` can do at once. */
function putOff(schedule: (run: () => void) => unknown) {
  return (run: () => void): void => {
    const once = (): void => {
      if (work.delete(once)) run();
    };
    work.add(once);
    schedule(once);
  };
}

// React and its scheduler read these when they load.
const { queueMicrotask, setImmediate } = globalThis;
Object.assign(globalThis, {
  queueMicrotask: putOff(queueMicrotask),
  setImmediate: putOff(setImmediate),
});
const React = load('react') as { act?: typeof ReactModule.act };
load('react-dom/client');
Object.assign(globalThis, { queueMicrotask, setImmediate });

/** Renders until nothing is left to render. */
function renderAll(): void {
  // What is done adds to it.
  for (const run of work) run();
}

/** Renders what `callback` changes, and what follows from its promise. */
function act(callback: () => unknown): Promise<unknown> {
  const result = callback();
  renderAll();
  return result instanceof Promise ? renderAfter(result) : Promise.resolve(result);
}

async function renderAfter(result: Promise<unknown>): Promise<unknown> {
  const value = await result;
  await new Promise((resolve) => void setImmediate(resolve));
  renderAll();
  return value;
}

React.act ??= act as typeof ReactModule.act;
