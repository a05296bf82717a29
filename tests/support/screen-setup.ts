import { configure, getConfig } from '@testing-library/react';
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

const worker = globalThis as { isSetUp?: true };
if (!worker.isSetUp) {
  worker.isSetUp = true;
  const isAskedAgain = () => (getConfig() as Settings)._disableExpensiveErrorDiagnostics === true;
  configure(({ getElementError: describe }) => ({
    // Behind each screen stands a real database, and the machine may have other work.
    asyncUtilTimeout: 20_000,
    // To print the document each time a query is asked again took a tenth of these tests' time. The last error prints it.
    getElementError: (message, container) =>
      isAskedAgain()
        ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
        : describe(message, container),
  }));
  const { insert } = StyleSheet.prototype;
  StyleSheet.prototype.insert = function (rule) {
    if (isRead.test(rule)) insert.call(this, rule);
  };
}

// Modules hold the state of a visit, so each file loads its own. Packages stay: they are most of the work.
vi.resetModules();
configure({ defaultIgnore: 'script, style' });
afterAll(() => {
  document.body.replaceChildren();
  document.title = '';
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
});
