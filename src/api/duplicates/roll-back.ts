import type { Refusal } from '../http/refusal.ts';

/** Carries an answer out of a transaction, which is rolled back by it. */
export class RolledBack<Answer> extends Error {
  readonly answer: Answer;

  constructor(answer: Answer) {
    super('rolled back');
    this.answer = answer;
  }
}

/** Gives up what was begun, and answers so. */
export function giveUp(refusal: Refusal): never {
  throw new RolledBack(refusal);
}
