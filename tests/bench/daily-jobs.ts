import { parseArgs } from 'node:util';
import { approveUsers } from './daily/approve-users.ts';
import { findInPaper } from './daily/find-in-paper.ts';
import { fixImport } from './daily/fix-import.ts';
import { cleanNames, correctValue, pasteCells } from './daily/grid-jobs.ts';
import type { Counted, Hands } from './daily/hands.ts';
import { openInstallation, type Installation } from './daily/installation.ts';
import type { Job } from './daily/job.ts';
import { averagePerTestType, moveSources, shareView } from './daily/list-jobs.ts';
import { mapTerms } from './daily/map-terms.ts';
import { findMisspelled, readExtractions } from './daily/search-jobs.ts';

/*
 * `npm run bench -- jobs [--only 3,7 --trace]`: how many actions and seconds twelve daily jobs take in the
 * real screens, on an installation of its own with the sample data. Each job is checked by its result.
 *
 * - A click, a key or key combination, a typed or pasted text and a chosen file are one action each.
 *   A choice from a list is two: open and choose. Scrolling and waiting are none.
 * - A job starts on the dashboard, right after signing in, of a person who has not arranged any list yet.
 * - It ends when the result is visible and no dialog or menu is left open.
 * - It takes the way with the fewest actions that visible buttons and documented keys offer.
 * - "Before" is an earlier version of the app. "Outside" is another program, such as a spreadsheet.
 * - The script never pauses to think, so its seconds only show where people wait for the app.
 */
const jobs: readonly Job[] = [
  approveUsers,
  pasteCells,
  cleanNames,
  findInPaper,
  shareView,
  mapTerms,
  fixImport,
  correctValue,
  averagePerTestType,
  moveSources,
  findMisspelled,
  readExtractions,
];

const { values: asked } = parseArgs({
  options: { only: { type: 'string' }, trace: { type: 'boolean', default: false } },
});
const only = asked.only?.split(',').map(Number);

const installation = await openInstallation();
try {
  const lines = [];
  for (const [at, job] of jobs.entries()) {
    if (only && !only.includes(at + 1)) continue;
    const counted = await count(job, installation);
    lines.push(toLine(at + 1, job, counted));
    if (asked.trace) printTrace(at + 1, counted);
  }
  console.log(['| | job | before | now | seconds |', '|---|---|---|---|---|', ...lines].join('\n'));
} finally {
  await installation.close();
}

/** Works on one job. A failure names the page and the actions so far. */
async function count(job: Job, at: Installation): Promise<Counted> {
  let hands: Hands | undefined;
  const openDashboard: Installation['openDashboard'] = async (as) =>
    (hands = await at.openDashboard(as));
  try {
    await job.work({ ...at, openDashboard });
  } catch (error) {
    const { actions = [] } = hands?.counted() ?? {};
    const place = `${hands?.page.url() ?? 'before the dashboard'} after: ${actions.join(' · ')}`;
    throw new Error(`“${job.name}” failed at ${place}`, { cause: error });
  }
  const counted = hands?.counted();
  if (counted?.seconds === undefined) throw new Error(`“${job.name}” has no end`);
  return counted;
}

function toLine(number: number, { name, before }: Job, counted: Counted): string {
  const { actions, outside, seconds = 0 } = counted;
  const now = `${actions.length}${outside.length > 0 ? ` + ${outside.length} outside` : ''}`;
  return `| ${number} | ${name} | ${before} | ${now} | ${seconds.toFixed(1)} |`;
}

function printTrace(number: number, { actions, outside }: Counted): void {
  console.log(`${number}: ${actions.join(' · ')}`);
  if (outside.length > 0) console.log(`${number}, outside: ${outside.join(' · ')}`);
}
