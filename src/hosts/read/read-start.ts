import { accessSync, constants } from 'node:fs';
import { createServer } from 'node:http';
import { promisify } from 'node:util';
import { makePrivateFolder } from '../../store/private-folder.ts';
import { checkOpenFiles } from '../check-open-files.ts';
import { listen } from '../listen.ts';
import { parseEnvironment, type Environment } from '../environment.ts';
import { readDescriptorText } from './descriptor-text.ts';
import { openFiles } from '../open-files.ts';
import { Refusal, toLine } from '../refusal.ts';
import { openSecret, refuseFolder } from './secret.ts';

/**
 * Reads the environment and checks what it refers to on this machine: the descriptor, the address and the
 * data folder. Reports all problems at once, before anything is written to a database.
 */
export async function readStart(source: Readonly<Record<string, string | undefined>>) {
  checkOpenFiles();
  const outcome = parseEnvironment(source);
  if ('environment' in outcome) {
    const lines = await checkPlaces(outcome.environment);
    if (lines.length === 0) return outcome.environment;
    throw new Refusal(['Some environment variables are not valid:', ...lines]);
  }
  const { problems, read } = outcome;
  const lines = [...problems.map(toLine), ...(await checkPlaces(read))];
  throw new Refusal(['Some environment variables are not valid:', ...lines], { problems });
}

/** Skips what belongs to a variable that could not be read. */
async function checkPlaces(read: Partial<Environment>): Promise<string[]> {
  const { host, port = 0, dataDir, resources } = read;
  const knowsFolder = 'secret' in read && 'databaseUrl' in read;
  const outcomes = await Promise.allSettled([
    host && tryAddress(host, port),
    dataDir && knowsFolder && checkFolder({ ...read, dataDir }),
    resources && readDescriptorText(resources),
  ]);
  return outcomes.flatMap((outcome) => {
    if (outcome.status === 'fulfilled') return [];
    if (outcome.reason instanceof Refusal) return outcome.reason.lines;
    throw outcome.reason;
  });
}

async function tryAddress(host: string, port: number): Promise<void> {
  const server = createServer();
  await listen(server, host, port);
  await promisify(server.close.bind(server))();
}

async function checkFolder(
  read: Partial<Environment> & Pick<Environment, 'dataDir'>,
): Promise<void> {
  const { dataDir, secret, databaseUrl } = read;
  await openSecret({ dataDir, secret });
  if (databaseUrl === undefined)
    try {
      makePrivateFolder(dataDir);
      accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    } catch (error) {
      throw refuseFolder(dataDir, error);
    }
  if ('filesUrl' in read) await openFiles(read);
}
