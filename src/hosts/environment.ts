import { resolve } from 'node:path';
import { checkPasswordForm } from '../fields/password-form.ts';
import { problem, type Problem } from '../fields/problem.ts';
import { parseMailAddress, type MailAddress } from '../mail/mail-address.ts';
import { parseSmtpUrl, type SmtpTarget } from '../mail/smtp-url.ts';
import { wireNames, type WireName } from '../store/wire/wire.ts';
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
  resources: string;
  /** Without a slash at the end. */
  publicUrl?: string;
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
};

type Outcome<Value> = { value: Value } | { problem: Problem };
type Variable<Value> = {
  /** Used when the variable is absent or empty. */
  otherwise: Value;
  read(text: string, name: string): Outcome<NonNullable<Value>>;
};

/** All environment variables, one row each. */
export const variables: {
  [Key in keyof Required<Environment>]: Variable<Environment[Key]> & { name: string };
} = {
  host: { name: 'HOST', otherwise: '127.0.0.1', read: readText },
  port: { name: 'PORT', otherwise: 3000, read: readWhole(0, 65_535) },
  dataDir: { name: 'DATA_DIR', otherwise: resolve('data'), read: readPath },
  databaseUrl: { name: 'DATABASE_URL', otherwise: undefined, read: readDatabaseUrl },
  databaseReadUrl: { name: 'DATABASE_READ_URL', otherwise: undefined, read: readDatabaseUrl },
  resources: { name: 'RESOURCES', otherwise: resolve('resources.json'), read: readPath },
  publicUrl: { name: 'PUBLIC_URL', otherwise: undefined, read: readPublicUrl },
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
};

/**
 * Reads every variable and returns all problems at once, together with the values that could be `read`.
 * A value never appears in a problem, because it may be a password.
 */
export function parseEnvironment(
  source: Readonly<Record<string, string | undefined>>,
): { environment: Environment } | { problems: Problem[]; read: Partial<Environment> } {
  const problems: Problem[] = [];
  const values: Record<string, unknown> = {};
  for (const [key, variable] of Object.entries<Variable<unknown> & { name: string }>(variables)) {
    const text = source[variable.name]?.trim();
    const outcome = text ? variable.read(text, variable.name) : { value: variable.otherwise };
    if ('problem' in outcome) problems.push(outcome.problem);
    else values[key] = outcome.value;
  }
  if (values['databaseReadUrl'] && !values['databaseUrl'] && problems.length === 0)
    problems.push(
      problem(
        'V001',
        'DATABASE_URL',
        {},
        'DATABASE_READ_URL must point to a replica of the database in DATABASE_URL',
      ),
    );
  return problems.length > 0 ? { problems, read: values } : { environment: values as Environment };
}

function readText(text: string): Outcome<string> {
  return { value: text };
}

function readPath(text: string): Outcome<string> {
  return { value: resolve(text) };
}

/** A whole number; at most as many digits as `max` has. */
function readWhole(min: number, max: number): Variable<number>['read'] {
  return (text, name) => {
    const number = /^\d+$/.test(text) && text.length <= String(max).length ? Number(text) : NaN;
    if (number >= min && number <= max) return { value: number };
    return wrong(name, `a whole number from ${min} to ${max}`);
  };
}

function readChoice<Value extends string>(choices: readonly Value[]): Variable<Value>['read'] {
  return (text, name) => {
    const value = choices.find((each) => each === text.toLowerCase());
    if (value) return { value };
    return { problem: problem('V008', name, { choices: choices.join(', ') }) };
  };
}

function readToken(text: string, name: string): Outcome<string> {
  return text.length >= 16 ? { value: text } : { problem: problem('V004', name, { min: 16 }) };
}

function readDatabaseUrl(text: string, name: string): Outcome<string> {
  return readUrl(text, name, ['postgres:', 'postgresql:'], 'postgresql://user:password@host/name');
}

function readSmtpUrl(text: string, name: string): Outcome<SmtpTarget> {
  const value = parseSmtpUrl(text);
  if (value) return { value };
  return wrong(
    name,
    'in the form smtp://user:password@host:587 or smtps://user:password@host:465, with special characters percent-encoded and without a path',
  );
}

function readMailFrom(text: string, name: string): Outcome<MailAddress> {
  const value = parseMailAddress(text);
  return value
    ? { value }
    : wrong(name, 'in the form Backoffice <office@example.org>, with a single address');
}

function readPublicUrl(text: string, name: string): Outcome<string> {
  const expected = 'https://backoffice.example.org, without a path';
  const outcome = readUrl(text, name, ['http:', 'https:'], expected);
  if ('problem' in outcome) return outcome;
  const url = new URL(text);
  const bare = url.pathname === '/' && !url.search && !url.hash && !url.username;
  return bare ? { value: url.origin } : wrong(name, `in the form ${expected}`);
}

function readUrl(
  text: string,
  name: string,
  protocols: readonly string[],
  example: string,
): Outcome<string> {
  if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return { value: text };
  return wrong(name, `in the form ${example}`);
}

// 32 bytes are the least an HS256 key may have (RFC 7518, 3.2).
function readSecret(text: string, name: string): Outcome<string> {
  if (Buffer.byteLength(text) >= 32) return { value: text };
  return wrong(name, 'at least 32 bytes long, for example the output of: openssl rand -hex 32');
}

function readEmail(text: string, name: string): Outcome<string> {
  const [local, domain, ...rest] = text.split('@');
  const plain = local && domain && rest.length === 0 && !/[\s<>,;]/.test(text);
  return plain && text.length <= 254 ? { value: text } : wrong(name, 'an email address');
}

/** Whether it is a common password is checked when it is used (`first-start.ts`). */
function readPassword(text: string, name: string): Outcome<string> {
  const [first] = checkPasswordForm(text, name);
  return first ? { problem: first } : { value: text };
}

function readSwitch(text: string, name: string): Outcome<boolean> {
  if (/^(1|true|yes|on)$/i.test(text)) return { value: true };
  if (/^(0|false|no|off)$/i.test(text)) return { value: false };
  return { problem: problem('V008', name, { choices: '1, true, yes, on, 0, false, no, off' }) };
}

function wrong(name: string, expected: string): { problem: Problem } {
  return { problem: problem('V002', name, { expected }) };
}

/** The environment of this process, or all its problems. */
export function readEnvironment(): Environment {
  const outcome = parseEnvironment(process.env);
  if ('environment' in outcome) return outcome.environment;
  throw new Refusal(
    ['Some environment variables are not valid:', ...outcome.problems.map(toLine)],
    outcome,
  );
}
