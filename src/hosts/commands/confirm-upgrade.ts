import { toSizeText } from '../../fields/problems/size-text.ts';
import {
  hasStartedSince,
  listFormerData,
  measureFolder,
  removeFormerData,
} from '../../store/embedded/former-data.ts';
import type { Call, ExitCode } from './verb.ts';
import { Refusal, refuseWith } from '../refusal.ts';

/** Removes the data of earlier versions of PostgreSQL, after a server has started on the newest. */
export async function confirmUpgrade({ environment, print, answer }: Call): Promise<ExitCode> {
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
