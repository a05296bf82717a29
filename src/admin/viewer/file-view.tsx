import {
  type FileViewProps,
  Loading,
  LoadError,
  ViewMessage,
  FailedView,
} from './view-message.tsx';
import { type ComponentType, useRef, useState } from 'react';
import { FailureBoundary } from '../kit/loading/failure-boundary.tsx';
import { lazyPart } from '../kit/loading/lazy-part.tsx';
import { useTexts } from '../messages/texts.ts';
import { PictureView } from './picture/picture-view.tsx';
import { fileLinks } from './links.ts';
import { useLinkState, useLinkUrl } from './use-link-state.ts';
import { Box } from '@mui/material';
import { titleOfFile } from '../../fields/files/file-value.ts';

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

/** Plays a sound or a film with the player of the browser, which reads only the parts that it needs. */
function MediaView({ file, place }: FileViewProps) {
  const texts = useTexts('viewer');
  const url = useLinkUrl(file, place);
  // A new address would start the player again, so it gets one only after the old one has failed.
  const [used, setUsed] = useState(url);
  const [hasFailed, setFailed] = useState(false);
  const reached = useRef(0);
  const retried = useRef<string>(undefined);
  if (url !== undefined && used === undefined) setUsed(url);

  const retry = (): void => {
    setFailed(false);
    setUsed(undefined);
    fileLinks().renew(file.id, place);
  };
  if (hasFailed) return <FailedView {...{ file, place }} text={texts.cannotPlay} onRetry={retry} />;
  if (used === undefined) return <Loading />;
  const player = {
    src: used,
    controls: true,
    preload: 'metadata',
    'aria-label': titleOfFile(file),
    onLoadedMetadata: ({ currentTarget }: { currentTarget: HTMLMediaElement }) => {
      if (reached.current > 0) currentTarget.currentTime = reached.current;
    },
    onTimeUpdate: ({ currentTarget }: { currentTarget: HTMLMediaElement }) => {
      reached.current = currentTarget.currentTime;
    },
    onError: () => {
      // The first time, the address may have expired while the player was paused.
      if (retried.current === undefined && reached.current > 0) {
        retried.current = used;
        retry();
      } else setFailed(true);
    },
  };
  const isVideo = file.type.startsWith('video/');
  const Player = isVideo ? 'video' : 'audio';
  return (
    <Box sx={stageSx}>
      <Player {...player} style={isVideo ? videoStyle : audioStyle} />
    </Box>
  );
}

const videoStyle = { maxWidth: '100%', maxHeight: '100%' };
const audioStyle = { width: 'min(640px, 100%)' };

const stageSx = {
  flex: 1,
  minHeight: 0,
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  p: 2,
};
