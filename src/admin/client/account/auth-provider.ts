import type { AuthProvider } from 'react-admin';
import { mayDo } from '../../../descriptor/access.ts';
import { operations, type Operation } from '../../../descriptor/descriptor.ts';
import type { Config } from '../config.tsx';
import { call } from '../http.ts';
import { endSession, readSession, startSession, type Session } from './session.ts';
import { signOut } from './sign-out.ts';

/** react-admin's names of operations that have another name here. */
const operationOf: Record<string, Operation> = { show: 'read', edit: 'update', clone: 'create' };

/**
 * Tells react-admin who is signed in and what they may do. It answers from the loaded
 * configuration without a request, because react-admin asks once per button.
 */
export function createAuthProvider({ user, descriptor, role }: Config): AuthProvider {
  return {
    /**
     * For `useLogin` and `<LoginForm>`; our own sign-in page works without react-admin. A user with a second factor is
     * refused with A028, whose body has the `challenge`; with it and the proof, call this again.
     */
    async login({ username, email = username, ...secrets }: Record<string, unknown>) {
      const path = `/api/users/login${'challenge' in secrets ? '/factor' : ''}`;
      const body = 'challenge' in secrets ? secrets : { email, ...secrets };
      const { json } = await call<Session>(path, {
        method: 'POST',
        body,
        asVisitor: true,
        whileLocked: true,
      });
      startSession(json);
    },

    async logout() {
      await signOut();
      // We leave the page ourselves, which drops everything in memory.
      return false;
    },

    async checkAuth() {
      if (readSession() === undefined) throw new Error('Nobody is signed in');
    },

    async checkError(error: { status?: number }) {
      // `http.ts` has tried to refresh the token before a 401 arrives here.
      if (error.status !== 401) return;
      if (readSession() !== undefined) endSession('ended');
      throw new Error('The session has ended');
    },

    getIdentity: async () => ({ id: user._id, fullName: user.name }),

    getPermissions: async () => role,

    async canAccess({ resource, action }) {
      const named = descriptor.resources.get(resource);
      const operation = operationOf[action] ?? operations.find((each) => each === action);
      return !!named && !!operation && mayDo(descriptor, role, named, operation);
    },
  };
}
