import { countNoun } from '../fields/problems/count-noun.ts';
import type { FileProblem } from '../contract/meta.ts';
import { unwatchFile, watchFile } from 'node:fs';
import { relative } from 'node:path';
import type { Log } from '../store/log-fields.ts';
import { descriptorProblem } from '../descriptor/read/descriptor-problem.ts';
import type { Database } from '../store/connection/database.ts';
import { isHalfWritten } from '../store/schema/plan/browser-changes.ts';
import type { Step } from '../store/schema/tables/table.ts';
import { applyDescriptor } from './apply-descriptor.ts';
import type { LiveDescriptor } from './live-descriptor.ts';
import { inspectDescriptor, toPlacedLine } from './read/read-descriptor.ts';
import { Refusal, toLine } from './refusal.ts';

/** How often the files are checked. Unlike system notices, this works for mounts and editors that replace files. */
const INTERVAL = 200;
/** Several files saved at once, or one file saved in several steps, count as one change. */
const QUIET = 100;

type WatchParts = {
  path: string;
  live: LiveDescriptor;
  database: Database;
  log: Log;
  /** Prints a line for the person who edits the file, unlike the log. */
  say(line: string): void;
};

/**
 * Applies the descriptor each time it or a file it includes is saved. A descriptor with problems, or one
 * that would change data, changes nothing: the terminal and the screens of developers show the problems
 * until they are fixed. Returns a function that stops it.
 */
export async function watchDescriptor(parts: WatchParts): Promise<() => void> {
  const { path, live } = parts;
  const watched = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  // The hash at the last check: saving the file without a difference is no change.
  let seen = live.current().hash;

  const onSave = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void live.inTurn(inspect).catch(reportFailure), QUIET);
  };
  const watch = (files: readonly string[]): void => {
    const fresh = files.filter((file) => !watched.has(file));
    for (const file of fresh) {
      watched.add(file);
      if (!stopped) watchFile(file, { interval: INTERVAL, persistent: false }, onSave);
    }
  };
  const inspect = async (): Promise<void> => {
    if (stopped) return;
    const { outcome, files, texts } = await inspectDescriptor(path);
    watch(files);
    // Another server writes a change of the browser into the same folder, one file after the other.
    if (await isHalfWritten(parts.database, texts)) return;
    if ('problems' in outcome) {
      reportTroubles(parts, outcome.problems, outcome.problems.map(toPlacedLine));
      seen = '';
      return;
    }
    const { descriptor } = outcome;
    const isKnown = descriptor.hash === seen;
    seen = descriptor.hash;
    if (!isKnown || live.ownTroubles().length > 0) await apply(parts, descriptor);
  };
  const reportFailure = (error: unknown): void => {
    if (error instanceof Refusal) {
      reportTroubles(parts, [toTrouble(path, error.message)], error.lines);
      seen = '';
    } else parts.log.error({ err: error }, 'The descriptor cannot be applied');
  };

  const { files, outcome } = await inspectDescriptor(path);
  if ('descriptor' in outcome) seen = outcome.descriptor.hash;
  watch(files);
  return () => {
    stopped = true;
    clearTimeout(timer);
    for (const file of watched) unwatchFile(file, onSave);
  };
}

async function apply(
  { path, live, database, log, say }: WatchParts,
  descriptor: ReturnType<LiveDescriptor['current']>,
): Promise<void> {
  const { applied, refused } = await applyDescriptor(database, descriptor, log);
  if (refused.length > 0) {
    const troubles = refused.map((step) => toRefused(path, step));
    reportTroubles(
      { path, live, say },
      troubles,
      troubles.map((each) => `${each.file} ${toLine(each)}`),
    );
    return;
  }
  live.report([]);
  if (descriptor.hash !== live.current().hash) live.replace(descriptor);
  const steps = applied.map(({ summary }) => summary.sentence).join(', ');
  say(`${fileOf(path)}: applied${steps === '' ? '' : `; it ${steps}`}`);
}

function reportTroubles(
  { path, live, say }: Pick<WatchParts, 'path' | 'live' | 'say'>,
  troubles: readonly FileProblem[],
  lines: readonly string[],
): void {
  live.report(troubles);
  for (const line of lines) say(line);
  const count = countNoun(lines.length, 'problem');
  say(`${fileOf(path)}: ${count}; the previous descriptor stays active`);
}

/** A refused step has no line, because it is about the difference between the descriptor and the database. */
function toRefused(path: string, { table, column, summary }: Step): FileProblem {
  const at = ['resources', table, ...(column === undefined ? [] : ['fields', column])].join('.');
  const problem = descriptorProblem(
    'D040',
    at,
    { step: summary.sentence },
    'run npx backoffice plan to see all changes',
  );
  return { ...problem, file: fileOf(path) };
}

function toTrouble(path: string, reason: string): FileProblem {
  return { ...descriptorProblem('D037', '', { reason }), file: fileOf(path) };
}

function fileOf(path: string): string {
  return relative('.', path);
}
