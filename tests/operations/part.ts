/**
 * A part of running Backoffice for years, such as backups. Each file in `parts/` exports one as `part`, and
 * `npm run test:operations` finds it there.
 */
export type Part = {
  /** What it shows, in a few words. */
  title: string;
  /** In this order. A check may use what those before it made. */
  checks: readonly Check[];
  /** Ends what the checks started, whether they passed or not. */
  close?: () => Promise<void>;
};

export type Check = {
  /** A sentence in the present tense. */
  name: string;
  /** The programs that it runs, each with the Debian package that brings it. */
  needs?: Readonly<Record<string, string>>;
  /** Throws where the sentence does not hold. Returns what to print beside the sentence, such as a figure. */
  run: () => Promise<string | void>;
};

/** Thrown by a check that cannot run on this machine, with the reason in plain words. */
export class Skip extends Error {}
