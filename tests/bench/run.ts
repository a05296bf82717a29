import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** `npm run bench -- NAME [options]` runs one bench; without a name, it lists what each measures. */
const benches: Readonly<Record<string, readonly [file: string, measures: string]>> = {
  api: ['bench', 'requests per second beside a bare server on the same PostgreSQL'],
  attachments: [
    'attachment-bench',
    'uploads and downloads of one large file, beside a plain server',
  ],
  attacks: ['file-attacks', 'what others notice while somebody uploads hostile files'],
  blobs: ['blob-bench', 'the store of files with a file of a gigabyte, and its memory'],
  bodies: ['bodies', 'how long the most expensive JSON bodies block the event loop'],
  fairness: ['fairness', 'what others notice while one client uses too much'],
  files: ['file-bench', 'import and export beside COPY'],
  first: ['first-rows', 'the first rows of a list in a browser, with an empty and a full cache'],
  grid: ['grid-in-browser', 'the grid in a browser, on a running server'],
  growth: ['growth', 'what takes longer with more records'],
  jobs: ['daily-jobs', 'how many actions and seconds twelve daily jobs take on the screens'],
  'kill-import': ['kill-import', 'imports whose server is killed'],
  'kill-uploads': ['kill-uploads', 'uploads whose server is killed'],
  operations: [
    'operations',
    'get, list, search, create and update beside two floors and another checkout',
  ],
  past: ['past-bench', 'records and lists as they were, and undo'],
  rollups: ['rollup-bench', 'values made of other records, stored and computed on reading'],
  search: ['search-bench', 'searches for mistyped names'],
  steps: ['step-bench', 'an import with six steps beside one without'],
  structure: [
    'structure-bench',
    'how long people who change the structure wait, with 40 collections',
  ],
  texts: ['text-bench', 'searches in the text of documents'],
  threads: ['thread-bench', 'an inbox with many entries, and the marks of comments beside a list'],
  webhooks: ['webhook-bench', 'writes of a collection while a webhook listens to it'],
};

const [name] = process.argv.splice(2, 1);
const bench = name === undefined ? undefined : benches[name];
if (bench) {
  // As a program of its own: some are also parts of others, and run only as the main one.
  const script = join(import.meta.dirname, `${bench[0]}.ts`);
  const args = [...process.execArgv, script, ...process.argv.slice(2)];
  process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
} else {
  const rows = Object.entries(benches).map(
    ([each, [, measures]]) => `  ${each.padEnd(13)} ${measures}`,
  );
  console.log(['Usage: npm run bench -- NAME [options]', '', ...rows].join('\n'));
  process.exitCode = name === undefined ? 0 : 2;
}
