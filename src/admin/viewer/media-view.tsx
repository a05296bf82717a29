import { Box } from '@mui/material';
import { useRef, useState } from 'react';
import { titleOfFile } from '../../fields/files/file-value.ts';
import { useTexts } from '../messages/texts.ts';
import { fileLinks } from './links.ts';
import { useLinkUrl } from './use-link-state.ts';
import { FailedView, Loading, type FileViewProps } from './view-message.tsx';

/** Plays a sound or a film with the player of the browser, which reads only the parts that it needs. */
export function MediaView({ file, place }: FileViewProps) {
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
