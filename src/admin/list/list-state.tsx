import type { ReactNode } from 'react';
import { LayoutProvider, useStoredLayout } from './grid/columns/layout.ts';
import { CurrentViewProvider, useViewOfAddress } from './list-views.ts';

/**
 * Gives the parts of a list its view and its layout. A first list has forty parts that need them, and each would
 * subscribe to the views and calculate the columns for itself.
 */
export function ListState({ children }: { children: ReactNode }) {
  return (
    <CurrentViewProvider value={useViewOfAddress()}>
      <ListLayout>{children}</ListLayout>
    </CurrentViewProvider>
  );
}

function ListLayout({ children }: { children: ReactNode }) {
  return <LayoutProvider value={useStoredLayout()}>{children}</LayoutProvider>;
}
