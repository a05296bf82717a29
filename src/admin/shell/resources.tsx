import type { ReactElement } from 'react';
import { CustomRoutes, Resource as ResourceElement } from 'react-admin';
import { Route } from 'react-router-dom';
import { mayDo } from '../../descriptor/access.ts';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import { displayTitle } from '../../descriptor/title.ts';
import { ResourceScreens, ToScreens } from './resource-screens.tsx';

/**
 * The children of `<Admin>` for all resources of the descriptor. react-admin
 * inspects its children, hence elements and not a component; the screens are
 * routes of our own, because it knows no other path than `/{name}/{id}`.
 */
export function toResources(descriptor: Descriptor, role: string): ReactElement[] {
  return [...descriptor.resources.values()].flatMap((resource) => [
    <ResourceElement
      key={resource.name}
      name={resource.name}
      recordRepresentation={(record: Record<string, unknown>) => displayTitle(resource, record)}
      hasEdit
      hasCreate={mayDo(descriptor, role, resource, 'create')}
    >
      <Route path="*" element={<ToScreens resource={resource} />} />
    </ResourceElement>,
    <CustomRoutes key={`${resource.name} screens`}>
      <Route path={`${resource.path}/*`} element={<ResourceScreens resource={resource} />} />
    </CustomRoutes>,
  ]);
}
