import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useConfig } from '../client/config.tsx';
import { FailureBoundary } from '../kit/loading/failure-boundary.tsx';
import { lazyPart } from '../kit/loading/lazy-part.tsx';
import { drafts, openThreads } from '../kit/beside/open-threads.ts';
import { toJobPath } from '../kit/screen-paths.ts';
import { threadTexts } from './thread-texts.ts';

const ThreadsPanel = lazyPart(() => import('./threads-panel.tsx'), 'ThreadsPanel', threadTexts);

/** The place of the comments, which stay open while the user goes through the records of a collection. */
export function ThreadsHost() {
  const open = openThreads.use();
  const { descriptor } = useConfig();
  const { pathname } = useLocation();
  const path = descriptor.resources.get(open?.resource ?? '')?.path;
  const isHere =
    open?.job === undefined
      ? path !== undefined && pathname.startsWith(`${path}/`)
      : pathname === toJobPath(open.job);
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
