import { QueryClient } from '@tanstack/react-query';
import { HttpError } from 'react-admin';
import { isTimeout } from './http.ts';

/**
 * Data stays fresh for 30 seconds: going back to a list shows it at once, and writes in this browser
 * invalidate what they affect. A refused request is not retried, because the same request would be
 * refused again, and neither is one that got no answer in time: the user has waited long enough for a message. Without a connection a request fails at once with a message instead of waiting silently.
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
  const isPassing = error instanceof HttpError && (error.status === 0 || error.status >= 500);
  return isPassing && !isTimeout(error) && failures < 2;
}
