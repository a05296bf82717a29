import { Refusal } from './refusal.ts';

/** Runs a main program: what it refuses is told in its lines, what it did not expect with its stack. */
export async function runProgram(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof Refusal ? error.message : error);
    process.exit(1);
  }
}
