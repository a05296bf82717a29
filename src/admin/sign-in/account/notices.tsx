import type { ReactNode } from 'react';
import { Toast } from '../toast.tsx';

type Say = (title: string, text: string) => void;

/** Show the green and the red notice; each replaces the previous one. */
export type Notices = { showDone: Say; showFailed: Say; clearNotice: () => void };

let count = 0;

export function createNotices(tell: (notice: ReactNode) => void): Notices {
  const clearNotice = (): void => tell(null);
  const showNotice =
    (tone: 'good' | 'bad'): Say =>
    (title, text) => {
      count += 1;
      tell(<Toast key={count} tone={tone} title={title} text={text} onClose={clearNotice} />);
    };
  return { showDone: showNotice('good'), showFailed: showNotice('bad'), clearNotice };
}
