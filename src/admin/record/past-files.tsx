import { useMemo, type ReactNode } from 'react';
import { FilePlaceContext } from '../../fields/files/file-place.ui.ts';
import { useResource } from '../kit/use-resource.ts';

/** For earlier versions of a record, which may no longer have their files. */
export function PastFiles({ id, children }: { id: string; children: ReactNode }) {
  const { resource, may } = useResource();
  const isOpen = may('history');
  const place = useMemo(
    () => (isOpen ? { resource: resource.name, record: id, past: true } : () => undefined),
    [isOpen, resource, id],
  );
  return <FilePlaceContext value={place}>{children}</FilePlaceContext>;
}
