import { adminRoles } from '../../descriptor/permissions/admin-roles.ts';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import { checkRecord } from '../../descriptor/rules/record-check.ts';
import { checkPassword } from '../../fields/password.ts';
import type { Call } from '../http/call.ts';
import { parseBody } from '../http/parse-body.ts';
import { isRefusal, refuse, type Refusal } from '../http/refusal.ts';
import { registrationBody } from './registration-body.ts';
import { usersOf } from './who-is.ts';

export type Registration = {
  /** Of the new user, checked. */
  values: Readonly<Record<string, unknown>>;
  password: string;
  language: string | undefined;
};

/** All that is wrong with a registration at once. Role and status are the installation's to say. */
export async function readRegistration(call: Call): Promise<Registration | Refusal> {
  const { descriptor } = call;
  const body = await parseBody(call, registrationBody(descriptor));
  if (isRefusal(body)) return body;
  const { password, acceptedTerms: _, language, organisation, ...rest } = body.value;

  const users = usersOf(descriptor.resources);
  const told = { ...rest, ...(users.fields.has('organisation') ? { organisation } : {}) };
  const [admin] = adminRoles(descriptor);
  const whole = { ...told, role: firstRole(descriptor), status: 'pending' };
  const checked = checkRecord({
    descriptor,
    role: admin,
    resource: users,
    mode: 'create',
    body: whole,
  });
  const problems = [
    ...('problems' in checked ? checked.problems : []),
    ...checkPassword(password, { email: told.email, name: told.name }),
  ];
  if (problems.length > 0 || 'problems' in checked) return refuse(problems, { status: 422 });
  const spoken = descriptor.app.languages.find((each) => each === language);
  return { values: checked.values, password, language: spoken };
}

/** The role a new user is proposed with: the default of the field, else the one that may least. */
function firstRole({ resources, roles }: Descriptor): string {
  const preset = resources.get('users')?.fields.get('role')?.default;
  if (typeof preset === 'string') return preset;
  const mayHowMuch = (name: string, all: boolean): number =>
    all
      ? Infinity
      : [...resources.values()].reduce(
          (sum, { permissions }) => sum + (permissions[name]?.length ?? 0),
          0,
        );
  const weighed = [...roles.values()]
    .filter(({ anonymous }) => !anonymous)
    .map(({ name, all }) => ({ name, weight: mayHowMuch(name, all) }));
  return weighed.toSorted((left, right) => left.weight - right.weight)[0]!.name;
}
