import type { Connections, Connection } from '../../connection/connection.ts';
import { errorCode, isGone, QUERY_CANCELED } from '../../connection/errors.ts';
import type { Scope } from './scope.ts';

/** What reading in a limited time needs. */
export type TimedReading = Pick<Connections, 'begin'> & {
  scope: Scope;
  /** Milliseconds that each question may take. */
  budget: number;
};

/** A request takes at most so many connections at a time, because others need some too. */
const AT_ONCE = 3;

/** Answers several questions, a few at a time, in their order. */
export async function answerEach<Asked, Answer>(
  questions: readonly Asked[],
  answer: (question: Asked) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  const waiting = [...questions.entries()].values();
  const work = async (): Promise<void> => {
    for (const [index, question] of waiting) answers[index] = await answer(question);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return answers;
}

/**
 * Reads in a transaction of its own, in which each statement has so many milliseconds; undefined when one took longer.
 * Where its connection breaks, it is read once more, perhaps on another server.
 */
export async function readWithin<T>(
  begin: Connections['begin'],
  limit: number,
  run: (connection: Connection) => Promise<T>,
): Promise<T | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const { connection, end } = await begin({ timeout: limit, readOnly: true });
    try {
      return await run(connection);
    } catch (error) {
      if (errorCode(error) === QUERY_CANCELED) return undefined;
      if (!isGone(error) || attempt > 1) throw error;
    } finally {
      await end('rollback');
    }
  }
}

/** Reads once more, perhaps on another server, where the connection breaks before anything was passed on. */
export async function* readAgain<Batch>(read: () => AsyncGenerator<Batch>): AsyncGenerator<Batch> {
  let isBegun = false;
  try {
    for await (const batch of read()) {
      isBegun = true;
      yield batch;
    }
  } catch (error) {
    if (isBegun || !isGone(error)) throw error;
    yield* read();
  }
}
