import { QueryClient } from '@tanstack/react-query';
import { HttpError } from 'react-admin';

/**
 * What was read stays good for half a minute: going back to a list shows it at
 * once, and writes of this browser invalidate what they touch. A refusal is not
 * asked again: the same question gets the same answer, only later. Without
 * a connection it fails at once, and says so, rather than to wait for it in silence.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 30_000,
        gcTime: 300_000,
        retry: isWorthRetrying,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

function isWorthRetrying(failures: number, error: unknown): boolean {
  const refused = error instanceof HttpError && error.status >= 400 && error.status < 500;
  return !refused && failures < 2;
}
