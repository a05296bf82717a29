import type { DescriptorFiles } from '../../api/api-services.ts';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import type { Database } from '../../store/connection/database.ts';
import type { Log } from '../../store/log-fields.ts';
import { type AppliedTexts, markWritten } from '../../store/schema/plan/browser-changes.ts';
import { applyDescriptor } from '../apply-descriptor.ts';
import { toPlacedLine } from '../read/read-descriptor.ts';
import { Refusal } from '../refusal.ts';

type Start = {
  path: string;
  descriptorFiles: DescriptorFiles;
  /** What the browser changed. */
  instead: AppliedTexts;
  /** What the file declares. */
  file: Descriptor;
};

/**
 * Starts with a change made in the browser, which the file lacks. If the file never got it, because the server ended
 * before or could not write it then, the file gets it now.
 */
export async function openBrowserChange(
  database: Database,
  { path, descriptorFiles, instead, file }: Start,
  log: Log,
): Promise<Descriptor> {
  const found = await descriptorFiles.inspect(instead.files);
  if ('problems' in found)
    throw new Refusal([
      'A change made in the browser does not fit this version of the server. Correct it in the file, and run npx backoffice apply:',
      ...found.problems.map((each) => toPlacedLine({ line: 1, column: 1, ...each })),
    ]);
  const { descriptor } = found;
  const { refused } = await applyDescriptor(database, descriptor, log);
  if (refused.length > 0)
    throw new Refusal([
      'This version of the server requires changes that could lose data, so nothing was changed:',
      ...refused.map((step) => `  ${step.summary.sentence}`),
    ]);
  const author = { name: 'Backoffice', email: 'backoffice@localhost' };
  const summary = 'Write a change that was made in the browser';
  const isWritten =
    !instead.written && (await descriptorFiles.write(instead.files, { author, summary }));
  if (isWritten) {
    await markWritten(database, descriptor.hash);
    log.info({ path }, 'The descriptor file now has the change that was made in the browser');
  } else if (file.hash !== descriptor.hash)
    log.warn(
      { path },
      'The descriptor file is older than a change made in the browser, which stays in use; npx backoffice schema --descriptor prints it, npx backoffice apply goes back to the file',
    );
  return descriptor;
}
