import type { ComponentType } from 'react';
import { withProgress } from '../../client/progress.ts';
import type { loadTexts } from '../../messages/texts.ts';
import { lazyPart } from './lazy-part.tsx';

/** A page in a chunk of its own. While it loads, the frame stays and the progress bar runs. */
export function lazyPage<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
  texts?: Parameters<typeof loadTexts>[0],
): ComponentType {
  return lazyPart(() => withProgress(load()), name, texts) as ComponentType;
}

export const NotFoundPage = lazyPage(() => import('../message-page.tsx'), 'NotFoundPage');

export const AccessDeniedPage = lazyPage(() => import('../message-page.tsx'), 'AccessDeniedPage');
