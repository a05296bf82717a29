import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Plan } from '../../../../contract/meta.ts';
import type {
  DescriptorText,
  DescriptorTexts,
  StructureCheck,
} from '../../../../contract/structure/texts.ts';
import { useConfig } from '../../../client/config.tsx';
import { call } from '../../../client/http.ts';

export type Files = readonly DescriptorText[];

/** Milliseconds in which nothing changes before the server is asked. */
const PAUSE = 300;

/** Reads the texts of the descriptor; again when it changes on the server, and when the person comes back to the page. */
export function useDescriptorTexts({ enabled = true } = {}) {
  const { descriptor } = useConfig();
  return useQuery({
    queryKey: ['structure', 'texts', descriptor.hash],
    queryFn: async ({ signal }) =>
      (await call<DescriptorTexts>('/api/structure/descriptor', { signal })).json,
    placeholderData: keepPreviousData,
    staleTime: 0,
    enabled,
  });
}

/** Checks texts. Only the answer about the newest texts counts. */
export function useTextCheck(files: Files, { enabled = true, isTyped = false } = {}) {
  const asked = useAskedFiles(files, { isTyped });
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['structure', 'check', asked],
    queryFn: async ({ signal }) =>
      (await call<StructureCheck>('/api/structure/check', asQuestion(asked, signal))).json,
    placeholderData: keepPreviousData,
    gcTime: 0,
    // A draft that has just been read follows a moment without texts.
    enabled: enabled && asked.length > 0,
  });
  return { check: data, error, isCurrent: asked === files && !isFetching, refetch };
}

/**
 * The files that the server is asked about: at once after one edit, because the person waits for what it says. Who types
 * a text, or makes one edit after another, pauses first: a check of a large descriptor keeps a server busy for a moment.
 */
export function useAskedFiles<Asked>(files: Asked, { isTyped = false } = {}): Asked {
  const [asked, setAsked] = useState(files);
  const last = useRef(-Infinity);
  useEffect(() => {
    const now = Date.now();
    const isAlone = !isTyped && now - last.current > PAUSE;
    last.current = now;
    const timer = window.setTimeout(() => setAsked(files), isAlone ? 0 : PAUSE);
    return () => window.clearTimeout(timer);
  }, [files, isTyped]);
  return asked;
}

/** Plans texts, unless they are being applied. Counting many records may take a while. */
export function useTextPlan(files: Files, { enabled = true } = {}) {
  const { descriptor } = useConfig();
  return useQuery({
    queryKey: ['structure', 'text-plan', descriptor.hash, files],
    queryFn: async ({ signal }) =>
      (
        await call<Plan>('/api/structure/plan', {
          ...asQuestion(files, signal),
          timeout: false,
        })
      ).json,
    staleTime: 0,
    gcTime: 0,
    enabled,
  });
}

function asQuestion(files: Files, signal: AbortSignal) {
  return { method: 'POST', reads: true, body: { files }, signal } as const;
}
