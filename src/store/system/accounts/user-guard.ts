import { mayAdminister, mayConfigure } from '../../../descriptor/access.ts';
import type { Descriptor } from '../../../descriptor/descriptor.ts';
import { problem, type Problem } from '../../../fields/problems/problem.ts';
import type { Actor, QueryRunner, StoredRecord } from '../../store.ts';
import type { WriteGuard } from '../../write-guard.ts';
import { removeCredentials } from './credentials.ts';
import { USERS } from '../account.ts';
import { forgetProof, removeTokens } from './tokens.ts';
import { announceAccount, endSessionsOf, isProven } from './sessions.ts';
import { auditUserChange } from './user-news.ts';
import { statement } from '../../connection/statement.ts';

/**
 * What holds for every write to the users, from any source: there is always an admin; nobody creates, changes or
 * removes somebody with more rights than their own; a user who is no longer confirmed is signed out in the same
 * transaction; and what happens to an account is audited and mailed.
 */
export function createUserGuard(descriptor: () => Descriptor): WriteGuard {
  return async (sql, { id, before, after, by }) => {
    const { roles, app } = descriptor();
    const mighty = [...roles.values()].filter(({ all }) => all).map(({ name }) => name);
    const problems = [
      ...(await checkMight(sql, descriptor(), by.userId, { before, after })),
      ...(await checkProof(sql, by, before, after)),
      ...(await checkLastAdmin(sql, mighty, before, after)),
    ];
    if (before && after && (await isAnonymised(sql, id))) problems.push(problem('A051', ''));
    if (problems.length > 0) return problems;
    const [language = 'en'] = app.languages;
    await auditUserChange(sql, { id, before, after, by, language });
    if (before) await followAccount(sql, descriptor(), before, after);
    return [];
  };
}

/** Only users who may do everything can create, change or remove one who may. */
async function checkMight(
  sql: QueryRunner,
  descriptor: Descriptor,
  actorId: string | null,
  { before, after }: { before: StoredRecord | undefined; after: StoredRecord | undefined },
): Promise<Problem[]> {
  // Who may change the descriptor can give themselves every right.
  const rights = [mayAdminister, mayConfigure].filter((hasRight) =>
    [before, after].some((user) => user && hasRight(descriptor, String(user['role']))),
  );
  if (rights.length === 0 || actorId === null) return [];
  // For users who change themselves, the row already contains the change; their role before it counts.
  const role = before?._id === actorId ? String(before['role']) : await roleOf(sql, actorId);
  return rights.every((hasRight) => hasRight(descriptor, role))
    ? []
    : [problem('A008', 'role', { role })];
}

/**
 * Making, removing or restoring an account, and giving one a role, a state or another address, requires a proof of
 * identity from the last minutes: the link for a new password goes to the address. The server and commands act as
 * nobody, and need none. Work in the name of somebody without a session can never have one, so it is not asked for it.
 */
async function checkProof(
  sql: QueryRunner,
  { userId, sessionId }: Actor,
  before: StoredRecord | undefined,
  after: StoredRecord | undefined,
): Promise<Problem[]> {
  if (userId === null) return [];
  const paths = pathsToProve(userId, before, after);
  if (paths.length === 0) return [];
  if (sessionId === undefined) return paths.map((path) => problem('A057', path));
  return (await isProven(sql, sessionId)) ? [] : paths.map((path) => problem('A030', path));
}

/** What of a write needs a proof; '' is the whole account. */
function pathsToProve(
  userId: string,
  before: StoredRecord | undefined,
  after: StoredRecord | undefined,
): string[] {
  if (!before || !after) return [''];
  // Invited people have no session when they open their account.
  const guarded = ['role', 'email', ...(before._id === userId ? [] : ['status'])];
  return guarded.filter((name) => before[name] !== after[name]);
}

async function roleOf(sql: QueryRunner, userId: string): Promise<string> {
  return (
    (await sql.value<string | undefined>('select role from "users" where _id = $1', [userId])) ?? ''
  );
}

async function checkLastAdmin(
  sql: QueryRunner,
  mighty: readonly string[],
  before: StoredRecord | undefined,
  after: StoredRecord | undefined,
): Promise<Problem[]> {
  const isAdmin = (user: StoredRecord | undefined): boolean =>
    user?.['status'] === 'confirmed' && mighty.includes(String(user['role']));
  if (!isAdmin(before) || isAdmin(after)) return [];
  await keepLastAdmin(sql);
  const hasOther = await sql.some(
    `select 1 from "users" where status = 'confirmed' and role = any($1) limit 1`,
    [mighty],
  );
  return hasOther ? [] : [problem('A009', '')];
}

/** Two admins who remove each other at once would each still see the other, so one waits here. */
export const keepLastAdmin = statement.run(
  `select pg_advisory_xact_lock(hashtext('backoffice.last_admin'))`,
);

async function followAccount(
  sql: QueryRunner,
  { resources }: Descriptor,
  before: StoredRecord,
  after: StoredRecord | undefined,
): Promise<void> {
  const { _id: id } = before;
  const isMoved = after !== undefined && before['email'] !== after['email'];
  if (after === undefined) await removeCredentials(sql, id);
  // A link that was mailed to the former address is in unknown hands.
  if (isMoved) await removeTokens(sql, id);
  if (after === undefined || isMoved) await forgetProof(sql, resources.get(USERS), id);
  if (after?.['status'] === 'confirmed') await announceAccount(sql, id);
  else await endSessionsOf(sql, id, after === undefined ? 'deleted' : String(after['status']));
}

/** Whether a user was anonymised, in a transaction before this one. */
export const isAnonymised = statement.some<[id: string]>(
  `select 1 from backoffice.anonymised where user_id = $1
   and xid is distinct from pg_current_xact_id_if_assigned()`,
);
