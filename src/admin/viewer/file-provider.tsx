import { useContext, useEffect, useMemo, type ReactNode } from 'react';
import { UNSAFE_DataRouterContext as RouterContext, useLocation } from 'react-router-dom';
import { useNotify } from 'react-admin';
import { FileContext, type FileTools } from '../../fields/files/file-context.tsx';
import { useConfig } from '../client/config.tsx';
import { useNotifyError } from '../client/use-notify-error.ts';
import { FailureBoundary } from '../kit/loading/failure-boundary.tsx';
import { lazyPart } from '../kit/loading/lazy-part.tsx';
import {
  fileIdOf,
  isSpotHash,
  isViewerOpen,
  openFilesOf,
  pageOf,
  withFile,
  type OpenFiles,
} from './viewer-address.ts';
import { useTexts } from '../messages/texts.ts';

const FileViewer = lazyPart(
  () => import('./file-viewer.tsx'),
  'FileViewer',
  import.meta.glob('/src/admin/messages/*/record/viewer.ts'),
);

/** Gives fields the addresses of their files, and a viewer that stands beside the page or over it. */
export function FileProvider({ children }: { children: ReactNode }) {
  const texts = useTexts('app');
  const { router } = useContext(RouterContext)!;
  const { descriptor } = useConfig();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const tools = useMemo<FileTools>(() => {
    // A step of the history on the same page: nothing behind the viewer changes, and the back button closes it.
    const open: FileTools['open'] = (files, index, place, spot) => {
      // Beside the viewer, which would ask for it only once it is there itself.
      if (files[index]?.type === 'application/pdf')
        import('./pdf/pdf-view.tsx').catch(() => undefined);
      const { location } = router.state;
      const last = openFilesOf(location.state);
      const step = { at: Date.now(), from: last ? last.from : pageOf(location) };
      const viewer: OpenFiles = { files, index, place, spot, ...step };
      const state = { ...(location.state as object | null), viewer };
      const { search, hash } = location;
      // The address may still name the file before this one.
      const page = { search: withFile(search, undefined), hash: isSpotHash(hash) ? '' : hash };
      // A second file takes the place of the first in the browser's history, so closing it leads back to the page.
      const replace = isViewerOpen(location);
      void router.navigate({ ...location, ...page }, { state, replace, preventScrollReset: true });
    };
    return {
      loadLinks: async () => (await import('./links.ts')).fileLinks(),
      open,
      openPage: (place, page) =>
        void import('./open-page.ts')
          .then(({ openPage }) => openPage(descriptor, place, page, open))
          .then((isOpen) => isOpen || notify(texts.values.noFile, { type: 'warning' }))
          .catch(notifyError),
    };
  }, [router, descriptor, notify, notifyError, texts]);
  return (
    <FileContext value={tools}>
      {children}
      <ViewerPlace />
    </FileContext>
  );
}

function ViewerPlace() {
  const location = useLocation();
  if (!isViewerOpen(location)) return null;
  return (
    <FailureBoundary
      key={openFilesOf(location.state)?.at ?? fileIdOf(location.search)}
      renderFailure={() => <ViewerFailed />}
    >
      <FileViewer />
    </FailureBoundary>
  );
}

/** The page behind stays usable. */
function ViewerFailed() {
  const texts = useTexts('app');
  const notify = useNotify();
  useEffect(() => notify(texts.layout.partFailed, { type: 'error' }), [notify, texts]);
  return null;
}
