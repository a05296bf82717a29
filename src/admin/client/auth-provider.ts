import type { AuthProvider } from 'react-admin';
import { mayDo } from '../../descriptor/access.ts';
import { operations, type Operation } from '../../descriptor/descriptor.ts';
import type { Config } from './config.tsx';
import { endSession, readSession } from './session.ts';
import { signOut } from './sign-out.ts';

/** react-admin's names for what one may do, in ours. */
const operationOf: Record<string, Operation> = { show: 'read', edit: 'update', clone: 'create' };

/**
 * Tells react-admin who is here and what they may. It answers from what was loaded
 * at the start, without asking anybody: react-admin asks once per button.
 */
export function createAuthProvider({ user, descriptor, role }: Config): AuthProvider {
  return {
    // The sign-in page stands apart from react-admin; nothing in here calls this.
    login: () => Promise.reject(new Error('Sign in at /login')),

    async logout() {
      await signOut();
      // We leave the page ourselves, with all that is in memory.
      return false;
    },

    async checkAuth() {
      if (readSession() === undefined) throw new Error('Nobody is signed in');
    },

    async checkError(error: { status?: number }) {
      // `http.ts` has tried to refresh before anybody sees a 401.
      if (error.status !== 401) return;
      if (readSession() !== undefined) endSession('ended');
      throw new Error('The session has ended');
    },

    getIdentity: async () => ({ id: user._id, fullName: user.name }),

    getPermissions: async () => role,

    async canAccess({ resource, action }) {
      const named = descriptor.resources.get(resource);
      const operation = operationOf[action] ?? operations.find((known) => known === action);
      return !!named && !!operation && mayDo(descriptor, role, named, operation);
    },
  };
}
