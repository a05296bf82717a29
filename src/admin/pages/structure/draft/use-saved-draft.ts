import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { OwnStructureDraft, StructureDrafts } from '../../../../contract/structure/drafts.ts';
import { useConfig } from '../../../client/config.tsx';
import { call } from '../../../client/http.ts';
import { useSend } from '../../../client/use-send.ts';
import { DraftSaver, forgetNote, isElsewhere, readOwnDraft } from './draft-saver.ts';
import type { Draft, useDraftSteps } from './draft-steps.ts';

export type SavedDraft = ReturnType<typeof useSavedDraft>;

/** Reads the draft that the server keeps, saves it as it changes, and reads whose drafts there are besides. */
export function useSavedDraft(steps: ReturnType<typeof useDraftSteps>, enabled: boolean) {
  const [saver] = useState(() => new DraftSaver());
  const [own, setOwn] = useState<OwnStructureDraft>();
  const state = useSyncExternalStore(saver.subscribe, saver.state);
  const first = useQuery({
    ...ownDraft,
    queryKey: ['structure-draft', 'first'],
    queryFn: async ({ signal }) => {
      const read = await readOwnDraft(signal);
      begin(read);
      return read;
    },
    enabled: enabled && own === undefined,
  });
  const found = isElsewhere(state) ? state.elsewhere : 0;
  const now = useQuery({
    ...ownDraft,
    queryKey: ['structure-draft', 'now', found],
    enabled: found > 0,
  });

  function begin(from: OwnStructureDraft): void {
    const draft = from.draft ? { files: from.draft.files, base: from.draft.base } : undefined;
    setOwn(from);
    saver.begin(draft, draft ? from._version : 0);
    steps.begin(draft);
  }
  useSaving(saver, steps.draft);
  const taking = useTaking(begin, saver);
  const { others, discard } = useOthers(enabled);
  return {
    isLoaded: own !== undefined,
    error: first.error,
    state,
    retry: () => void saver.send(),
    /** What the server has instead, while `state` is `elsewhere`. */
    elsewhere: found > 0 ? now : undefined,
    load: begin,
    overwrite: ({ draft, _version }: OwnStructureDraft) =>
      void saver.overwrite(draft ? _version : 0),
    takenBy: own?.takenBy ?? null,
    /** The person has read who took the draft over. */
    forgetTakenBy: () => {
      if (own) setOwn({ ...own, takenBy: null });
      // A draft that was begun since replaces the note.
      if (own && !steps.draft) forgetNote(own._version);
    },
    others,
    take: (person: string) => taking.mutate(person),
    discard,
  };
}

/** Saves each change, and at once what waits when the person leaves. */
function useSaving(saver: DraftSaver, draft: Draft | undefined): void {
  useEffect(() => saver.change(draft), [saver, draft]);
  useEffect(() => {
    const leave = (): void => saver.leave();
    // Sent before the browser asks: the page that comes next reads the draft.
    window.addEventListener('beforeunload', leave);
    return () => {
      window.removeEventListener('beforeunload', leave);
      leave();
    };
  }, [saver]);
}

const othersKey = ['structure-draft', 'others'];

/** The drafts of other people, and how to end one. */
function useOthers(enabled: boolean) {
  const { user } = useConfig();
  const { data = [] } = useQuery({
    queryKey: othersKey,
    queryFn: async ({ signal }) =>
      (await call<StructureDrafts>('/api/structure/drafts', { signal })).json.data,
    staleTime: 0,
    enabled,
  });
  const discarding = useSend({ send: discardOther, refresh: othersKey });
  return {
    others: data.filter(({ person }) => person !== user._id),
    discard: discarding.mutate,
  };
}

/** Moves the draft of another person here. */
function useTaking(onTaken: (own: OwnStructureDraft) => void, saver: DraftSaver) {
  return useSend({
    send: async (person: string) => {
      // The server gives a draft only to somebody who has none, and may not know yet that this one has ended.
      await saver.settle();
      const path = `/api/structure/drafts/${encodeURIComponent(person)}/take`;
      return (await call<OwnStructureDraft>(path, { method: 'POST' })).json;
    },
    onDone: onTaken,
    refresh: othersKey,
  });
}

/** Ends the draft of another person, unless they changed it meanwhile. */
async function discardOther({ person, _version }: StructureDrafts['data'][number]): Promise<void> {
  const headers = { 'If-Match': `"${_version}"` };
  await call(`/api/structure/drafts/${encodeURIComponent(person)}`, { method: 'DELETE', headers });
}

const ownDraft = {
  queryFn: ({ signal }: { signal: AbortSignal }) => readOwnDraft(signal),
  staleTime: 0,
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
};
