import type { ReactElement } from 'react';
import { CustomRoutes } from 'react-admin';
import { Navigate, Route } from 'react-router-dom';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import { basePaths } from '../shell/is-screen.ts';

/** Each base path leads to its overview (specification, §2); those of resources do by themselves. */
export function toBaseRoutes(descriptor: Descriptor): ReactElement {
  return (
    <CustomRoutes key="base paths">
      {basePaths(descriptor).map((base) => (
        <Route key={base} path={base} element={<Navigate to={`${base}/overview`} replace />} />
      ))}
    </CustomRoutes>
  );
}
