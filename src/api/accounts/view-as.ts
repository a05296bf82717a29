import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import { ViewSession } from '../../contract/people/accounts.ts';
import { findUser, USERS, usersResource } from '../../store/system/account.ts';
import { endViews } from '../../store/system/accounts/sessions.ts';
import { createView, VIEW_SECONDS } from '../../store/system/accounts/view-sessions.ts';
import { writeAudit } from '../../store/system/audit/write-audit.ts';
import { auditActorOf } from '../../services/acting.ts';
import { isRefusal, refuse, refuseAs } from '../../services/refusal.ts';
import { answer, answerEmpty, type Reply } from '../http/answer/answer.ts';
import type { UserCall } from '../http/call.ts';
import { parseBody } from '../http/json-body.ts';
import { json, jsonBody } from '../http/operation/schemas.ts';
import { provenAdmin, type Route, route, withArgument } from '../http/route.ts';
import { exactlyOne } from './exactly-one.ts';
import type { SessionServices } from './session-services.ts';
import { problem } from '../../fields/problems/problem.ts';

const path = '/api/users/current/view-as';

/** The routes to see the app as someone else does. */
export function viewRoutes(descriptor: Descriptor, session: SessionServices): Route[] {
  return [
    route(
      `POST ${path}`,
      withArgument(startView, session),
      { ...provenAdmin, secret: true },
      () => ({
        operationId: 'viewAs',
        summary: 'See the app as a person or a role',
        description:
          'Opens a view session for an hour: its calls read as the person, or as you with the role, and cannot write (`A059`). The audit log records it.',
        requestBody: jsonBody(viewBody(descriptor), { role: [...descriptor.roles.keys()].at(-1) }),
        responses: { 201: json('The token of the view session', ViewSession) },
        problems: [404],
      }),
    ),
    route(
      `DELETE ${path}`,
      withArgument(endView, session),
      { needs: 'user', takesView: true },
      () => ({
        operationId: 'endViewAs',
        summary: 'End a view session',
        description: 'With the token of your own session: ends all that it has opened.',
        responses: { 204: { description: 'Ended' } },
      }),
    ),
  ];
}

/** As whom: with a role, or as a person by `_id`. */
function viewBody({ roles }: Descriptor) {
  const members = {
    role: z.enum([...roles.keys()]).optional(),
    user: z.string().optional().describe('The `_id` of a user.'),
  };
  return z.strictObject(members).check(exactlyOne(members));
}

async function startView(call: UserCall, { tokens }: SessionServices): Promise<Reply> {
  const { descriptor, services, sessionId, user: viewer } = call;
  const body = await parseBody(call, viewBody(descriptor));
  if (isRefusal(body)) return body;
  const { role = null, user: userId = null } = body.value;
  const person =
    userId === null
      ? undefined
      : await findUser(services.database, usersResource(descriptor.resources), userId);
  if (userId !== null && !person) return refuseAs('S001');
  if (person && person.status !== 'confirmed') return refuse(problem('A060', 'user'));

  const id = randomUUID();
  const expiresAt = await services.database.transaction(async (sql) => {
    const of = person && { resource: USERS, record: person._id };
    await writeAudit(sql, {
      action: 'viewStarted',
      ...auditActorOf(call),
      ...of,
      // What is done in the view, such as an export, is recorded with its id as the session.
      detail: { role: person?.role ?? role, view: id },
    });
    return await createView(sql, { id, sessionId, role, userId });
  });
  const token = await tokens.issue(viewer._id, id, VIEW_SECONDS);
  return answer(call, 201, ViewSession, { token, expiresAt });
}

async function endView(call: UserCall, { authenticator }: SessionServices): Promise<Reply> {
  await call.services.database.transaction(async (sql) => {
    if (await endViews(sql, call.sessionId))
      await writeAudit(sql, { action: 'viewEnded', ...auditActorOf(call) });
  });
  authenticator.forget();
  return answerEmpty(call, 204);
}
