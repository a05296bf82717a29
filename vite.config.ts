/// <reference types="vitest/config" />
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './src/hosts/precompress.ts';

export default defineConfig({
  plugins: [react(), precompress()],
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
          // What the sign-in page and all others need, under a name that changes with React alone.
          groups: [{ name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ }],
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
