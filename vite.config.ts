/// <reference types="vitest/config" />
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { precompress } from './src/hosts/precompress.ts';

export default defineConfig({
  plugins: [react(), precompress(), withoutExporter()],
  build: {
    target: 'baseline-widely-available',
    // data: URLs would need a wider content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // tests/e2e/sizes.spec.ts holds the budgets.
    chunkSizeWarningLimit: 4000,
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What the sign-in page and all others need, under a name that changes with React alone.
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/,
            },
            // What the first page needs at once: many small files would cost more than they hold.
            {
              name: 'entry',
              test: /src[\\/]admin[\\/](sign-in[\\/](?!refusal|read-refusal|toast|visitor-texts)|messages[\\/](language|text-bundle|start-texts)|(en|de)[\\/]start|start[\\/](?!load-config)|theme[\\/]appearance|preference|session\.)/,
            },
          ],
        },
      },
    },
  },
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**'],
    globalSetup: ['tests/support/database-server.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

/** react-admin's own export to CSV, 4 kB in each first list, which nothing here calls: files come from the server. */
function withoutExporter(): Plugin {
  const stub = '\0without-exporter';
  return {
    name: 'without-exporter',
    enforce: 'pre',
    resolveId: (id) => (id === 'jsonexport/dist/index.js' ? stub : undefined),
    load: (id) =>
      id === stub
        ? 'export default () => { throw new Error("Lists are exported by the server"); };'
        : undefined,
  };
}
