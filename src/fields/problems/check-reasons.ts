/** Why a part of the installation does not work as it should, and what to do about it: the English texts. */
export const checkReasons = {
  databaseUnreachable: {
    says: 'The database does not answer.',
    advice:
      'Check that PostgreSQL is running and that DATABASE_URL is correct. The log names the error.',
  },
  databaseReadOnly: {
    says: 'The database accepts no changes.',
    advice:
      'Check whether the server is connected to a replica. The log of PostgreSQL names the reason.',
  },
  tablesBehind: {
    says: 'The tables of the database are not ready.',
    advice: 'Wait until the server has started. If this stays, run `npx backoffice plan`.',
  },
  diskFull: {
    says: 'The disk of the database is full: {size} free.',
    advice: 'Free space now. Nothing can be saved until then.',
  },
  diskLow: {
    says: 'The disk of the database is nearly full: {size} free.',
    advice: 'Free space, or move the data folder to a larger disk.',
  },
  filesUnreachable: {
    says: 'The file store does not answer.',
    advice: 'Check FILES_URL and the store. Files cannot be saved or opened until then.',
  },
  filesFull: {
    says: 'The file store is full.',
    advice: 'Free space in the store, or move the files to a larger one.',
  },
  filesDiskLow: {
    says: 'The disk of the files is nearly full: {size} free.',
    advice: 'Free space, or move the files to a larger disk.',
  },
  filesRefused: {
    says: 'The file store refuses this server.',
    advice: 'Check FILES_URL, FILES_KEY and the rights in the store.',
  },
  walLate: {
    says: 'Changes have not reached the backup store for {minutes} minute. |||| Changes have not reached the backup store for {minutes} minutes.',
    advice: 'Check BACKUP_TO and the store. If this disk fails now, these changes are lost.',
  },
  mailStuck: {
    says: 'The oldest unsent email has waited for {minutes} minute. |||| The oldest unsent email has waited for {minutes} minutes.',
    advice: 'Check SMTP_URL and the mail server. The outbox shows the last error.',
  },
  replicaUnreachable: {
    says: 'The read replica does not answer.',
    advice: 'Check DATABASE_READ_URL and the replica. The primary answers lists until then.',
  },
  replicaBehind: {
    says: 'The read replica is {seconds} second behind. |||| The read replica is {seconds} seconds behind.',
    advice: 'Check the load and the network of the replica. The primary answers lists until then.',
  },
  scannerFailed: {
    says: 'The virus scanner does not work.',
    advice: 'Check SCAN_COMMAND and the scanner. No file can be uploaded until then.',
  },
  signInUnreachable: {
    says: 'A sign-in service does not answer: {providers}.',
    advice: 'Check the service and its OIDC variables. People can only sign in another way.',
  },
  backupMissing: {
    says: 'Nobody makes backups.',
    advice:
      'Set BACKUP_TO, BACKUP_KEY and BACKUP_SCHEDULE, or BACKUP_SCHEDULE=elsewhere if another system makes them.',
  },
  backupFailed: {
    says: 'The last backup failed.',
    advice: 'The log names the error. Then run `npx backoffice backup`.',
  },
  backupLate: {
    says: 'The last backup is older than two days.',
    advice: 'Search the log for the reason, and run `npx backoffice backup`.',
  },
  backupUnrehearsed: {
    says: 'No backup was rehearsed for 31 days.',
    advice: 'Run `npx backoffice backup --rehearse`, to know that a restore works.',
  },
  formerDataKept: {
    says: 'The data of PostgreSQL {version} is still there: {size}.',
    advice: 'If the new version works, remove it with `npx backoffice upgrade --confirm`.',
  },
} as const satisfies Record<string, { says: string; advice: string }>;

export type CheckReason = keyof typeof checkReasons;
