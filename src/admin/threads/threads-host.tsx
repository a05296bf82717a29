import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useConfig } from '../client/config.tsx';
import { FailureBoundary } from '../kit/loading/failure-boundary.tsx';
import { lazyPart } from '../kit/loading/lazy-part.tsx';
import { drafts, openThreads, type OpenThreads } from '../kit/beside/open-threads.ts';
import { CHANGES_PATH, toJobPath } from '../kit/screen-paths.ts';
import { threadTexts } from './thread-texts.ts';

const ThreadsPanel = lazyPart(() => import('./threads-panel.tsx'), 'ThreadsPanel', threadTexts);

/** What the address of the page begins with whose comments are open. */
function placeOf(open: OpenThreads | undefined, path = 'none'): string {
  if (open?.changeSet !== undefined) return CHANGES_PATH;
  return open?.job === undefined ? `${path}/` : toJobPath(open.job);
}

/** The place of the comments, which stay open while the user goes through the records of a collection. */
export function ThreadsHost() {
  const open = openThreads.use();
  const { descriptor } = useConfig();
  const { pathname } = useLocation();
  const path = descriptor.resources.get(open?.resource ?? '')?.path;
  const isHere = pathname.startsWith(placeOf(open, path));
  // The next user to sign in must not see them.
  useEffect(
    () => () => {
      openThreads.set(undefined);
      drafts.clear();
    },
    [],
  );
  useEffect(() => {
    if (!isHere) openThreads.set(undefined);
  }, [isHere]);
  if (!open || !isHere) return null;
  return (
    <FailureBoundary renderFailure={() => null}>
      <ThreadsPanel open={open} />
    </FailureBoundary>
  );
}
