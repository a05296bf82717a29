/** Carries an answer out of work; a transaction around it rolls back. */
class GivenUp extends Error {
  readonly answer: unknown;

  constructor(answer: unknown) {
    super('rolled back');
    this.answer = answer;
  }
}

/** Ends the work inside `untilAborted`, which then returns this answer. */
export function abortWith(answer: unknown): never {
  throw new GivenUp(answer);
}

/** Runs the work and returns its answer, or the one it gave up with. */
export async function untilAborted<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof GivenUp) return error.answer as Answer;
    throw error;
  }
}
