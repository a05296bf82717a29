import { call } from '../../client/http.ts';
import type { Invited } from '../../../contract/people.ts';

/** At most so many in one call. */
export const MOST_INVITATIONS = 500;

type Invitation = { email: string; name?: string };

/** Invites each with the role; `created` are invited, `updated` invited anew. */
export async function invite(
  invitations: readonly Invitation[],
  role: string,
  language: string,
): Promise<Invited> {
  const { json } = await call<Invited>('/api/admin/invite', {
    method: 'POST',
    body: { invitations, role, language },
    timeout: false,
  });
  return json;
}
