import { createSignal } from '../page-state.ts';

/*
 * Some calls need a fresh proof of who the user is. The caller waits here while a screen asks for it; the screen
 * is loaded then.
 */

const proofRequest = createSignal();
let waiting: ((isProven: boolean) => void)[] = [];

/** Asks the user for a proof. Resolves whether there is one. */
export function askProof(): Promise<boolean> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) proofRequest.send();
  });
}

/** The user has given the proof, or has called it off. */
export function settleProof(isProven: boolean): void {
  const all = waiting;
  waiting = [];
  for (const settle of all) settle(isProven);
}

export const onProofAsked = proofRequest.listen;

const demanded = createSignal();

/** The server serves nothing but the user's own account until they have added a second factor. */
export const demandFactor = demanded.send;
export const onFactorDemanded = demanded.listen;
