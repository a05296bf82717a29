import { QueryClient } from '@tanstack/react-query';
import { HttpError } from 'react-admin';

/**
 * What was read stays good for half a minute: going back to a list shows it at
 * once, and writes of this browser invalidate what they touch. A refusal is not
 * asked again: the same question gets the same answer, only later.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, gcTime: 300_000, retry: isWorthRetrying },
      mutations: { retry: false },
    },
  });
}

function isWorthRetrying(failures: number, error: unknown): boolean {
  const refused = error instanceof HttpError && error.status >= 400 && error.status < 500;
  return !refused && failures < 2;
}
