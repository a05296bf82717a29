import { startTransition, useEffect, useState, type ReactNode } from 'react';
import { ResourceContextProvider } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { useConfig } from '../client/config.tsx';
import { toListPath } from '../kit/screen-paths.ts';
import { firstPage } from './start/list-screen-part.ts';

/**
 * Requests the records of the list that the app opens with, and renders its children after that, so that the
 * server answers while the frame is being rendered. The list finds the records in the cache of react-query.
 * Nothing is left of it once the address changes.
 */
export function FirstList({ children }: { children: ReactNode }) {
  const { descriptor } = useConfig();
  const { pathname, search } = useLocation();
  const address = pathname + search;
  const [first] = useState({ address, Page: firstPage.get() });
  const resource =
    address === first.address
      ? [...descriptor.resources.values()].find((one) => toListPath(one) === pathname)
      : undefined;
  const [isAsked, setIsAsked] = useState(!first.Page || !resource);
  useEffect(() => startTransition(() => setIsAsked(true)), []);
  return (
    <>
      {first.Page && resource && (
        <ResourceContextProvider value={resource.name}>
          <first.Page />
        </ResourceContextProvider>
      )}
      {isAsked && children}
    </>
  );
}
