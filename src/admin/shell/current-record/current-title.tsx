import { useEffect } from 'react';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { displayTitle } from '../../../descriptor/title.ts';
import { useCurrentRecord } from './use-current-record.ts';

type CurrentTitleProps = {
  resource: Resource;
  onTitle: (known: { id: string; title: string }) => void;
};

/** Tells what the current record is called, or gives it up; nothing to see. */
export function CurrentTitle({ resource, onTitle }: CurrentTitleProps) {
  const record = useCurrentRecord(resource);
  const id = record && String(record.id);
  const title = record && displayTitle(resource, record);
  useEffect(() => {
    if (id !== undefined && title !== undefined) onTitle({ id, title });
  }, [id, title, onTitle]);
  return null;
}
