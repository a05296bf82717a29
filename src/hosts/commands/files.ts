import { requireItem } from '../../fields/require-entry.ts';
import { countNoun } from '../../fields/problems/count-noun.ts';
import { toSizeText } from '../../fields/problems/size-text.ts';
import { BlobFailure, type BlobStore } from '../../store/blobs/blob-store.ts';
import {
  blobUrlForms,
  describeTarget,
  parseBlobUrl,
  type BlobTarget,
} from '../../store/blobs/blob-target.ts';
import { openBlobs } from '../../store/blobs/open-blobs.ts';
import type { Database } from '../../store/connection/database.ts';
import { isStoreServed } from '../../store/connection/running-servers.ts';
import { compareBlobs, removeExtra } from '../../store/system/files/compare-blobs.ts';
import { copyBlobs, removeCopied } from '../../store/system/files/copy-blobs.ts';
import { countBlobs } from '../../store/system/files/known-blobs.ts';
import { filesTarget } from '../open-files.ts';
import { Refusal, refuseWith } from '../refusal.ts';
import { UsageError, type Call, type ExitCode, type Verb } from './verb.ts';
import { withDatabase } from './with-installation.ts';

export const files: Verb = {
  summary: 'Moves the files of records to another store, or compares them with the database.',
  usage: 'move TO-URL [--from URL] [--remove-source] | check [--remove-extra]',
  help: [
    '',
    '  move   copies the files to another store and verifies each copy. It can be stopped and run again:',
    '         it skips what is there. Servers can run meanwhile; docs/operations.md has the steps',
    '  check  lists files that the store lacks, and those that the database does not know',
    '',
    '  --from URL       the store to copy from (default: the one in FILES_URL, or DATA_DIR/files)',
    '  --remove-source  after a complete copy, removes the copied files from the store they come from',
    '  --remove-extra   removes what the database does not know',
    '',
    'An address is s3://host/bucket/prefix?region=… or file:///folder. If it has no credentials, FILES_KEY',
    'and FILES_SECRET are used.',
  ],
  options: {
    from: { type: 'string' },
    'remove-source': { type: 'boolean' },
    'remove-extra': { type: 'boolean' },
  },
  run: async (call) => {
    const [action, ...args] = call.args;
    const { from, 'remove-source': removesSource, 'remove-extra': removesExtra } = call.options;
    if (action === 'move' && args.length === 1 && !removesExtra)
      return await move(call, requireItem(args, 0));
    if (action === 'check' && args.length === 0 && from === undefined && !removesSource)
      return await check(call);
    throw new UsageError('files requires move TO-URL or check');
  },
};

async function move(call: Call, toUrl: string): Promise<ExitCode> {
  const { environment, options, print, answer } = call;
  const to = toTarget(call, toUrl);
  const from =
    typeof options['from'] === 'string'
      ? toTarget(call, options['from'])
      : filesTarget(environment);
  const [source, destination] = [describeTarget(from), describeTarget(to)];
  if (source === destination)
    throw new Refusal([
      `The files are to be copied from ${source} to itself; name the store that has them with --from`,
    ]);
  return await withStores([from, to], call, async (database, stores) => {
    const [fromBlobs, toBlobs] = [requireItem(stores, 0), requireItem(stores, 1)];
    const removes = options['remove-source'] === true;
    if (removes) await refuseIfUsed(call, database, source);
    const done = await copyBlobs(
      database,
      fromBlobs,
      toBlobs,
      createProgress(await countBlobs(database), print),
    );
    const { copied, bytes, skipped, missing, damaged } = done;
    print(
      `Copied ${countNoun(copied, 'file')} (${toSizeText(bytes, 'en')}) from ${source} to ${destination}; ${skipped} were there`,
    );
    for (const key of missing) print(`missing in ${source}: ${key}`);
    for (const key of damaged) print(`damaged in ${source}, not copied: ${key}`);
    const isComplete = missing.length + damaged.length === 0;
    const removed = removes && isComplete ? await removeCopied(fromBlobs, toBlobs) : undefined;
    if (removed)
      print(`Removed ${countNoun(removed.removed, 'file')} from ${source}; kept ${removed.kept}`);
    answer({ from: source, to: destination, ...done, ...removed });
    return isComplete ? 0 : 1;
  });
}

async function check(call: Call): Promise<ExitCode> {
  const { environment, options, print, answer } = call;
  const target = filesTarget(environment);
  return await withStores([target], call, async (database, stores) => {
    const blobs = requireItem(stores, 0);
    const compared = await compareBlobs(database, blobs);
    const { sound, missing, extra } = compared;
    for (const { sha256, size, found: storedSize, names } of missing)
      print(
        `${storedSize === undefined ? 'missing' : `${storedSize} bytes instead of ${size}`}: ${sha256} (${names.join(', ')})`,
      );
    for (const { key, size } of extra) print(`unknown: ${key} (${toSizeText(size, 'en')})`);
    const removes = options['remove-extra'] === true;
    if (removes) await removeExtra(database, blobs, extra);
    print(
      `${describeTarget(target)}: ${countNoun(sound, 'file')} as expected, ${missing.length} missing, ${extra.length} unknown${removes ? ' and removed' : ''}`,
    );
    answer(compared);
    return missing.length === 0 && (removes || extra.length === 0) ? 0 : 1;
  });
}

function toTarget({ environment }: Call, url: string): BlobTarget {
  const parsed = parseBlobUrl(url);
  // The address may contain a secret, so the message does not repeat it.
  if (!parsed) throw new UsageError(`The address of a store must be in the form ${blobUrlForms}`);
  const target = filesTarget(environment, parsed);
  if ('bucket' in target && !target.credentials)
    throw new UsageError(
      `${describeTarget(target)} needs credentials: in the address, or in FILES_KEY and FILES_SECRET`,
    );
  return target;
}

/** Servers would look for files that are gone. */
async function refuseIfUsed(
  { environment }: Call,
  database: Database,
  source: string,
): Promise<void> {
  if (describeTarget(filesTarget(environment)) === source)
    throw new Refusal([
      `${source} is the store of this environment; set FILES_URL to the new one before you remove its files`,
    ]);
  if (await isStoreServed(database, source))
    throw new Refusal([
      `A running server keeps its files in ${source}; restart it with the new FILES_URL before you remove them`,
    ]);
}

/** Runs work on stores and the database. A store that cannot be used is a refusal, in one line. */
async function withStores<Done>(
  targets: readonly BlobTarget[],
  { environment }: Call,
  work: (database: Database, stores: BlobStore[]) => Promise<Done>,
): Promise<Done> {
  const stores = await refuseWith(Promise.all(targets.map(openBlobs)));
  return await withDatabase(environment, async (database) => {
    if (!(await database.some("select where to_regclass('backoffice.blobs') is not null")))
      throw new Refusal(['The database has no table of files yet; start the server once']);
    try {
      return await work(database, stores);
    } catch (error) {
      if (!(error instanceof BlobFailure)) throw error;
      throw new Refusal([error.message], { cause: error });
    }
  });
}

/** Prints how far a copy is, at most every five seconds. */
function createProgress(all: { blobs: number; bytes: number }, print: Call['print']) {
  let printedAt = Date.now();
  return ({ copied, skipped, bytes }: { copied: number; skipped: number; bytes: number }): void => {
    if (Date.now() - printedAt < 5_000) return;
    printedAt = Date.now();
    print(
      `${copied + skipped} of ${countNoun(all.blobs, 'file')}, ${toSizeText(bytes, 'en')} copied of ${toSizeText(all.bytes, 'en')}`,
    );
  };
}
