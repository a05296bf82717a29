import { useMemo } from 'react';
import type { Descriptor } from '../../../../descriptor/descriptor.ts';
import { readDraft } from '../../../../descriptor/read/draft-descriptor.ts';
import { useStructureDraft } from './use-structure-draft.ts';

/** What the draft means; undefined while a mistake leaves it open. */
export function useDraftDescriptor(): Descriptor | undefined {
  const { declared } = useStructureDraft();
  return useMemo(() => declared && readDraft(declared), [declared]);
}
