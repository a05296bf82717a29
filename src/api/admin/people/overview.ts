import { userStatuses } from '../../../contract/people/accounts.ts';
import { Overview } from '../../../contract/people/people.ts';
import type { Descriptor } from '../../../descriptor/descriptor.ts';
import { countUsers, listRequests, listSignIns } from '../../../store/system/accounts/overview.ts';
import { findMailsWaitSince } from '../../../store/system/outbox/list-outbox.ts';
import { answer } from '../../http/answer/answer.ts';
import type { UserCall } from '../../http/call.ts';
import { readUserAgent } from '../../accounts/sign-in/user-agent.ts';
import { usersResource } from '../../../store/system/account.ts';

const SIGN_INS = 20;

type Counts = Awaited<ReturnType<typeof countUsers>>;

/** Responds with an overview of the users for admins: how many, who waits, and who signed in last. */
export async function answerOverview(call: UserCall): Promise<Response> {
  const { services, descriptor } = call;
  const database = services.database.primaryOrReplica;
  const [counts, requests, signIns, mailsWaitSince] = await Promise.all([
    countUsers(database),
    listRequests(database, usersResource(descriptor.resources)),
    listSignIns(database, SIGN_INS),
    findMailsWaitSince(database),
  ]);
  const byStatus = sumByStatus(counts);
  const overview = {
    total: sum(counts),
    mailsWaitSince,
    byStatus,
    byRole: sumByRole(descriptor, counts),
    requests: { total: byStatus.pending, data: requests },
    signIns: signIns.map(({ userAgent, ...signIn }) => ({
      ...signIn,
      ...readUserAgent(userAgent),
    })),
  };
  return answer(call, 200, Overview, overview);
}

function sum(counts: Counts): number {
  return counts.reduce((total, { count }) => total + count, 0);
}

function sumByStatus(counts: Counts): Overview['byStatus'] {
  const of = (status: string) => sum(counts.filter((each) => each.status === status));
  return Object.fromEntries(
    userStatuses.map((status) => [status, of(status)]),
  ) as Overview['byStatus'];
}

/** The declared roles, followed by old roles that users still have. */
function sumByRole({ roles }: Descriptor, counts: Counts): Overview['byRole'] {
  const declared = [...roles.values()].filter(({ anonymous }) => !anonymous);
  const names = new Set([...declared.map(({ name }) => name), ...counts.map(({ role }) => role)]);
  return [...names].map((role) => {
    const own = counts.filter((each) => each.role === role);
    return { role, total: sum(own), ...sumByStatus(own) };
  });
}
