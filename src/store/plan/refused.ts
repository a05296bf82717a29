/** Carries the reasons out of the transaction, which is rolled back by it. */
export class PlanRefused extends Error {
  readonly reasons: string[];

  constructor(reasons: string[]) {
    super(reasons.join('\n'));
    this.reasons = reasons;
  }
}
