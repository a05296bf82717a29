import type { Action } from '../../descriptor/actions.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import type { UserCall } from '../http/call.ts';
import { actionOperation } from './action-operation.ts';
import type { Route } from '../http/route.ts';
import type { ActionCode } from './define-action.ts';
import { runAction } from './run-action.ts';

export type ActionParts = { actions?: readonly ActionCode[] };

/** The routes of a resource's actions that have code; the others name a route that is there anyway. */
export function actionRoutes(resource: Resource, actions: readonly ActionCode[]): Route[] {
  return resource.actions.flatMap((action) => {
    const code = codeOf(actions, resource, action);
    return code ? [toRoute(resource, action, code)] : [];
  });
}

export function codeOf(
  actions: readonly ActionCode[],
  resource: Resource,
  { name }: Action,
): ActionCode | undefined {
  return actions.find((code) => code.resource === resource.name && code.name === name);
}

function toRoute(resource: Resource, action: Action, code: ActionCode): Route {
  return {
    method: action.method,
    path: action.path.replace('{_id}', ':id'),
    // Who may read it may be one who may do it; which roles those are the action says itself.
    needs: { may: 'read', of: resource },
    operation: () => actionOperation(resource, action),
    run: (call: UserCall) => runAction(call, resource, action, code),
  };
}
