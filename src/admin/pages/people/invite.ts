import { call } from '../../client/http.ts';
import type { BulkSummary } from '../../client/bulk.ts';

/** At most so many in one call. */
export const MOST_INVITATIONS = 500;

export type Invitation = { email: string; name?: string };

export type InviteResult = {
  row: number;
  email: string;
  _id?: string;
  status: 'created' | 'updated' | 'failed';
  problems?: BulkSummary['problems'];
};

export type InviteSummary = BulkSummary & { results: readonly InviteResult[] };

/** Invites each with the role; `created` are invited, `updated` invited anew. */
export async function invite(
  invitations: readonly Invitation[],
  role: string,
  language: string,
): Promise<InviteSummary> {
  const { json } = await call<InviteSummary>('/api/admin/invite', {
    method: 'POST',
    body: { invitations, role, language },
    timeout: false,
  });
  return json;
}
