import { useMutation, useQueryClient } from '@tanstack/react-query';
import { threadsKey } from '../client/events/threads-key.ts';
import { call } from '../client/http.ts';
import { useKeyOf } from '../client/use-key-of.ts';

type Change = { method: 'POST' | 'PATCH' | 'DELETE'; path: string; body?: object };

/** Changes threads of a collection. What is shown of them is read again before the change counts as done. */
export function useThreadChange(resource: string, onDone?: () => void) {
  const queries = useQueryClient();
  const { keyOf, next } = useKeyOf();
  return useMutation({
    mutationFn: async ({ method, path, body }: Change) => {
      const headers = new Headers();
      if (method === 'POST') headers.set('Idempotency-Key', keyOf(path + JSON.stringify(body)));
      await call(`/api/threads${path}`, { method, body, headers });
      next();
      // Lists say how many threads their records have.
      void queries.invalidateQueries({ queryKey: [resource] });
      await queries.invalidateQueries({ queryKey: [threadsKey(resource)] });
    },
    onSuccess: () => onDone?.(),
  });
}

export type ThreadChange = ReturnType<typeof useThreadChange>;
