import { problem, type Problem } from '../fields/problems/problem.ts';
import { isThisMachine, readProviders } from './open/sign-in-providers.ts';
import { resolve } from 'node:path';
import type { OidcProvider } from '../api/accounts/oidc/provider.ts';
import type { MailAddress } from '../mail/mail-address.ts';
import type { SmtpTarget } from '../mail/smtp-url.ts';
import type { Retention } from '../store/backup/retention.ts';
import type { BlobTarget } from '../store/blobs/blob-target.ts';
import { wireNames, type WireName } from '../store/wire/wire.ts';
import {
  readBackupKey,
  readBackupSchedule,
  readBackupTarget,
  readRetention,
  type BackupSchedule,
} from './backup/read-backup-variables.ts';
import {
  readBlobUrl,
  readBytes,
  readChoice,
  readCommand,
  readDatabaseUrl,
  readEmail,
  readMailFrom,
  readOrigins,
  readPassword,
  readPath,
  readPingUrl,
  readPort,
  readHttpUrl,
  readPublicUrl,
  readRanges,
  readReplicaUrl,
  readSecret,
  readSmtpUrl,
  readSwitch,
  readTargets,
  readText,
  readToken,
  readWhole,
  type Variable,
} from './read/read-variables.ts';
import { readVariableFiles } from './read/read-variable-files.ts';
import { Refusal, toLine } from './refusal.ts';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** The environment of the installation, parsed and with all defaults. */
export type Environment = {
  host: string;
  /** 0 picks a free port. */
  port: number;
  dataDir: string;
  /** Absent: the embedded database in `dataDir`. */
  databaseUrl?: string;
  databaseReadUrl?: string;
  /** Around the pooler in `databaseUrl`. */
  databaseDirectUrl?: string;
  /** Absent: statements are prepared unless there is a pooler. */
  databasePrepared?: boolean;
  /** The most connections of one server to each database. */
  databaseConnections: number;
  /** Absent: the bytes of files are in `dataDir`. */
  filesUrl?: BlobTarget;
  /** The credentials of the store, unless they are in its address. */
  filesKey?: string;
  filesSecret?: string;
  /** Where backups go. */
  backupTo?: BlobTarget;
  /** Who can read them: public keys of `age`. */
  backupKey?: readonly string[];
  /** What reads them: a secret key of `age`, or the path of a file with some. */
  backupIdentity?: string;
  /** Absent: only commands make backups. `elsewhere`: another system makes them. */
  backupSchedule?: BackupSchedule | 'elsewhere';
  backupKeep: Retention;
  /** Called after each backup; its path is a secret. */
  backupPingUrl?: string;
  /** Whether any moment can be restored: only of the embedded database. */
  backupPointInTime: boolean;
  /** Files in it are imported with recipes; absent: there is no such folder. */
  importFolder?: string;
  resources: string;
  /** Whether changes made in the browser are committed to the git work tree of the descriptor. */
  descriptorGit: boolean;
  /** Without a slash at the end. */
  publicUrl?: string;
  /** The addresses and ranges of the proxies in front; absent: one neighbour, if `publicUrl` is https. */
  trustedProxies?: readonly string[];
  /** The sites whose pages may use the API; `*`: all may read published records. */
  corsOrigins: readonly string[];
  secret?: string;
  adminEmail?: string;
  adminPassword?: string;
  sampleData: boolean;
  /** Absent: mails are written to files in `dataDir`. */
  smtp?: SmtpTarget;
  mailFrom?: MailAddress;
  /** Days after which an unused session ends. */
  sessionIdleDays: number;
  /** Whether browsers cache the app by a service worker, for times without a connection. */
  serviceWorker: boolean;
  watch: boolean;
  logLevel: LogLevel;
  /** Without it, only this machine may read `/metrics`. */
  metricsToken?: string;
  /** The most client connections at the same time. */
  maxConnections: number;
  wire: WireName;
  /** Where traces and the log are sent; the standard variables `OTEL_…` say how. */
  telemetryUrl?: string;
  /** Milliseconds from which a request or a statement is logged as slow; 0: none. */
  slowQueryMs: number;
  /** Megabytes for each of the two processes that read uploaded files. */
  filesMemoryMb: number;
  /** The most bytes of all files, and of those of one person. */
  filesLimit?: number;
  filesUserLimit?: number;
  /** The virus scanner that every uploaded file must pass: a program and its arguments. */
  scanCommand?: readonly [string, ...string[]];
  /** Hosts and networks of our own that webhooks may call, and without encryption. */
  webhookPrivate: readonly string[];
  /** Whether people sign in with a password. */
  passwordSignIn: boolean;
  /** Where else they sign in: the variables `OIDC_<NAME>_…`. */
  providers: readonly OidcProvider[];
};

/** Those with a name of their own; those of providers have the name of the provider in theirs. */
type Single = Omit<Environment, 'providers'>;

/** All environment variables, one row each. */
export const variables: {
  [Key in keyof Required<Single>]: Variable<Single[Key]> & { name: string };
} = {
  host: { name: 'HOST', otherwise: '127.0.0.1', read: readText },
  port: { name: 'PORT', otherwise: 3000, read: readPort },
  dataDir: { name: 'DATA_DIR', otherwise: resolve('data'), read: readPath },
  databaseUrl: { name: 'DATABASE_URL', otherwise: undefined, read: readDatabaseUrl },
  databaseReadUrl: { name: 'DATABASE_READ_URL', otherwise: undefined, read: readReplicaUrl },
  databaseDirectUrl: { name: 'DATABASE_DIRECT_URL', otherwise: undefined, read: readDatabaseUrl },
  databasePrepared: { name: 'DATABASE_PREPARED', otherwise: undefined, read: readSwitch },
  databaseConnections: { name: 'DATABASE_CONNECTIONS', otherwise: 12, read: readWhole(4, 60) },
  filesUrl: { name: 'FILES_URL', otherwise: undefined, read: readBlobUrl },
  filesKey: { name: 'FILES_KEY', otherwise: undefined, read: readText },
  filesSecret: { name: 'FILES_SECRET', otherwise: undefined, read: readText },
  backupTo: { name: 'BACKUP_TO', otherwise: undefined, read: readBackupTarget },
  backupKey: { name: 'BACKUP_KEY', otherwise: undefined, read: readBackupKey },
  backupIdentity: { name: 'BACKUP_IDENTITY', otherwise: undefined, read: readText },
  backupSchedule: { name: 'BACKUP_SCHEDULE', otherwise: undefined, read: readBackupSchedule },
  backupKeep: {
    name: 'BACKUP_KEEP',
    otherwise: { days: 7, weeks: 4, months: 12 },
    read: readRetention,
  },
  backupPingUrl: { name: 'BACKUP_PING_URL', otherwise: undefined, read: readPingUrl },
  backupPointInTime: { name: 'BACKUP_POINT_IN_TIME', otherwise: false, read: readSwitch },
  importFolder: { name: 'IMPORT_FOLDER', otherwise: undefined, read: readPath },
  resources: { name: 'RESOURCES', otherwise: resolve('resources.json'), read: readPath },
  descriptorGit: { name: 'DESCRIPTOR_GIT', otherwise: false, read: readSwitch },
  publicUrl: { name: 'PUBLIC_URL', otherwise: undefined, read: readPublicUrl },
  trustedProxies: { name: 'TRUSTED_PROXIES', otherwise: undefined, read: readRanges },
  corsOrigins: { name: 'CORS_ORIGINS', otherwise: [], read: readOrigins },
  secret: { name: 'SECRET', otherwise: undefined, read: readSecret },
  adminEmail: { name: 'ADMIN_EMAIL', otherwise: undefined, read: readEmail },
  adminPassword: { name: 'ADMIN_PASSWORD', otherwise: undefined, read: readPassword },
  sampleData: { name: 'SAMPLE_DATA', otherwise: true, read: readSwitch },
  smtp: { name: 'SMTP_URL', otherwise: undefined, read: readSmtpUrl },
  mailFrom: { name: 'MAIL_FROM', otherwise: undefined, read: readMailFrom },
  sessionIdleDays: { name: 'SESSION_IDLE_DAYS', otherwise: 14, read: readWhole(1, 30) },
  serviceWorker: { name: 'SERVICE_WORKER', otherwise: true, read: readSwitch },
  watch: { name: 'WATCH', otherwise: false, read: readSwitch },
  logLevel: { name: 'LOG_LEVEL', otherwise: 'info', read: readChoice(logLevels) },
  metricsToken: { name: 'METRICS_TOKEN', otherwise: undefined, read: readToken },
  maxConnections: { name: 'MAX_CONNECTIONS', otherwise: 4_000, read: readWhole(1, 999_999) },
  wire: { name: 'WIRE', otherwise: 'fast', read: readChoice(wireNames) },
  telemetryUrl: { name: 'OTEL_EXPORTER_OTLP_ENDPOINT', otherwise: undefined, read: readHttpUrl },
  slowQueryMs: { name: 'SLOW_QUERY_MS', otherwise: 1_000, read: readWhole(0, 600_000) },
  filesMemoryMb: { name: 'FILES_MEMORY_MB', otherwise: 350, read: readWhole(200, 8_000) },
  filesLimit: { name: 'FILES_LIMIT', otherwise: undefined, read: readBytes },
  filesUserLimit: { name: 'FILES_USER_LIMIT', otherwise: undefined, read: readBytes },
  scanCommand: { name: 'SCAN_COMMAND', otherwise: undefined, read: readCommand },
  webhookPrivate: { name: 'WEBHOOK_PRIVATE', otherwise: [], read: readTargets },
  passwordSignIn: { name: 'PASSWORD_SIGN_IN', otherwise: true, read: readSwitch },
};

/**
 * Reads every variable and returns all problems at once, together with the values that could be `read`.
 * A value never appears in a problem, because it may be a password.
 */
export function parseEnvironment(
  given: Readonly<Record<string, string | undefined>>,
): { environment: Environment } | { problems: Problem[]; read: Partial<Environment> } {
  const { source, problems } = readVariableFiles(given, isOurs);
  const values: Record<string, unknown> = {};
  for (const [key, variable] of Object.entries<Variable<unknown> & { name: string }>(variables)) {
    const text = source[variable.name]?.trim();
    const outcome = text ? variable.read(text, variable.name) : { value: variable.otherwise };
    if ('problem' in outcome) problems.push(outcome.problem);
    else values[key] = outcome.value;
  }
  const { providers, problems: ofProviders } = readProviders(source);
  problems.push(...ofProviders);
  values['providers'] = providers;
  if (problems.length === 0) problems.push(...checkTogether(values as Environment));
  return problems.length > 0 ? { problems, read: values } : { environment: values as Environment };
}

function isOurs(name: string): boolean {
  return name.startsWith('OIDC_') || Object.values(variables).some((each) => each.name === name);
}

/** The environment of a process; refuses with all of its problems. */
export function readEnvironment(env: NodeJS.ProcessEnv): Environment {
  const outcome = parseEnvironment(env);
  if ('environment' in outcome) return outcome.environment;
  throw new Refusal(
    ['Some environment variables are not valid:', ...outcome.problems.map(toLine)],
    outcome,
  );
}

type Facts = Environment & { isOpen: unknown; isDaily: boolean; isSafe: unknown };

const credentials = 'an S3 store needs both FILES_KEY and FILES_SECRET';

/** When a variable is missing that others need, and why. */
const missing: readonly [when: (of: Facts) => unknown, name: string, hint: string][] = [
  [
    ({ databaseReadUrl, databaseUrl }) => databaseReadUrl && !databaseUrl,
    'DATABASE_URL',
    'DATABASE_READ_URL must point to a replica of the database in DATABASE_URL',
  ],
  [
    ({ databaseDirectUrl, databaseUrl }) => databaseDirectUrl && !databaseUrl,
    'DATABASE_URL',
    'DATABASE_DIRECT_URL leads around the pooler in DATABASE_URL',
  ],
  [
    ({ filesSecret, filesKey, isOpen }) => (filesSecret || isOpen) && !filesKey,
    'FILES_KEY',
    credentials,
  ],
  [
    ({ backupPointInTime, isDaily }) => backupPointInTime && !isDaily,
    'BACKUP_SCHEDULE',
    'moments (BACKUP_POINT_IN_TIME) are restored from a daily backup',
  ],
  [
    ({ isDaily, backupTo }) => isDaily && !backupTo,
    'BACKUP_TO',
    'scheduled backups (BACKUP_SCHEDULE) need a place: a folder or an S3 store',
  ],
  [
    ({ isDaily, backupKey }) => isDaily && !backupKey,
    'BACKUP_KEY',
    'scheduled backups (BACKUP_SCHEDULE) are always encrypted',
  ],
  [
    ({ providers, isSafe }) => providers.length > 0 && !isSafe,
    'PUBLIC_URL',
    'providers (OIDC_<NAME>_…) send people back to it, so it needs https, or localhost',
  ],
  [
    ({ passwordSignIn, providers }) => !passwordSignIn && providers.length === 0,
    'OIDC_<NAME>_ISSUER',
    'without PASSWORD_SIGN_IN people need another way to sign in',
  ],
  [
    ({ filesKey, filesSecret, isOpen }) => (filesKey || isOpen) && !filesSecret,
    'FILES_SECRET',
    credentials,
  ],
];

/** The problems of variables that need others. */
function checkTogether(environment: Environment): Problem[] {
  const { filesUrl, backupSchedule, backupPointInTime, databaseUrl, publicUrl } = environment;
  const url = publicUrl === undefined ? undefined : new URL(publicUrl);
  const facts: Facts = {
    ...environment,
    isOpen: filesUrl && 'bucket' in filesUrl && !filesUrl.credentials,
    isDaily: backupSchedule !== undefined && backupSchedule !== 'elsewhere',
    isSafe: url && (url.protocol === 'https:' || isThisMachine(url.hostname)),
  };
  const problems = missing.flatMap(([when, name, hint]) =>
    when(facts) ? [problem('V001', name, {}, hint)] : [],
  );
  if (backupPointInTime && databaseUrl)
    problems.push(problem('V002', 'BACKUP_POINT_IN_TIME', { expected: 'off' }, ofOthers));
  return problems;
}

const ofOthers =
  'it is for the embedded database only; for the server in DATABASE_URL use pgBackRest, or the point-in-time recovery of your provider';
