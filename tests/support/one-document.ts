import { builtinEnvironments, type Environment } from 'vitest/runtime';

/**
 * One document for all files that a worker runs. To load React, MUI and the app for each file took half of the time of
 * these tests; what they have loaded knows one document only. `screen-setup.ts` empties it after each file.
 */
const environment: Environment = {
  name: 'one-document',
  viteEnvironment: 'client',
  async setup(global, options) {
    if (!('document' in global)) await builtinEnvironments.jsdom.setup(global, options);
    return { teardown() {} };
  },
};

export default environment;
