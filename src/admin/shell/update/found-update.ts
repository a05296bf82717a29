import type { ReactNode } from 'react';
import { createPageState } from '../../client/page-state.ts';

/** The notice of a newer build, if there is one. Its code loads separately, so that the frame does not wait for it. */
export const updateNotice = createPageState<ReactNode>(undefined);
