import './browser-parts.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act } from '@testing-library/react';
import type { Root } from 'react-dom/client';
import { vi } from 'vitest';
import { openPage } from '../../src/admin/shell/start/open-page.ts';
import type { Screens } from '../../src/admin/screens.ts';
import { top } from './source-files.ts';

const roots = vi.hoisted(() => new Set<Root>());

// The first script makes its own roots, which testing-library does not know. A root that outlives its test
// draws into a document that is gone.
vi.mock('react-dom/client', async (importOriginal) => {
  const original = await importOriginal<typeof import('react-dom/client')>();
  return {
    ...original,
    createRoot: (...[container, options]: Parameters<typeof original.createRoot>) => {
      // The page was closed while its code was loading.
      if (!container.isConnected) return { render() {}, unmount() {} };
      const root = original.createRoot(container, options);
      roots.add(root);
      return root;
    },
  };
});

const pageParts = new DOMParser().parseFromString(
  readFileSync(join(top, 'index.html'), 'utf8'),
  'text/html',
);

/** Opens an address as the browser does: the page of `index.html`, and our first script. */
export function openFirstPage(
  path: string,
  leaveTo: (path: string) => void = () => {},
  screens: Screens = { pages: {}, tabs: [] },
): void {
  history.replaceState(null, '', path);
  const root = Object.assign(document.createElement('div'), { id: 'root' });
  const overlay = document.importNode(pageParts.getElementById('overlay')!, true);
  document.body.append(root, overlay);
  act(() => openPage({ root, overlay, loadScreens: async () => screens, leaveTo }));
}

/** Unmounts what {@link openFirstPage} opened, empties the page, and ends the session. */
export function closeFirstPages(): void {
  act(() => {
    for (const root of roots) root.unmount();
  });
  roots.clear();
  localStorage.clear();
  document.body.replaceChildren();
}
