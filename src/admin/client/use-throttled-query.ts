import {
  keepPreviousData,
  useQuery,
  useQueryClient,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { useState } from 'react';
import { call } from './http.ts';

type PacedQuery = {
  queryKey: QueryKey;
  path: string;
  meta?: Record<string, unknown>;
  enabled?: boolean;
  /** `own`: paced apart from other components, so that another page that opens asks the same at once. */
  pace: 'shared' | 'own';
};

/** Reads what takes the server long to count: when there is room, and the same path not too often. */
export function useThrottledQuery<Answer>({ path, pace, ...query }: PacedQuery) {
  const [own] = useState(() => `${(components += 1)} `);
  const queries = useQueryClient();
  const question = pace === 'own' ? own + path : path;
  const { data, error, refetch } = useQuery({
    ...query,
    queryFn: ({ signal }) =>
      askInTurn(
        answersOf(queries),
        question,
        signal,
        async () => (await call<Answer>(path, { signal })).json,
      ),
    placeholderData: keepPreviousData,
  });
  return {
    data,
    error,
    /** Asks again at once: the user is waiting for it. */
    retry() {
      answersOf(queries).delete(question);
      void refetch();
    },
  };
}

/** A browser opens six connections to a server: the list must never wait for counts beside it. */
const MAX_RUNNING = 2;

/** Milliseconds between two counts of the same while others write. */
const RECOUNT_PAUSE_MS = 5_000;

let components = 0;
let running = 0;
const waiting: (() => void)[] = [];

/** When each question was last answered, in milliseconds. */
type AnswerTimes = Map<string, number>;

/** Of each visit its own: the next visitor has no answer yet. */
const answerTimes = new WeakMap<QueryClient, AnswerTimes>();

function answersOf(queries: QueryClient): AnswerTimes {
  const times: AnswerTimes = answerTimes.get(queries) ?? new Map();
  answerTimes.set(queries, times);
  return times;
}

async function askInTurn<Answer>(
  answered: AnswerTimes,
  question: string,
  signal: AbortSignal,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  await pause(
    (answered.get(question) ?? -RECOUNT_PAUSE_MS) + RECOUNT_PAUSE_MS - performance.now(),
    signal,
  );
  if (running >= MAX_RUNNING) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    signal.throwIfAborted();
    const answer = await ask();
    answered.set(question, performance.now());
    return answer;
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds <= 0) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
