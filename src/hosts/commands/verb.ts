import type { Readable } from 'node:stream';
import type { ParseArgsOptionsConfig } from 'node:util';
import type { Environment } from '../environment.ts';

/** 0: success. 1: problems, or incomplete work. 2: invalid command line. */
export type ExitCode = 0 | 1 | 2;

/** One command. `run-command.ts` parses its options, so that all commands behave alike. */
export type Verb = {
  /** One line for the list of verbs. */
  summary: string;
  /** The arguments after the verb, such as `FOLDER|FILE…`. */
  usage: string;
  /** The lines of its `--help`, after usage and summary. */
  help: readonly string[];
  /** Its options, besides `--help` and `--json`. */
  options: ParseArgsOptionsConfig;
  run(call: Call): Promise<ExitCode>;
};

export type Call = {
  args: readonly string[];
  options: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
  environment: Environment;
  /** Standard input. */
  input: Readable;
  json: boolean;
  /** Prints a line for people; silent with `--json`. */
  print(line: string): void;
  /** Prints the one JSON value for programs; silent without `--json`. */
  answer(value: unknown): void;
};

/** The command line is invalid: exit code 2 and the usage. */
export class UsageError extends Error {}
