import { deskOperations as say } from './desk-operations.ts';
import type { Route } from '../http/route.ts';
import { deleteSetting, getSetting, listSettings, putSetting } from './own-settings.ts';
import { addView, answerView, answerViews, changeView, deleteView } from './views.ts';

/** How people arrange their screens, kept on the server so that it follows them. */
export function deskRoutes(): Route[] {
  const settings = '/api/users/current/settings';
  const setting = `${settings}/:key`;
  const needs = 'user' as const;
  return [
    { method: 'GET', path: settings, needs, operation: say.settings, run: listSettings },
    { method: 'GET', path: setting, needs, operation: say.getSetting, run: getSetting },
    { method: 'PUT', path: setting, needs, operation: say.putSetting, run: putSetting },
    { method: 'DELETE', path: setting, needs, operation: say.deleteSetting, run: deleteSetting },
    {
      method: 'GET',
      path: '/api/views',
      needs,
      takesQuery: true,
      operation: say.views,
      run: answerViews,
    },
    { method: 'POST', path: '/api/views', needs, operation: say.addView, run: addView },
    { method: 'GET', path: '/api/views/:id', needs, operation: say.view, run: answerView },
    { method: 'PATCH', path: '/api/views/:id', needs, operation: say.changeView, run: changeView },
    { method: 'DELETE', path: '/api/views/:id', needs, operation: say.deleteView, run: deleteView },
  ];
}
