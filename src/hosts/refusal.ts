import { inspect } from 'node:util';
import type { Problem } from '../fields/problems/problem.ts';
import { toSourcePlaces } from './read/source-places.ts';

/**
 * Why a start or a command cannot continue, in lines for the person who started it. May be thrown at any
 * depth; `start.ts` and `run-command.ts` print it without a stack.
 */
export class Refusal extends Error {
  readonly lines: readonly string[];
  readonly problems: readonly Problem[];

  constructor(lines: readonly string[], options: { cause?: unknown; problems?: Problem[] } = {}) {
    super(lines.join('\n'), { cause: options.cause });
    this.lines = lines;
    this.problems = options.problems ?? [];
  }
}

/** `PORT must be a whole number from 0 to 65535 (V002)`, followed by the hint after a dash. */
export function toLine({ code, path, message, hint }: Problem): string {
  return `${path ? `${path} ` : ''}${message} (${code})${hint ? ` — ${hint}` : ''}`;
}

/** Refuses because of a file, in a sentence with the error code of the system. */
export function refuseFile(error: unknown, toSentence: (code: string) => string): Refusal {
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  return new Refusal([toSentence(code)], { cause: error });
}

/**
 * Turns a failure to open the database, or another one of this kind, into a sentence, because only the operator can
 * repair the cause.
 */
export async function refuseWith<Opened>(
  opening: Promise<Opened>,
  kind: abstract new (...args: never) => unknown = Object,
): Promise<Opened> {
  try {
    return await opening;
  } catch (error) {
    if (!(error instanceof kind)) throw error;
    throw new Refusal([error instanceof Error ? error.message : String(error)], { cause: error });
  }
}

/** Runs a main program. Prints the lines of a refusal, and the stack of any other error. */
export async function runProgram(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof Refusal ? error.message : toSourcePlaces(inspect(error)));
    process.exit(1);
  }
}
