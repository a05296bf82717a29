import type { Environment } from '../environment.ts';
import { openInstallation, type Installation } from '../installation.ts';
import { createLog } from '../log.ts';

/**
 * Runs work on the records of an installation, whether its server runs or not. Both use
 * the same database; a stopped one is started for the work and stopped again.
 */
export async function withInstallation<Done>(
  environment: Environment,
  work: (installation: Installation) => Promise<Done>,
): Promise<Done> {
  // Standard output belongs to the answer, so only trouble is logged, and elsewhere.
  const installation = await openInstallation(
    environment,
    createLog('warn', process.stderr.fd),
    'work',
  );
  try {
    return await work(installation);
  } finally {
    await installation.close();
  }
}
