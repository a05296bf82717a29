import type { ManyOutcome, ManyWrite } from '../store.ts';
import type { Outcomes } from './write-many.ts';

/**
 * A set that was halved may have parted records that refer to each other. Those that lack nothing
 * but records that are there by now, or that wait with them, are written again, as long as that helps.
 */
export async function retryUnresolved(
  outcomes: Outcomes,
  writeAgain: (writes: ManyWrite[]) => Promise<void>,
): Promise<void> {
  for (;;) {
    const waiting = resolvable(outcomes);
    if (waiting.length === 0) return;
    await writeAgain(waiting);
    if (waiting.every((write) => isUnresolved(outcomes.get(write)!))) return;
  }
}

function resolvable(outcomes: Outcomes): ManyWrite[] {
  const all = [...outcomes];
  const done = all.flatMap(([{ id }, outcome]) => ('failure' in outcome ? [] : [id]));
  let waiting = all.filter(([, outcome]) => isUnresolved(outcome));
  for (;;) {
    const coming = new Set([...done, ...waiting.map(([{ id }]) => id)]);
    const left = waiting.filter(([, outcome]) =>
      missingTargets(outcome).every((id) => coming.has(id)),
    );
    if (left.length === waiting.length) return left.map(([write]) => write);
    waiting = left;
  }
}

function isUnresolved(outcome: ManyOutcome): boolean {
  return 'problems' in outcome && outcome.problems.every(({ code }) => code === 'V014');
}

function missingTargets(outcome: ManyOutcome): string[] {
  return 'problems' in outcome
    ? outcome.problems.map(({ params }) => String(params?.['value']))
    : [];
}
