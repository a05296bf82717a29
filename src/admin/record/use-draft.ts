import { useEffect, useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react';
import type { RaRecord } from 'react-admin';
import { useConfig } from '../client/config.tsx';
import { onSessionChange } from '../client/session.ts';
import { useResource } from '../kit/use-resource.ts';
import { draftKey, keepDraft, onDrafts, readDraft, type Draft } from './drafts.ts';
import type { RecordForm } from './use-record-form.ts';

type OfferedDraft = { draft: Draft | undefined; forget(): void };

/** What was typed for a record, and could not be saved, since the form was taken away. */
export function useDraft(id: RaRecord['id'] | undefined): OfferedDraft {
  const { user } = useConfig();
  const { resource } = useResource();
  const key = draftKey(user._id, resource.name, id);
  const draft = useSyncExternalStore(onDrafts, () => readDraft(key));
  return { draft, forget: () => keepDraft(key, undefined) };
}

/**
 * Keeps what is typed when the form goes without its user's wish: the session ends, the record is
 * merged, a right is taken. Who saves, or leaves and says so, has a form without changes by then.
 */
export function useKeptDraft(work: RecordForm): void {
  const { user } = useConfig();
  const { resource } = useResource();
  const keep = useEffectEvent(() => {
    const changes = work.changes();
    const key = draftKey(user._id, resource.name, work.latest()?.id);
    if (Object.keys(changes).length > 0) keepDraft(key, { changes });
  });
  // While the inputs are still there: their values go with them.
  useLayoutEffect(() => () => keep(), []);
  useEffect(() => onSessionChange((why) => why === 'ended' && keep()), []);
}
