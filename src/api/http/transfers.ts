import { problem } from '../../fields/problem.ts';
import { answerFlow } from './answer-flow.ts';
import type { Call } from './call.ts';
import { addressPrefix } from './client-address.ts';
import { isRefusal, refuse, type Refusal } from './refusal.ts';

/** Files on their way to a client, or from it. */
type TransferKind = 'export' | 'upload';

/** Of each kind at once for one user, or one network of visitors; a screen asks for one. */
const MOST = 2;

const running = new Map<string, number>();

/** Takes one of the two places of whoever calls, to be given back once; the third has to wait. */
function takeTransfer(call: Call, kind: TransferKind): (() => void) | Refusal {
  const { user, address, requestId, route, parts } = call;
  const key = `${kind} ${user ? user._id : addressPrefix(address)}`;
  const taken = running.get(key) ?? 0;
  if (taken >= MOST) {
    parts.log.warn(
      { requestId, userId: user?._id, address, route, kind },
      'rejected: too many simultaneous requests',
    );
    return refuse(problem('A020', '', { max: MOST }), { headers: { 'Retry-After': '5' } });
  }
  running.set(key, taken + 1);
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    const left = (running.get(key) ?? 1) - 1;
    if (left > 0) running.set(key, left);
    else running.delete(key);
  };
}

/** Takes in what a client sends while it holds one of its places. */
export async function asUpload<Answer>(
  call: Call,
  work: () => Promise<Answer>,
): Promise<Answer | Refusal> {
  const giveBack = takeTransfer(call, 'upload');
  if (typeof giveBack !== 'function') return giveBack;
  try {
    return await work();
  } finally {
    giveBack();
  }
}

/** A file that flows, and what is said of it. */
export type FlowingFile = {
  source: AsyncGenerator<string | Uint8Array>;
  headers: Readonly<Record<string, string>>;
};

/** Makes and answers a file while whoever asked for it holds one of their places; who has none costs nothing. */
export async function asExport(
  call: Call,
  make: () => Promise<FlowingFile | Refusal>,
): Promise<Response | Refusal> {
  const giveBack = takeTransfer(call, 'export');
  if (typeof giveBack !== 'function') return giveBack;
  let isFlowing = false;
  try {
    const file = await make();
    if (isRefusal(file)) return file;
    isFlowing = call.request.method !== 'HEAD';
    return await answerFlow(call, holding(file.source, giveBack), file.headers);
  } finally {
    if (!isFlowing) giveBack();
  }
}

/** From its first piece, which is asked for at once, to its end. */
async function* holding<Piece>(source: AsyncGenerator<Piece>, giveBack: () => void) {
  try {
    yield* source;
  } finally {
    giveBack();
  }
}
