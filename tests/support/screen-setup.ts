import './react-act.ts';
import clocks from 'node:timers';
import { createElement } from 'react';
import { cleanup, configure, getConfig, render } from '@testing-library/react';
import { withEmotionCache } from '@emotion/react';
import { StyleSheet } from '@emotion/sheet';
import { afterAll, vi } from 'vitest';

/** The rest of testing-library's settings, which its types leave out. */
type Settings = ReturnType<typeof getConfig> & { _disableExpensiveErrorDiagnostics?: boolean };

/**
 * Nothing is painted here. Of all rules of style a tenth decides what a test can find or click; to insert and to match
 * the others took a fifth of these tests' time. A test that reads another property fails, and names it here.
 */
const isRead =
  /display|visibility|pointer-events|position:(absolute|fixed)|float|content:|unicode-bidi|scrollbar-width/;

type Clock = (run: () => void, ms?: number, ...given: unknown[]) => NodeJS.Timeout;

/** Milliseconds, rounded up. */
const FRAME = 17;

const worker = globalThis as { isSetUp?: true };
if (!worker.isSetUp) {
  worker.isSetUp = true;
  const isAskedAgain = () => (getConfig() as Settings)._disableExpensiveErrorDiagnostics === true;
  configure(({ getElementError: describe }) => ({
    // Behind each screen stands a real database, and the machine may have other work.
    asyncUtilTimeout: 20_000,
    // To print the document each time a query is asked again took a tenth of these tests' time. The last error prints it.
    getElementError: (message, container) =>
      isAskedAgain() ? toBriefError(message) : describe(message, container),
  }));
  const { useRealTimers } = vi;
  // jsdom removes the focus from what has left the page in its next frame. A frame that waits for a clock that is gone
  // would be the last one of this document.
  vi.useRealTimers = () => {
    if (vi.isFakeTimers()) vi.advanceTimersByTime(FRAME);
    return useRealTimers.call(vi);
  };
  const { insert } = StyleSheet.prototype;
  StyleSheet.prototype.insert = function (rule) {
    if (isRead.test(rule)) insert.call(this, rule);
  };
}

/** Without a stack: testing-library replaces it in the last error, and reads none of the others. */
function toBriefError(message: string | null): Error {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  const error = Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' });
  Error.stackTraceLimit = stackTraceLimit;
  return error;
}

// Modules hold the state of a visit, so each file loads its own. Packages stay: they are most of the work.
vi.resetModules();
configure({ defaultIgnore: 'script, style' });

// Modules that are gone would answer to the events of later files, and act when their time has come.
const leave: (() => void)[] = [];
const lasting: EventTarget[] = [window, document];
for (const target of lasting) {
  const { addEventListener } = target;
  target.addEventListener = (
    type: string,
    ...listener: [EventListener, AddEventListenerOptions?]
  ) => {
    addEventListener.call(target, type, ...listener);
    if (!isKept(target, type)) leave.push(() => target.removeEventListener(type, ...listener));
  };
  leave.push(() => void (target.addEventListener = addEventListener));
}
for (const name of ['setTimeout', 'setInterval'] as const) {
  const start: Clock = clocks[name];
  const timers: WeakRef<NodeJS.Timeout>[] = [];
  const startAndKeep: Clock = (run, ms, ...given) => {
    const timer = start(run, ms, ...given);
    // The document draws its frames by one.
    if (ms !== 1000 / 60) timers.push(new WeakRef(timer));
    return timer;
  };
  Object.assign(globalThis, { [name]: Object.assign(startAndKeep, start) });
  leave.push(() => {
    Object.assign(globalThis, { [name]: start });
    for (const timer of timers) clearTimeout(timer.deref());
  });
}

/** React and user-event stay, and begin to listen to these once in a document. */
function isKept(target: EventTarget, type: string): boolean {
  return target === document && ['selectionchange', 'focus', 'blur'].includes(type);
}

/** The rules of all files would be matched whenever a test asks how something looks. */
const ForgetStyles = withEmotionCache((_, styles) => {
  styles.sheet.flush();
  Object.assign(styles, { inserted: {}, registered: {} });
  return null;
});

afterAll(() => {
  render(createElement(ForgetStyles));
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  for (const step of leave) step();
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  document.body.replaceChildren();
  document.title = '';
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
});
