import { problem, type Problem } from '../fields/problems/problem.ts';
import { isThisMachine } from './open/sign-in-providers.ts';
import type { Environment } from './environment.ts';

/** The problems of variables that need others. */
export function checkTogether({
  databaseUrl,
  databaseReadUrl,
  backupTo,
  backupKey,
  backupSchedule,
  backupPointInTime,
  databaseDirectUrl,
  filesUrl,
  filesKey,
  filesSecret,
  passwordSignIn,
  providers,
  publicUrl,
}: Environment): Problem[] {
  const replica = 'DATABASE_READ_URL must point to a replica of the database in DATABASE_URL';
  const direct = 'DATABASE_DIRECT_URL leads around the pooler in DATABASE_URL';
  const credentials = 'an S3 store needs both FILES_KEY and FILES_SECRET';
  const back = 'providers (OIDC_<NAME>_…) send people back to it, so it needs https, or localhost';
  const place = 'scheduled backups (BACKUP_SCHEDULE) need a place: a folder or an S3 store';
  const sealed = 'scheduled backups (BACKUP_SCHEDULE) are always encrypted';
  const daily = 'moments (BACKUP_POINT_IN_TIME) are restored from a daily backup';
  const alone = 'without PASSWORD_SIGN_IN people need another way to sign in';
  const isOpen = filesUrl && 'bucket' in filesUrl && !filesUrl.credentials;
  const isDaily = backupSchedule !== undefined && backupSchedule !== 'elsewhere';
  const url = publicUrl === undefined ? undefined : new URL(publicUrl);
  const isSafe = url && (url.protocol === 'https:' || isThisMachine(url.hostname));
  const missing: [unknown, string, string][] = [
    [databaseReadUrl && !databaseUrl, 'DATABASE_URL', replica],
    [databaseDirectUrl && !databaseUrl, 'DATABASE_URL', direct],
    [(filesSecret || isOpen) && !filesKey, 'FILES_KEY', credentials],
    [backupPointInTime && !isDaily, 'BACKUP_SCHEDULE', daily],
    [isDaily && !backupTo, 'BACKUP_TO', place],
    [isDaily && !backupKey, 'BACKUP_KEY', sealed],
    [providers.length > 0 && !isSafe, 'PUBLIC_URL', back],
    [!passwordSignIn && providers.length === 0, 'OIDC_<NAME>_ISSUER', alone],
    [(filesKey || isOpen) && !filesSecret, 'FILES_SECRET', credentials],
  ];
  const problems = missing.flatMap(([is, name, hint]) =>
    is ? [problem('V001', name, {}, hint)] : [],
  );
  if (backupPointInTime && databaseUrl)
    problems.push(problem('V002', 'BACKUP_POINT_IN_TIME', { expected: 'off' }, ofOthers));
  return problems;
}

const ofOthers =
  'it is for the embedded database only; for the server in DATABASE_URL use pgBackRest, or the point-in-time recovery of your provider';
