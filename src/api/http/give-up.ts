/** Carries an answer out of work; a transaction around it is rolled back. */
class GivenUp extends Error {
  readonly answer: unknown;

  constructor(answer: unknown) {
    super('rolled back');
    this.answer = answer;
  }
}

/** Gives up what was begun, and answers so. */
export function giveUp(answer: unknown): never {
  throw new GivenUp(answer);
}

/** What work answers, or what it was given up with. */
export async function orGivenUp<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof GivenUp) return error.answer as Answer;
    throw error;
  }
}
