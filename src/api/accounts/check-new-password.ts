import type { PasswordOwner } from '../../fields/text/password.ts';
import type { Problem } from '../../fields/problems/problem.ts';
import type { Call } from '../http/call.ts';

/** The problems of a new password. The list of common passwords is large, so it is loaded when somebody chooses one. */
export async function checkNewPassword(
  { descriptor }: Pick<Call, 'descriptor'>,
  password: string,
  owner: PasswordOwner,
): Promise<Problem[]> {
  const { checkPassword } = await import('../../fields/text/password.ts');
  return checkPassword(password, { ...owner, app: descriptor.app.title });
}
