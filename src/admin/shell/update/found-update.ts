import type { ReactNode } from 'react';
import { createPageState } from '../../client/page-state.ts';

/** The notice of a newer build, when there is one. It brings its own code, which the frame does not wait for. */
export const updateNotice = createPageState<ReactNode>(undefined);
