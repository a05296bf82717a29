import { useMemo, type ReactNode } from 'react';
import { FilePlaceContext } from '../../fields/file-place.ui.ts';
import { useResource } from '../kit/use-resource.ts';

/** What is shown inside are earlier versions of a record: it may not have their files any more. */
export function PastFiles({ id, children }: { id: string; children: ReactNode }) {
  const { resource, may } = useResource();
  const isOpen = may('history');
  const place = useMemo(
    () => (isOpen ? { resource: resource.name, record: id, past: true } : () => undefined),
    [isOpen, resource, id],
  );
  return <FilePlaceContext value={place}>{children}</FilePlaceContext>;
}
