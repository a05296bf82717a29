import { countNoun } from '../../fields/problems/count-noun.ts';
import { toSizeText } from '../../fields/problems/size-text.ts';
import { applyCommand } from '../../store/schema/plan/consent.ts';
import type { Database } from '../../store/connection/database.ts';
import { isServed } from '../../store/connection/running-servers.ts';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import { readDescriptor } from '../read/read-descriptor.ts';
import { Refusal, refuseWith } from '../refusal.ts';
import { rehearseUpgrade, type Rehearsal } from '../upgrade/rehearse-upgrade.ts';
import { withCopy, type Copied } from '../upgrade/with-copy.ts';
import { UsageError, type Call, type ExitCode, type Verb } from './verb.ts';
import { withDatabase } from './with-installation.ts';
import {
  hasStartedSince,
  listFormerData,
  measureFolder,
  removeFormerData,
} from '../../store/embedded/former-data.ts';

/** Faster statements disturb nobody, in seconds. */
const NOTABLE = 0.1;

export const upgrade: Verb = {
  summary:
    'Rehearses an upgrade on a copy of the database, or removes what an upgrade has replaced.',
  usage: '--rehearse [--copy] | --confirm',
  help: [
    '',
    '--rehearse: run it with the new version and the new descriptor, beside the running servers of the old one. It copies the',
    'embedded database, upgrades the copy as a start would, and removes it. It prints each step, slow statements,',
    'the tables that others wait for, and what could be lost. Exit code 1 if a start would refuse.',
    '',
    '  --copy  the database in DATABASE_URL is itself a copy, such as a restored backup: upgrades it in place',
    '',
    '--confirm: removes the data of an earlier PostgreSQL that a restore has kept, and prints its size. It does not',
    'ask again. Before a server has started once on the new data, it refuses. Nothing brings the old data back.',
  ],
  options: {
    rehearse: { type: 'boolean' },
    copy: { type: 'boolean' },
    confirm: { type: 'boolean' },
  },
  run: async (call) => {
    const { args, options, environment } = call;
    const isConfirmed = options['confirm'] === true;
    if (args.length > 0 || (options['rehearse'] === true) === isConfirmed)
      throw new UsageError('upgrade requires --rehearse or --confirm');
    if (isConfirmed) return await confirmUpgrade(call);
    const isCopy = options['copy'] === true;
    if (environment.databaseUrl !== undefined && !isCopy)
      throw new Refusal([
        'Restore a backup into another database, set DATABASE_URL to it, and add --copy: only the embedded database is copied automatically',
      ]);
    const descriptor = await readDescriptor(environment.resources);
    return await withDatabase(environment, async (database) => {
      if (!isCopy)
        return await withCopy(environment.dataDir, database, (copy, copied) =>
          rehearseOn(call, copy, descriptor, copied),
        );
      if (await isServed(database))
        throw new Refusal(['A server runs on this database, so it is not a copy']);
      return await rehearseOn(call, database, descriptor);
    });
  },
};

async function rehearseOn(
  { print, answer }: Call,
  copy: Database,
  descriptor: Descriptor,
  copied?: Copied,
): Promise<ExitCode> {
  if (copied)
    print(`Copied ${toSizeText(copied.bytes, 'en')} in ${toSecondsText(copied.seconds)}.`);
  const rehearsal = await rehearseUpgrade(copy, descriptor);
  for (const line of writeRehearsal(rehearsal)) print(line);
  answer({ ...(copied && { copied }), ...rehearsal });
  return rehearsal.way === 'start' ? 0 : 1;
}

function writeRehearsal({ plan, statements, locks, seconds, way, obstacles }: Rehearsal): string[] {
  if (way === 'start' && statements.length === 0)
    return ['The database needs no change, so a start of this version changes nothing.'];
  const slow = statements.filter((each) => each.seconds >= NOTABLE);
  const lost = plan.steps.flatMap((step) =>
    step.lost ? [`${countNoun(step.lost.count, 'value')} lost: ${step.sentence}`] : [],
  );
  return [
    `${countNoun(plan.steps.length, 'step')}, ${countNoun(statements.length, 'statement')}`,
    ...plan.steps.map(({ class: kind, sentence, optional }) =>
      optional ? `  not applied  ${sentence}` : `  ${kind.padEnd(11)}  ${sentence}`,
    ),
    ...slow.map(
      ({ text, seconds: took }) =>
        `  ${toSecondsText(took).padStart(11)}  ${text.replace(/\s+/g, ' ').trim().slice(0, 90)}`,
    ),
    ...writeLocks(locks),
    ...(lost.length > 0 ? lost : ['Nothing is lost.']),
    ...endings[way]({ plan, seconds, obstacles }),
  ];
}

/** `Reads and writes of chems and 12 system tables wait for up to 0.80 s.` */
function writeLocks(locks: Rehearsal['locks']): string[] {
  return (['reads and writes', 'writes'] as const).flatMap((blocks) => {
    const matching = locks.filter((each) => each.blocks === blocks);
    if (matching.length === 0) return [];
    const names = new Set(matching.map(({ table }) => table));
    const own = [...names].filter((name) => name.startsWith('public.'));
    const system = names.size - own.length;
    const tables = [
      ...own.map((name) => name.slice('public.'.length)),
      ...(system > 0 ? [countNoun(system, 'system table')] : []),
    ];
    const list = new Intl.ListFormat('en').format(tables);
    const longest = Math.max(...matching.map(({ seconds }) => seconds));
    const words = blocks === 'writes' ? 'Writes' : 'Reads and writes';
    return [`${words} of ${list} wait for up to ${toSecondsText(longest)}.`];
  });
}

type Ending = Pick<Rehearsal, 'plan' | 'seconds' | 'obstacles'>;

const endings: Record<Rehearsal['way'], (ending: Ending) => string[]> = {
  start: ({ seconds }) => [`A start of this version applies this in ${toSecondsText(seconds)}.`],
  apply: ({ plan, seconds }) => [
    `A start of this version refuses this. This command applies it in ${toSecondsText(seconds)}:`,
    `  ${applyCommand(plan) ?? ''}`,
  ],
  none: ({ obstacles }) => [
    'Neither a start nor `apply` can do this:',
    ...obstacles.map((each) => `  ${each}`),
  ],
};

function toSecondsText(seconds: number): string {
  return `${seconds < 10 ? seconds.toFixed(2) : Math.round(seconds)} s`;
}

/** Removes the data of earlier versions of PostgreSQL, after a server has started on the newest. */
async function confirmUpgrade({ environment, print, answer }: Call): Promise<ExitCode> {
  const { dataDir } = environment;
  const former = listFormerData(dataDir);
  const untried = former.filter((each) => !hasStartedSince(each));
  if (untried.length > 0)
    throw new Refusal([
      'Start the server first, and look whether everything is there: no server has started since the upgrade. Still needed until then:',
      ...untried.map(({ path }) => `  ${path}`),
    ]);
  if (former.length === 0) print(`${dataDir} contains no data of an earlier PostgreSQL.`);
  const removed: { path: string; version: number; bytes: number }[] = [];
  for (const each of former) {
    const bytes = await measureFolder(each.path);
    await refuseWith(removeFormerData(each));
    print(
      `Removed ${each.path}: the data of PostgreSQL ${each.version}, ${toSizeText(bytes, 'en')}`,
    );
    removed.push({ ...each, bytes });
  }
  answer({ removed });
  return 0;
}
