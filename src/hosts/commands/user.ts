import { text as readText } from 'node:stream/consumers';
import { hashPassword } from '../../api/accounts/password-hash.ts';
import { createSecret } from '../../api/accounts/secrets.ts';
import { email as emailField } from '../../fields/types/email/email.ts';
import { checkPassword } from '../../fields/text/password.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { checkRecord } from '../../descriptor/rules/record-check.ts';
import { saveToken } from '../../store/system/accounts/tokens.ts';
import { USERS } from '../../store/system/account.ts';
import { writeAudit } from '../../store/system/audit/write-audit.ts';
import { setPassword } from '../../store/system/accounts/credentials.ts';
import type { StoredRecord, WriteOutcome } from '../../store/store.ts';
import { adminRoles } from '../../descriptor/permissions/permissions.ts';
import { generatedNote, makePassword } from '../first-start.ts';
import type { Installation } from '../installation.ts';
import { Refusal, toLine } from '../refusal.ts';
import { withInstallation } from './with-installation.ts';
import { UsageError, type Call, type Verb } from './verb.ts';

export const user: Verb = {
  summary: 'Adds a user, sets the password or role of a user, or lets an admin in.',
  usage: 'add EMAIL --role ROLE [--name NAME] | password EMAIL | role EMAIL ROLE | link EMAIL',
  help: [
    '',
    '  add       adds a confirmed user who can sign in immediately',
    '  password  sets a new password and ends all sessions of the user',
    '  role      changes the role of the user; the last admin must remain an admin',
    '  link      prints a link that signs an admin in, once and within 15 minutes',
    '',
    '  --password-stdin  reads the password from standard input; otherwise one is generated and printed',
    '',
    'The installation can be running or stopped.',
  ],
  options: {
    role: { type: 'string' },
    name: { type: 'string' },
    'password-stdin': { type: 'boolean' },
  },
  run: async (call) => {
    const [action = '', email, role, ...more] = call.args;
    const run = Object.hasOwn(actions, action) ? actions[action] : undefined;
    if (!run || !email || more.length > 0 || (role !== undefined) !== (action === 'role'))
      throw new UsageError(
        'user requires add EMAIL, password EMAIL, role EMAIL ROLE or link EMAIL',
      );
    if (!emailField.value({}).safeParse(email).success)
      throw new UsageError(`${email} is not an email address`);
    if (action === 'add' && typeof call.options['role'] !== 'string')
      throw new UsageError('user add requires --role');
    const needsPassword = action === 'add' || action === 'password';
    const password = needsPassword ? await readPassword(call, email) : '';
    const done = await withInstallation(call.environment, (installation) =>
      run({ call, installation, users: usersOf(installation), email, password, role: role ?? '' }),
    );
    call.answer(done);
    return 0;
  },
};

type Action = (todo: {
  call: Call;
  installation: Installation;
  users: Resource;
  email: string;
  password: string;
  role: string;
}) => Promise<object>;

const system = { userId: null, way: 'command' } as const;

const actions: Readonly<Record<string, Action>> = {
  add: async ({ call, installation, users, email, password }) => {
    const { role, name = email } = call.options as { role: string; name?: string };
    const body = { email, name, role, status: 'confirmed' };
    const values = toValues(installation, users, 'create', body);
    const { _id } = toRecord(await installation.store.create(users, values, system));
    await savePassword(call, installation, _id, password);
    return printPassword(call, `Added ${email} as ${role}`, { _id, email, role }, password);
  },
  password: async ({ call, installation, users, email, password }) => {
    const { _id } = await findUser(installation, users, email);
    await savePassword(call, installation, _id, password);
    return printPassword(call, `Changed the password of ${email}`, { _id, email }, password);
  },
  role: async ({ call, installation, users, email, role }) => {
    const { _id } = await findUser(installation, users, email);
    const values = toValues(installation, users, 'patch', { role });
    toRecord(await installation.store.update(users, _id, '*', values, system));
    call.print(`${email} now has the role ${role}`);
    return { _id, email, role };
  },
  link: async ({ call, installation, users, email }) => {
    const { _id, role, status } = await findUser(installation, users, email);
    // For everybody else an admin can do something, who is known by name in the audit log.
    if (!adminRoles(installation.descriptor).includes(String(role)) || status !== 'confirmed')
      throw new Refusal([`${email} is not an active admin, and only they get a link`]);
    const { text, hash } = createSecret(32);
    await installation.database.transaction(async (sql) => {
      await saveToken(sql, _id, 'signIn', hash);
      const of = { resource: USERS, record: _id, detail: { by: 'command' } };
      await writeAudit(sql, { action: 'signInLinkMade', actor: null, ...of });
    });
    const { publicUrl, port } = call.environment;
    const link = `${publicUrl ?? `http://localhost:${port}`}/signin/${encodeURIComponent(_id)}/${text}`;
    call.print(`Open this link within 15 minutes; it signs in once:\n${link}`);
    return { _id, email, link };
  },
};

function usersOf({ descriptor }: Installation): Resource {
  const users = descriptor.resources.get('users');
  if (!users) throw new Refusal(['The descriptor does not declare the resource users']);
  return users;
}

async function findUser({ store }: Installation, users: Resource, email: string) {
  const [account] = await store.findMany(users, 'email', [email.toLowerCase()]);
  if (!account) throw new Refusal([`There is no user ${email}`]);
  return account;
}

/** The command line has the rights of an admin. */
function toValues(
  { descriptor }: Installation,
  resource: Resource,
  mode: 'create' | 'patch',
  body: Record<string, unknown>,
): Record<string, unknown> {
  const [role] = adminRoles(descriptor);
  const checked = checkRecord({ descriptor, role, resource, mode, body });
  if ('problems' in checked) throw toRefusal(checked.problems);
  return checked.values;
}

function toRecord(outcome: WriteOutcome): StoredRecord {
  if ('record' in outcome) return outcome.record;
  throw toRefusal('problems' in outcome ? outcome.problems : []);
}

function toRefusal(problems: Parameters<typeof toLine>[0][]): Refusal {
  return new Refusal(problems.map(toLine), { problems });
}

/** Applies the password rule of the API, because people sign in there with this password. */
async function readPassword({ options, input }: Call, email: string): Promise<string> {
  if (!options['password-stdin']) return makePassword();
  const typed = (await readText(input)).replace(/\r?\n$/, '');
  const { name } = options;
  const problems = checkPassword(typed, { email, ...(typeof name === 'string' && { name }) });
  if (problems.length > 0) throw toRefusal(problems);
  return typed;
}

async function savePassword(
  { options }: Call,
  { database }: Installation,
  userId: string,
  password: string,
): Promise<void> {
  const isGenerated = !options['password-stdin'];
  await setPassword(database, userId, await hashPassword(password), { isGenerated });
}

function printPassword(call: Call, line: string, done: object, password: string): object {
  if (call.options['password-stdin']) {
    call.print(line);
    return done;
  }
  call.print(`${line}, password: ${password} ${generatedNote}`);
  return { ...done, password };
}
