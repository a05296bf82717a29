import ArrowBackIcon from '@mui/icons-material/ArrowBack';
import ArrowForwardIcon from '@mui/icons-material/ArrowForward';
import { Alert, Box, Button, Typography } from '@mui/material';
import {
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react';
import { UNSAFE_DataRouterContext as RouterContext, useLocation } from 'react-router-dom';
import type { FileSpot } from '../../fields/files/file-context.tsx';
import { fillTemplate } from '../../fields/problems/fill-template.ts';
import { titleOfFile, type FileValue } from '../../fields/files/file-value.ts';
import { isWriting } from '../kit/keys/single-keys.ts';
import { Status } from '../kit/status/status.tsx';
import { useTexts } from '../messages/texts.ts';
import { CommentButton, DownloadButton } from './file-buttons.tsx';
import { FileView } from './file-view.tsx';
import { ToolButton } from './tool-button.tsx';
import { isSpotHash, isViewerOpen, toSpotHash, type OpenFiles } from './viewer-address.ts';
import { ViewerFrame } from './viewer-frame.tsx';
import { ViewerKeysContext, keyOf, type KeyHandler } from './viewer-keys.ts';

type ViewerDialogProps = OpenFiles & {
  /** The address of a file without the place in it; undefined if it has none. */
  toAddress: (id: string) => string | undefined;
  onClose: () => void;
};

/** Shows one file at a time, beside the page or over it. The arrow keys lead to the others. */
export function ViewerDialog({ files, place, toAddress, onClose, ...first }: ViewerDialogProps) {
  const texts = useTexts('viewer');
  const [index, setIndex] = useState(first.index);
  const [spot, setSpot] = useState(first.spot);
  const keys = useRef<KeyHandler>(undefined);
  const listen = useCallback((handler: KeyHandler) => {
    keys.current = handler;
    return () => {
      keys.current = undefined;
    };
  }, []);
  const file = files[index]!;
  const position = fillTemplate(texts.position, { at: index + 1, of: files.length });
  useFileAddress(file, spot, toAddress);

  const go = (by: number): void => {
    if (!files[index + by]) return;
    setIndex(index + by);
    setSpot(undefined);
  };
  const press = (event: KeyboardEvent): void => {
    // Ctrl+F searches the document also from an input.
    const isOwn = !event.ctrlKey && (isWriting(event.target) || isPlayer(event.target));
    if (event.defaultPrevented || isOwn) return;
    const by = { ArrowLeft: -1, ArrowRight: 1 }[keyOf(event)];
    if (keys.current?.(event)) event.preventDefault();
    else if (by) go(by);
  };
  return (
    <ViewerFrame
      title={titleOfFile(file)}
      onClose={onClose}
      onKeyDown={press}
      tools={
        <>
          {files.length > 1 && (
            <>
              <ToolButton
                label={texts.previous}
                keys="ArrowLeft"
                disabled={index === 0}
                onClick={() => go(-1)}
              >
                <ArrowBackIcon />
              </ToolButton>
              <Typography
                component={Status}
                as="span"
                variant="body2"
                sx={{ whiteSpace: 'nowrap' }}
              >
                {position}
              </Typography>
              <ToolButton
                label={texts.next}
                keys="ArrowRight"
                disabled={index === files.length - 1}
                onClick={() => go(1)}
              >
                <ArrowForwardIcon />
              </ToolButton>
            </>
          )}
          <CommentButton file={file} place={place} page={spot?.page} />
          <DownloadButton key={file.id} file={file} place={place} />
        </>
      }
    >
      <ViewerKeysContext value={listen}>
        <FileView key={file.id} file={file} place={place} spot={spot} onSpot={setSpot} />
      </ViewerKeysContext>
    </ViewerFrame>
  );
}

type LinkedFileDialogProps = {
  state: 'loading' | 'missing' | Error;
  onRetry: () => void;
  onClose: () => void;
};

/** While the record of a linked file loads, and if the file cannot be shown. */
export function LinkedFileDialog({ state, onRetry, onClose }: LinkedFileDialogProps) {
  const texts = useTexts('viewer');
  return (
    <ViewerFrame title={texts.file} onClose={onClose}>
      <Box sx={{ p: 2 }}>
        {state === 'loading' ? (
          <Status>{texts.loading}</Status>
        ) : (
          <Alert
            severity="error"
            action={
              <Button color="inherit" size="small" onClick={onRetry}>
                {texts.retry}
              </Button>
            }
          >
            {state === 'missing' ? texts.notInRecord : state.message}
          </Alert>
        )}
      </Box>
    </ViewerFrame>
  );
}

/** A player has keys of its own. */
function isPlayer(target: EventTarget): boolean {
  return target instanceof Element && target.closest('audio, video') !== null;
}

/** Milliseconds. Browsers allow few changes of the address while somebody scrolls. */
const ADDRESS_DELAY_MS = 300;

/**
 * Keeps the address of the file in the address bar, so that it can be copied and reloaded. The router is not told:
 * the page behind stays where it is, also if the address is that of another one.
 */
function useFileAddress(
  { id }: FileValue,
  spot: FileSpot | undefined,
  toAddress: ViewerDialogProps['toAddress'],
): void {
  const { hash, key } = useLocation();
  const { router } = useContext(RouterContext)!;
  const own = toSpotHash(spot ?? {}) || (isSpotHash(hash) ? '' : hash);
  const write = useEffectEvent((file: string, place: string, step: string) => {
    const path = toAddress(file);
    const { location } = router.state;
    // After the viewer is closed it is still drawn for a moment.
    if (path !== undefined && location.key === step && isViewerOpen(location))
      window.history.replaceState(window.history.state, '', path + place);
  });
  useEffect(() => {
    const timer = setTimeout(() => write(id, own, key), ADDRESS_DELAY_MS);
    return () => clearTimeout(timer);
    // A page that stays beside the file writes its own address.
  }, [id, own, key]);
}
