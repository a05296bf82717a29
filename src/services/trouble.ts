import { BlobFailure, type BlobFailureReason } from '../store/blobs/blob-store.ts';
import type { ProblemCode } from '../fields/problems/problem-codes.ts';
import { UnindexedRead } from '../store/connection/errors.ts';
import { problem, type Problem } from '../fields/problems/problem.ts';
import { HookFailure } from '../store/write-hooks.ts';

/** A hook of the installation has failed, for a field or for the whole record. */
export function hookProblem({ field }: HookFailure, requestId: string): Problem {
  return problem(field === undefined ? 'S032' : 'S033', field ?? '', { requestId });
}

/**
 * The trouble that keeps the server from working without a fault in its code, or a failed hook of the installation;
 * undefined for other errors.
 */
export function troubleProblem(error: unknown, requestId: string): Problem | undefined {
  if (error instanceof HookFailure) return hookProblem(error, requestId);
  if (error instanceof UnindexedRead) return error.problem;
  const trouble = troubleOf(error);
  return trouble && problem(trouble.as, '');
}

export const troubles = {
  tooLong: { as: 'S007', wait: 1 },
  /** A client that repeats the request blindly may do it twice. */
  unknownOutcome: { as: 'S013' },
  diskFull: { as: 'S014', wait: 30 },
  readOnly: { as: 'S015', wait: 10 },
  tooMuchOpen: { as: 'S016', wait: 5 },
  unreachable: { as: 'S005', wait: 1 },
  /** Other writes hold what this one needs, even after it was tried again. */
  contended: { as: 'S005', wait: 1 },
} as const satisfies Record<string, Trouble>;

export type Trouble = { as: ProblemCode; /** Seconds. */ wait?: number };

/** By error codes of PostgreSQL and Node. */
const byCode: readonly [RegExp, Trouble][] = [
  [/^57014$/, troubles.tooLong],
  [/^(40001|40P01|55P03)$/, troubles.contended],
  [/^08007$/, troubles.unknownOutcome],
  [/^(53100|ENOSPC|EDQUOT)$/, troubles.diskFull],
  [/^(25006|EROFS)$/, troubles.readOnly],
  [/^(53000|53200|53400|EMFILE|ENFILE)$/, troubles.tooMuchOpen],
  [
    /^(080..|57P0[1-5]|53300|3D000|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT)$/,
    troubles.unreachable,
  ],
];

const ofBlobs = {
  unreachable: { as: 'S034', wait: 5 },
  full: { as: 'S035', wait: 60 },
  refused: { as: 'S036', wait: 60 },
} as const satisfies Record<BlobFailureReason, Trouble>;

export function troubleOf(error: unknown): Trouble | undefined {
  if (error instanceof BlobFailure) return ofBlobs[error.reason];
  const code =
    typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  return byCode.find(([codes]) => codes.test(code))?.[1];
}
