import { createPageState } from '../../client/page-state.ts';

/** What was told by a notice, and when. */
export type Notice = {
  id: number;
  at: Date;
  type: 'success' | 'info' | 'warning' | 'error';
  text: string;
};

/** What was told of late, the latest first, to be read again. */
export const latestNotices = createPageState<readonly Notice[]>([]);

/** What is in sight. */
export const shownNotices = createPageState<readonly Notice[]>([]);
