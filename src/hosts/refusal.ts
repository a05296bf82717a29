import type { Problem } from '../fields/problem.ts';

/**
 * Why a start or a command cannot go on, in lines for whoever typed it. Thrown from
 * any depth, caught in one place: `start.ts` and `command.ts` print it without a stack.
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

/** `PORT must be a whole number from 0 to 65535 (V002)`, with the way out behind a dash. */
export function toLine({ code, path, message, hint }: Problem): string {
  return `${path ? `${path} ` : ''}${message} (${code})${hint ? ` — ${hint}` : ''}`;
}

/** Says in a sentence, with the code of the system, what cannot be done with a file. */
export function refuseFile(error: unknown, toSentence: (code: string) => string): Refusal {
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  return new Refusal([toSentence(code)], { cause: error });
}

/** What keeps a database from opening is told to the operator in a sentence, as only they can repair it. */
export async function refuseWith<Opened>(opening: Promise<Opened>): Promise<Opened> {
  try {
    return await opening;
  } catch (error) {
    throw new Refusal([error instanceof Error ? error.message : String(error)], { cause: error });
  }
}

/** Runs a main program: what it refuses is told in its lines, what it did not expect with its stack. */
export async function runProgram(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof Refusal ? error.message : error);
    process.exit(1);
  }
}
