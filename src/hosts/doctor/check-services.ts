import { createHash, randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { openProvider } from '../../api/accounts/oidc/open-provider.ts';
import { tryScanner } from '../../api/meta/checks/try-scanner.ts';
import { checkSmtp } from '../../mail/smtp-transport.ts';
import type { Environment } from '../environment.ts';
import { createLog } from '../log/log.ts';
import { openFiles } from '../open-files.ts';
import { openScan } from '../open/open-scan.ts';
import { advise, fine, wrong, type Finding } from './finding.ts';

/** Writes, reads and removes a file that nothing else can have. */
export async function checkFiles(environment: Environment): Promise<Finding> {
  const blobs = await openFiles(environment);
  const bytes = randomBytes(64);
  const key = createHash('sha256').update(bytes).digest('hex');
  const path = join(blobs.scratch, key);
  try {
    await writeFile(path, bytes);
    await blobs.put(key, path, bytes.length);
  } finally {
    await rm(path, { force: true });
  }
  const stream = await blobs.read(key);
  const read = stream && (await buffer(stream));
  await blobs.remove(key);
  if (!read?.equals(bytes))
    return wrong(`${blobs.place} does not return what was written`, 'Check the store in FILES_URL');
  if ((await blobs.sizeOf(key)) !== undefined)
    return wrong(
      `${blobs.place} keeps files that were removed`,
      'Let the server delete objects (s3:DeleteObject)',
    );
  return fine(`Files can be written, read and removed in ${blobs.place}`);
}

export async function checkScanner(environment: Environment): Promise<Finding[]> {
  const { scanCommand } = environment;
  if (!scanCommand) return [];
  const { scratch } = await openFiles(environment);
  const verdict = await tryScanner(openScan(scanCommand, createLog('silent')), scratch);
  const command = scanCommand.join(' ');
  if (verdict === 'clean') return [fine(`The virus scanner works (${command})`)];
  const todo = `Run \`${command} FILE\` as the user of the server: it must end with 0 for a clean file. Until then nobody can upload files`;
  return verdict === 'infected'
    ? [wrong('The virus scanner refuses a harmless file', todo)]
    : [wrong('The virus scanner fails', todo)];
}

/** Connects to the mail server and signs in, without sending anything. */
export async function checkMail({ smtp, publicUrl }: Environment): Promise<Finding[]> {
  if (!smtp)
    return publicUrl === undefined
      ? []
      : [
          advise(
            'SMTP_URL is not set: emails are written to files and not sent',
            'Set SMTP_URL to your mail server',
          ),
        ];
  const at = `${smtp.host}:${smtp.port}`;
  const trouble = await checkSmtp(smtp);
  return [
    trouble === undefined
      ? fine(`The mail server at ${at} accepts us`)
      : wrong(
          `The mail server at ${at} cannot be used: ${trouble}`,
          'Correct SMTP_URL, or ask who runs the mail server',
        ),
  ];
}

/** Reads the metadata of each provider, as a sign-in does. */
export async function checkProviders({ providers }: Environment): Promise<Finding[]> {
  return await Promise.all(
    providers.map(async (provider) => {
      const { issuer, label, name } = provider;
      try {
        await openProvider(provider);
        return fine(`People can sign in with ${label} (${issuer})`);
      } catch (error) {
        return wrong(
          `Nobody can sign in with ${label}: ${(error as Error).message}`,
          `Check OIDC_${name.toUpperCase()}_ISSUER, and whether this machine reaches it`,
        );
      }
    }),
  );
}
