import { DUPLICATE } from '../../fields/problem.ts';
import type { WriteFailure } from '../../store/store.ts';

/** The address belongs to another account already, and nothing else is wrong. */
export function isDuplicateAddress(failure: WriteFailure): boolean {
  return (
    failure.failure === 'duplicate' &&
    failure.problems.every(({ code, path }) => code === DUPLICATE && path === 'email')
  );
}
