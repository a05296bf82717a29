import { sessionOperations as say } from '../openapi/session-operations.ts';
import type { Route } from '../route.ts';
import { answerCurrent } from './current.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { refresh } from './refresh.ts';
import type { SessionParts } from './session-parts.ts';

/** Signing in and out. The paths are the specification's, whatever the root of the users may be. */
export function sessionRoutes(session: SessionParts): Route[] {
  return [
    {
      method: 'POST',
      path: '/api/users/login',
      needs: 'nobody',
      secret: true,
      operation: say.login,
      run: (call) => login(call, session),
    },
    {
      method: 'POST',
      path: '/api/auth/refresh',
      needs: 'nobody',
      secret: true,
      operation: say.refresh,
      run: (call) => refresh(call, session),
    },
    {
      method: 'POST',
      path: '/api/users/logout',
      needs: 'user',
      operation: say.logout,
      run: (call) => logout(call, session),
    },
    {
      method: 'GET',
      path: '/api/users/current',
      needs: 'user',
      operation: say.current,
      run: answerCurrent,
    },
  ];
}
