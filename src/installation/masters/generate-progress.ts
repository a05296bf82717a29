import type { UserCall } from '../../api/http/call.ts';
import { createWorkTeller } from '../../api/files/progress.ts';

/** What is done one after the other. */
export type GeneratePhase = 'reading' | 'writing';

/** A generation is over in seconds, so who waits for it is told more often than who looks on at an import. */
const EVERY = 250;

/** Tells whoever began a generation how many of how many extractions are read, then masters compared and written. */
export function createGenerateProgress(call: UserCall) {
  let at = { phase: 'reading' as GeneratePhase, rows: 0, total: 0 };
  const work = { work: 'process', id: call.requestId, resource: 'masters' } as const;
  const teller = createWorkTeller(call, work, () => ({ ...at, counts: {} }), EVERY);
  return {
    begin(phase: GeneratePhase, total: number) {
      at = { phase, rows: 0, total };
      teller.say('running');
    },
    step() {
      at.rows += 1;
      teller.tell();
    },
    end: () => teller.say('done'),
  };
}
