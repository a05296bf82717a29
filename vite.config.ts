/// <reference types="vitest/config" />
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import type { TestSequencer, TestSpecification, Vitest } from 'vitest/node';
import { isDocsPath } from './src/admin/shell/start/return-path.ts';
import { createChunkNamer } from './src/hosts/build/chunk-namer.ts';
import { pdfFiles } from './src/hosts/build/pdf-files.ts';
import { precompress } from './src/hosts/build/precompress.ts';

const chunkOf = createChunkNamer();

/** Short files with long tests. */
const long = /tests\/(worlds|faults)\/|\/chaos\.test/;

/**
 * Runs these first, and the screens last. Without results of earlier runs, vitest starts with the largest files, so
 * these came last and left cores idle at the end. A worker drops what it has loaded when the next file in the queue is
 * of another project, so those of the server run in a row. An installation builds with this file and without vitest,
 * which is loaded when tests run.
 */
class LongFirst implements TestSequencer {
  readonly #vitest: Vitest;

  constructor(vitest: Vitest) {
    this.#vitest = vitest;
  }

  async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await this.#base()).shard(files);
  }

  async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await (await this.#base()).sort(files);
    const turn = ({ moduleId, project }: TestSpecification): number => {
      if (long.test(moduleId)) return 0;
      return project.name === 'screens' ? 2 : 1;
    };
    return sorted.toSorted((left, right) => turn(left) - turn(right));
  }

  async #base(): Promise<TestSequencer> {
    const { BaseSequencer } = await import('vitest/node');
    return new BaseSequencer(this.#vitest);
  }
}

export default defineConfig({
  plugins: [react(), pdfFiles(), precompress(), loadingByUs(), docsInDevelopment()],
  build: {
    target: 'baseline-widely-available',
    // data: URLs would need a wider content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // tests/e2e/sizes.spec.ts holds the budgets.
    chunkSizeWarningLimit: 4000,
    manifest: true,
    rolldownOptions: {
      // Whoever starts for the first time on a slow machine would read it as a fault.
      checks: { bundlerTimings: false },
      input: ['index.html', 'docs.html'],
      output: {
        codeSplitting: {
          groups: [
            // What the sign-in page and all others need, under a name that changes with React alone.
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/,
            },
            // What extensions say comes with their pages, not with the list of them.
            { name: 'extension-texts', test: /src[\\/]installation[\\/].*-texts\.ts$/ },
            // What the first page needs at once: many small files would cost more than they hold.
            {
              name: 'entry',
              test: /src[\\/](hosts[\\/]trusted-types|fields[\\/]problems[\\/]languages|admin[\\/](sign-in[\\/](?!account|passkey|public-form|provider|refusal|read-refusal|second-step|toast)|messages[\\/](language|texts|preference|\w\w[\\/]start\.)|client[\\/]account[\\/]session\.|kit[\\/]loading[\\/](failure-boundary|preloadable)\.|shell[\\/]start[\\/](?!hide-page|keep-page|list-cards-part|open-app|uncover-frame|watch-lock|watch-proof|when-idle)|shell[\\/]theme[\\/](appearance|mode)\.))/,
            },
            { name: (id, graph) => (chunkOf(id, graph) === 'start' ? 'start' : null) },
            { name: (id, graph) => chunkOf(id, graph) },
          ],
        },
      },
    },
  },
  test: {
    projects: [
      // Starting each file anew costs half of the time, so the files of a worker share what they have loaded.
      {
        extends: true,
        test: {
          name: 'server',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/e2e/**'],
          isolate: false,
        },
      },
      // Only what lives in a document ends in `.tsx`.
      {
        extends: true,
        // The production build of React, as users have it, has no `jsxDEV`.
        oxc: { jsx: { development: false } },
        test: {
          name: 'screens',
          env: { NODE_ENV: 'production' },
          include: ['tests/**/*.test.tsx'],
          environment: './tests/support/one-document.ts',
          setupFiles: ['tests/support/screen-setup.ts'],
          // To load React, MUI and a document for each file takes longer than most of its tests.
          isolate: false,
        },
      },
    ],
    sequence: { sequencer: LongFirst },
    globalSetup: ['tests/support/database-server.ts'],
    // Servers and databases that are stopped, killed or silent keep a core idle for half of their tests' time.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A second, as it would be, is short on a machine that has other work.
    expect: { poll: { timeout: 10_000 } },
  },
});

/** In place of Vite's helper for `import()`: ours knows when to give up, and is smaller. */
function loadingByUs(): Plugin {
  const ours = resolve(import.meta.dirname, 'src/admin/shell/start/load-chunk.ts');
  let isInPlace = false;
  return {
    name: 'loading-by-us',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (id !== '\0vite/preload-helper.js') return undefined;
      isInPlace = true;
      return `export { loadChunk as __vitePreload } from ${JSON.stringify(ours)};`;
    },
    // An upgrade of Vite that names its helper otherwise must not bring it back unnoticed.
    generateBundle() {
      if (!isInPlace) this.error(`Vite did not ask for its helper, so ${ours} is not used`);
    },
  };
}

/** What the server answers at these paths in production (`src/hosts/pages.ts`). */
function docsInDevelopment(): Plugin {
  return {
    name: 'docs-in-development',
    configureServer: ({ middlewares }) => {
      middlewares.use((request, _response, next) => {
        if (isDocsPath(request.url?.split('?', 1)[0] ?? '')) request.url = '/docs.html';
        next();
      });
    },
  };
}
