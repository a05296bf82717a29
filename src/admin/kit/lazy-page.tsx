import { lazy, Suspense, type ComponentType } from 'react';
import { withProgress } from '../client/progress.ts';

/** A page in a chunk of its own; while it comes the frame stays and the progress bar runs. */
export function lazyPage(load: () => Promise<ComponentType>): ComponentType {
  const Page = lazy(async () => ({ default: await withProgress(load()) }));
  return function LazyPage() {
    return (
      <Suspense fallback={null}>
        <Page />
      </Suspense>
    );
  };
}
