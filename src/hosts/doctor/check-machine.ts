import { stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { LEAST_FREE, LITTLE_FREE } from '../../api/meta/checks/check.ts';
import { toSizeText } from '../../fields/problems/size-text.ts';
import { applicationVersion } from '../../store/application-version.ts';
import { listFormerData, measureFolder } from '../../store/embedded/former-data.ts';
import type { Environment } from '../environment.ts';
import { readDisk } from '../free-disk.ts';
import { filesTarget } from '../open-files.ts';
import { inspectDescriptor, toPlacedLine } from '../read/read-descriptor.ts';
import { unlessMissing } from '../unless-missing.ts';
import { advise, fine, wrong, type Finding } from './finding.ts';

/** The disks of the data folder and of the files. */
export async function checkDisk(environment: Environment): Promise<Finding[]> {
  const { dataDir } = environment;
  const data = { folder: dataDir, named: 'DATA_DIR', ...(await readDisk(dataDir)) };
  const target = filesTarget(environment);
  const folder = 'folder' in target ? target.folder : dataDir;
  const files = { folder, named: 'FILES_URL', ...(await readDisk(folder)) };
  const isOther = files.disk !== undefined && files.disk !== data.disk;
  return [toFinding(data), ...(isOther ? [toFinding(files)] : [])];
}

function toFinding(space: { folder: string; named: string; free?: number }): Finding {
  const { folder, named, free } = space;
  if (free === undefined) return wrong(`The folder ${folder} does not exist`, `Check ${named}`);
  const says = `${toSizeText(free, 'en')} free in ${folder}`;
  const todo = `Remove what is not needed from this disk, or move ${named} to a larger one`;
  if (free < LEAST_FREE) return wrong(says, todo);
  return free < LITTLE_FREE ? advise(says, todo) : fine(says);
}

/** What upgrades of the embedded PostgreSQL have left. */
export async function checkFormerData({ dataDir }: Environment): Promise<Finding[]> {
  return await Promise.all(
    listFormerData(dataDir).map(async ({ path, version }) => {
      const size = toSizeText(await measureFolder(path), 'en');
      return advise(
        `The data of PostgreSQL ${version} is still in ${path}: ${size}`,
        'If the new version works, remove it: npx backoffice upgrade --confirm',
      );
    }),
  );
}

/** Who may change the data folder, and read the file of the secret. */
export async function checkFolders({ dataDir, secret }: Environment): Promise<Finding[]> {
  const findings: Finding[] = [];
  if ((await stat(dataDir)).mode & 0o022)
    findings.push(wrong(`Other users can change ${dataDir}`, `Run: chmod go-w ${dataDir}`));
  const path = join(dataDir, 'secret');
  const file = secret === undefined ? await unlessMissing(stat(path)) : undefined;
  if (file && file.mode & 0o077)
    findings.push(wrong(`Other users can read ${path}`, `Run: chmod 600 ${path}`));
  return findings.length > 0 ? findings : [fine(`Other users cannot change ${dataDir}`)];
}

export async function checkVersion(): Promise<Finding> {
  return fine(`Backoffice ${applicationVersion}, Node ${process.versions.node}`);
}

export async function checkDescriptor({ resources }: Environment): Promise<Finding[]> {
  const { outcome } = await inspectDescriptor(resources);
  if ('descriptor' in outcome) {
    const { app, source } = outcome.descriptor;
    const isDeclared = source.app?.timeZone !== undefined;
    const from = isDeclared ? 'as app.timeZone says' : 'the time zone of this server';
    return [
      fine(`${relative('.', resources)} is valid`),
      fine(`Days and times are in ${app.timeZone}, ${from}`),
    ];
  }
  return outcome.problems.map((problem) =>
    wrong(toPlacedLine(problem), 'Correct the file, then run: npx backoffice check'),
  );
}
