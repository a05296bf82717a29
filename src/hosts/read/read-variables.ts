import { resolve } from 'node:path';
import { isAddressRange } from '../../api/http/address-ranges.ts';
import { isTargetEntry } from '../../api/webhooks/targets.ts';
import { checkPasswordForm } from '../../fields/text/password-form.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import { readSize } from '../../fields/problems/size-text.ts';
import { parseMailAddress, type MailAddress } from '../../mail/mail-address.ts';
import { parseSmtpUrl, type SmtpTarget } from '../../mail/smtp-url.ts';
import { parseDatabaseHosts, targets, type Target } from '../../store/connection/database-hosts.ts';
import { blobUrlForms, parseBlobUrl, type BlobTarget } from '../../store/blobs/blob-target.ts';

export type Outcome<Value> = { value: Value } | { problem: Problem };
export type Variable<Value> = {
  /** Used when the variable is absent or empty. */
  otherwise: Value;
  read(text: string, name: string): Outcome<NonNullable<Value>>;
};

export function readText(text: string): Outcome<string> {
  return { value: text };
}

export function readPath(text: string): Outcome<string> {
  return { value: resolve(text) };
}

/** A whole number; at most as many digits as `max` has. */
export function readWhole(min: number, max: number): Variable<number>['read'] {
  return (text, name) => {
    const number = /^\d+$/.test(text) && text.length <= String(max).length ? Number(text) : NaN;
    if (number >= min && number <= max) return { value: number };
    return wrong(name, `a whole number from ${min} to ${max}`);
  };
}

/** A port that browsers open; they refuse those of other protocols (WHATWG Fetch, "bad port"). */
export const readPort: Variable<number>['read'] = (text, name) => {
  const read = readWhole(0, 65_535)(text, name);
  return 'value' in read && closedToBrowsers.has(read.value)
    ? wrong(name, 'a port that browsers open, which this one is not, such as 3000')
    : read;
};

const closedToBrowsers: ReadonlySet<number> = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102,
  103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465,
  512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993,
  995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668,
  6669, 6679, 6697, 10080,
]);

export function readChoice<Value extends string>(
  choices: readonly Value[],
): Variable<Value>['read'] {
  return (text, name) => {
    const value = choices.find((each) => each === text.toLowerCase());
    if (value) return { value };
    return { problem: problem('V008', name, { choices: choices.join(', ') }) };
  };
}

export function readBytes(text: string, name: string): Outcome<number> {
  const value = readSize(text);
  return value > 0 ? { value } : wrong(name, 'a size such as 500 MB, 20 GB or 2 TB');
}

/** Run without a shell, so its words are separated by spaces and nothing else. */
export function readCommand(text: string, name: string): Outcome<readonly [string, ...string[]]> {
  const [program = '', ...words] = text.split(/\s+/);
  return /["'`$|;&<>]/.test(text)
    ? wrong(name, 'a program and its arguments, separated by spaces and without quotes')
    : { value: [program, ...words] };
}

export function readRanges(text: string, name: string): Outcome<string[]> {
  const value = splitList(text);
  return value.every(isAddressRange)
    ? { value }
    : wrong(name, 'addresses or networks, such as 10.1.2.3, 10.0.0.0/8 or fd00::/8');
}

/** Origins as browsers send them (RFC 6454), such as `https://shop.example.org`; or `*`. */
export function readOrigins(text: string, name: string): Outcome<string[]> {
  const expected = 'addresses without a path, such as https://shop.example.org, or *';
  const value = splitList(text).map((entry) => {
    if (entry === '*') return entry;
    const read = readPublicUrl(entry, name);
    return 'value' in read ? read.value : undefined;
  });
  const isAllOrigins = (origins: typeof value): origins is string[] => !origins.includes(undefined);
  return isAllOrigins(value) ? { value } : wrong(name, expected);
}

export function readTargets(text: string, name: string): Outcome<string[]> {
  const value = splitList(text);
  return value.every(isTargetEntry)
    ? { value }
    : wrong(name, 'hosts, addresses or networks, such as hooks.intern, 10.1.2.3 or 10.0.0.0/8');
}

export function readToken(text: string, name: string): Outcome<string> {
  return text.length >= 16 ? { value: text } : { problem: problem('V004', name, { min: 16 }) };
}

/** Of several servers, the one that accepts changes. */
export function readDatabaseUrl(text: string, name: string): Outcome<string> {
  return readHosts(text, name, ['read-write', 'primary']);
}

export function readReplicaUrl(text: string, name: string): Outcome<string> {
  return readHosts(text, name, targets);
}

function readHosts(text: string, name: string, allowed: readonly Target[]): Outcome<string> {
  const address = parseDatabaseHosts(text);
  if (!address)
    return wrong(
      name,
      'in the form postgresql://user:password@host/name, with several servers postgresql://user:password@host:5432,host:5432/name',
    );
  return address.target && !allowed.includes(address.target)
    ? wrong(name, `with target_session_attrs=${allowed.join(' or ')}`)
    : { value: text };
}

export function readBlobUrl(text: string, name: string): Outcome<BlobTarget> {
  const value = parseBlobUrl(text);
  return value ? { value } : wrong(name, `in the form ${blobUrlForms}`);
}

export function readSmtpUrl(text: string, name: string): Outcome<SmtpTarget> {
  const value = parseSmtpUrl(text);
  if (value) return { value };
  return wrong(
    name,
    'in the form smtp://user:password@host:587 or smtps://user:password@host:465, with special characters percent-encoded and without a path',
  );
}

export function readMailFrom(text: string, name: string): Outcome<MailAddress> {
  const value = parseMailAddress(text);
  return value
    ? { value }
    : wrong(name, 'in the form Backoffice <office@example.org>, with a single address');
}

export function readHttpUrl(text: string, name: string): Outcome<string> {
  return readUrl(text, name, ['http:', 'https:'], 'http://collector.example.org:4318');
}

export function readPublicUrl(text: string, name: string): Outcome<string> {
  const expected = 'https://backoffice.example.org, without a path';
  const outcome = readUrl(text, name, ['http:', 'https:'], expected);
  if ('problem' in outcome) return outcome;
  const url = new URL(text);
  const bare = url.pathname === '/' && !url.search && !url.hash && !url.username;
  return bare ? { value: url.origin } : wrong(name, `in the form ${expected}`);
}

export function readPingUrl(text: string, name: string): Outcome<string> {
  const example = 'https://hc-ping.com/ID, without a user name';
  const outcome = readUrl(text, name, ['http:', 'https:'], example);
  return 'value' in outcome && new URL(text).username
    ? wrong(name, `in the form ${example}`)
    : outcome;
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
export function readSecret(text: string, name: string): Outcome<string> {
  if (Buffer.byteLength(text) >= 32) return { value: text };
  return wrong(name, 'at least 32 bytes long, for example the output of: openssl rand -hex 32');
}

export function readEmail(text: string, name: string): Outcome<string> {
  const [local, domain, ...rest] = text.split('@');
  const plain = local && domain && rest.length === 0 && !/[\s<>,;]/.test(text);
  return plain && text.length <= 254 ? { value: text } : wrong(name, 'an email address');
}

/** Whether it is a common password is checked when it is used (`first-start.ts`). */
export function readPassword(text: string, name: string): Outcome<string> {
  const [first] = checkPasswordForm(text, name);
  return first ? { problem: first } : { value: text };
}

export function readSwitch(text: string, name: string): Outcome<boolean> {
  if (/^(1|true|yes|on)$/i.test(text)) return { value: true };
  if (/^(0|false|no|off)$/i.test(text)) return { value: false };
  return { problem: problem('V008', name, { choices: '1, true, yes, on, 0, false, no, off' }) };
}

function splitList(text: string): string[] {
  return text.split(/[\s,]+/).filter((entry) => entry !== '');
}

function wrong(name: string, expected: string): { problem: Problem } {
  return { problem: problem('V002', name, { expected }) };
}
