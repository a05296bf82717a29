import type { ParseArgsOptionsConfig } from 'node:util';
import type { Environment } from '../environment.ts';

/** 0: success. 1: problems, or incomplete work. 2: invalid command line. */
export type ExitCode = 0 | 1 | 2;

/** One command. `command.ts` parses its options, so that all commands behave alike. */
export type Verb = {
  /** One line for the list of verbs. */
  summary: string;
  /** What stands behind the verb, e.g. `FOLDER|FILE…`. */
  usage: string;
  /** The lines of its own `--help`, below usage and summary. */
  help: readonly string[];
  /** Besides `--help` and `--json`, which every verb has. */
  options: ParseArgsOptionsConfig;
  run(call: Call): Promise<ExitCode>;
};

export type Call = {
  args: readonly string[];
  options: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
  environment: Environment;
  json: boolean;
  /** For people; silent with `--json`. */
  print(line: string): void;
  /** For programs: the one JSON value on standard output; silent without `--json`. */
  answer(value: unknown): void;
};

/** The command line itself is invalid: exit code 2 and the usage. */
export class UsageError extends Error {}
