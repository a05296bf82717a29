import type { getConfig } from '@testing-library/react';

/** The rest of testing-library's settings, which its types leave out. */
type Settings = ReturnType<typeof getConfig> & { _disableExpensiveErrorDiagnostics?: boolean };

// A test without a document loads nothing of this.
if (typeof document !== 'undefined') {
  const library = await import('@testing-library/react');
  const isAskedAgain = () =>
    (library.getConfig() as Settings)._disableExpensiveErrorDiagnostics === true;
  library.configure(({ getElementError: describe }) => ({
    // Behind each screen stands a real database, and the machine may have other work.
    asyncUtilTimeout: 20_000,
    // To print the document each time a query is asked again took a tenth of these tests' time. The last error prints it.
    getElementError: (message, container) =>
      isAskedAgain()
        ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
        : describe(message, container),
  }));
}
