import { type FileViewProps, Loading, LoadError, ViewMessage } from './view-message.tsx';
import type { ComponentType } from 'react';
import { FailureBoundary } from '../kit/loading/failure-boundary.tsx';
import { lazyPart } from '../kit/loading/lazy-part.tsx';
import { useTexts } from '../messages/texts.ts';
import { MediaView } from './media-view.tsx';
import { PictureView } from './picture/picture-view.tsx';
import { fileLinks } from './links.ts';
import { useLinkState } from './use-link-state.ts';

const PdfView = lazyPart(() => import('./pdf/pdf-view.tsx'), 'PdfView');
const TextView = lazyPart(() => import('./text/text-view.tsx'), 'TextView');

/** Pages and drawings can run scripts, so they are only downloads. */
const DOWNLOADS = /^(image\/svg\+xml|text\/html|application\/xhtml\+xml)$/;

/** How each type of file is shown, the first match counts. */
const views: readonly (readonly [RegExp, ComponentType<FileViewProps>])[] = [
  [/^image\//, PictureView],
  [/^application\/pdf$/, (props) => <PdfView {...props} fallback={<Loading />} />],
  [/^(audio|video)\//, MediaView],
  [
    /^text\/|^application\/(json|xml|yaml)$|\+(json|xml)$/,
    (props) => <TextView {...props} fallback={<Loading />} />,
  ],
];

/** A file, as large as the viewer. */
export function FileView(props: FileViewProps) {
  const texts = useTexts('viewer');
  const { file, place } = props;
  const link = useLinkState(file, place);
  const isDownload = DOWNLOADS.test(file.type);
  const View = isDownload ? undefined : views.find(([type]) => type.test(file.type))?.[1];
  if (link && 'error' in link)
    return <LoadError {...props} error={link.error} onRetry={() => fileLinks().retry()} />;
  if (!View) return <ViewMessage {...props} severity="info" text={texts.noView} />;
  return (
    <FailureBoundary
      // React caches that a part failed to load: only reloading the page requests it again.
      renderFailure={(error) => (
        <LoadError {...props} error={error} onRetry={() => window.location.reload()} />
      )}
    >
      <View {...props} />
    </FailureBoundary>
  );
}
