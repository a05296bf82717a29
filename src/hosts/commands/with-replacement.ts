import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../../store/connection/database.ts';
import {
  findOutdatedData,
  listFormerData,
  replaceData,
  type FormerData,
} from '../../store/embedded/former-data.ts';
import { isRunning } from '../../store/embedded/pid-file.ts';
import { withDraft } from '../backup/with-draft.ts';
import type { Environment } from '../environment.ts';
import { Refusal } from '../refusal.ts';
import { withDatabase } from './with-installation.ts';

/**
 * Runs work that fills the database of an installation. Where an earlier PostgreSQL wrote the embedded one, the work gets
 * an empty one, which takes the place of the other when all of it is done. `former`: the data that it has replaced.
 */
export async function withReplacement<Done>(
  environment: Environment,
  work: (database: Database, url: string) => Promise<Done>,
): Promise<{ done: Done; former?: FormerData }> {
  const { databaseUrl, dataDir } = environment;
  const version = databaseUrl === undefined ? findOutdatedData(dataDir) : undefined;
  if (version === undefined) return { done: await withDatabase(environment, work) };
  refuseReplacement(dataDir, version);
  return await withDraft(dataDir, async (draft) => {
    const done = await withDatabase({ ...environment, dataDir: draft }, work);
    return { done, former: replaceData(dataDir, draft, version) };
  });
}

function refuseReplacement(dataDir: string, version: number): void {
  const data = join(dataDir, 'postgres');
  if (isRunning(data))
    throw new Refusal([
      `PostgreSQL ${version} runs on ${data}: stop the servers of the previous version, and make a backup after that`,
    ]);
  const kept = listFormerData(dataDir).find((each) => each.version === version);
  if (kept && existsSync(data))
    throw new Refusal([
      `${kept.path} is there already, where the data of PostgreSQL ${version} would be kept; move it, or remove it`,
    ]);
}
