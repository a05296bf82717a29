import type { ComponentProps, ComponentType } from 'react';
import { mayConfigure } from '../../descriptor/access.ts';
import { useConfig } from '../client/config.tsx';
import { lazyPart } from '../kit/loading/lazy-part.tsx';

const texts = import.meta.glob('/src/admin/messages/*/pages/structure-links.ts');

/* Nothing for those who may not change the descriptor; for them, nothing is loaded. */

export const StructureItem = forConfiguring(
  lazyPart(() => import('./structure-links.tsx'), 'StructureItem', texts),
);

export const StructureLink = forConfiguring(
  lazyPart(() => import('./structure-links.tsx'), 'StructureLink', texts),
);

export const AddFieldLink = forConfiguring(
  lazyPart(() => import('./structure-links.tsx'), 'AddFieldLink', texts),
);

function forConfiguring<Props extends object>(Part: ComponentType<Props>) {
  return function ForConfiguring(props: ComponentProps<typeof Part>) {
    const { descriptor, role } = useConfig();
    return mayConfigure(descriptor, role) ? <Part {...props} /> : null;
  };
}
