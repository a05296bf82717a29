import { useEffect, useState } from 'react';
import type { FilePlace } from '../../fields/files/file-context.tsx';
import type { FileValue } from '../../fields/files/file-value.ts';
import type { LinkState } from './file-links.ts';
import { fileLinks } from './links.ts';

/** The address of a file or why there is none; undefined while the server is asked. */
export function useLinkState({ id }: FileValue, place: FilePlace | undefined): LinkState {
  const [state, setState] = useState<LinkState>();
  const { resource, record, past } = place ?? {};
  useEffect(
    () =>
      fileLinks().watchState(
        id,
        resource === undefined || record === undefined
          ? undefined
          : { resource, record, ...(past && { past }) },
        setState,
      ),
    [id, resource, record, past],
  );
  return state;
}

export function useLinkUrl(file: FileValue, place: FilePlace | undefined): string | undefined {
  const state = useLinkState(file, place);
  return state && 'url' in state ? state.url : undefined;
}
