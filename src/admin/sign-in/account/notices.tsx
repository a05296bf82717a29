import type { ReactNode } from 'react';
import { Toast } from '../toast.tsx';

type Say = (title: string, text: string) => void;

/** Show the green and the red notice; each replaces the previous one. */
export type Notices = { sayDone: Say; sayFailed: Say; sayNothing: () => void };

let count = 0;

export function createNotices(tell: (notice: ReactNode) => void): Notices {
  const clearNotice = (): void => tell(null);
  const showNotice =
    (tone: 'good' | 'bad'): Say =>
    (title, text) => {
      count += 1;
      tell(<Toast key={count} tone={tone} title={title} text={text} onClose={clearNotice} />);
    };
  return { sayDone: showNotice('good'), sayFailed: showNotice('bad'), sayNothing: clearNotice };
}
