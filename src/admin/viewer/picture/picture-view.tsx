import { Box } from '@mui/material';
import { useRef, useState } from 'react';
import { withFileOption } from '../../../fields/files/file-context.tsx';
import { titleOfFile } from '../../../fields/files/file-value.ts';
import { useTexts } from '../../messages/texts.ts';
import { fileLinks } from '../links.ts';
import { useBox, type Box as Size } from '../use-box.ts';
import { useLinkUrl } from '../use-link-state.ts';
import { keyOf, useViewerKeys, zoomActionOf, type ZoomAction } from '../viewer-keys.ts';
import { FailedView, type FileViewProps } from '../view-message.tsx';
import { ZoomTools } from '../zoom-tools.tsx';
import { fromCentre, useGestures } from './use-gestures.ts';
import { fitScale, moveBy, toActual, whole, within, zoomAt, type Point } from './zoom.ts';

/** The types of pictures that browsers show and that the server sends to be shown. */
const DISPLAYABLE = /^image\/(png|apng|jpeg|gif|webp|avif)$/;
/** Pictures that may move: the server's copy stands still. */
const OWN_ONLY = /^image\/(gif|apng)$/;
/** Bytes. A smaller picture is there as soon as the server's copy. */
const SMALL_BYTES = 300_000;

const ZOOM_STEP = 1.25;
const MOVE_PIXELS = 80;
const CENTRE: Point = { x: 0, y: 0 };

/** A picture: the whole first, then as large as the user wants. */
export function PictureView({ file, place }: FileViewProps) {
  const texts = useTexts('viewer');
  const link = useLinkUrl(file, place);
  const frame = useRef<HTMLDivElement>(null);
  const box = useBox(frame);
  const isShown = DISPLAYABLE.test(file.type);
  const [hasCopy, setHasCopy] = useState(
    !isShown || (file.size > SMALL_BYTES && !OWN_ONLY.test(file.type)),
  );
  const [copy, setCopy] = useState<Size>();
  const [own, setOwn] = useState<Size>();
  const [hasFailed, setFailed] = useState(false);
  const [chosen, setView] = useState(whole);
  const picture = own ?? copy;
  const stage = picture && { frame: box, picture };
  const view = stage ? within(chosen, stage) : chosen;
  const scale = stage ? fitScale(stage) * view.zoom : 1;

  const zoom = (factor: number, at = CENTRE): void => {
    if (stage) setView(zoomAt(view, factor, stage, at));
  };
  const act = (action: ZoomAction, at = CENTRE): void => {
    if (action === 'in') zoom(ZOOM_STEP);
    else if (action === 'out') zoom(1 / ZOOM_STEP);
    else if (action === 'fit') setView(whole);
    else if (stage) setView(toActual(view, stage, at));
  };
  useViewerKeys((event) => {
    const action = zoomActionOf(event);
    const by = moves[keyOf(event)];
    if (action) act(action);
    else if (by && stage && view.zoom > 1) setView(moveBy(view, by, stage));
    else return false;
    return true;
  });
  const gestures = useGestures(frame, {
    onZoom: zoom,
    onMove: (by) => stage && setView(moveBy(view, by, stage)),
  });
  const retry = (): void => {
    setFailed(false);
    fileLinks().renew(file.id, place);
  };
  if (hasFailed)
    return (
      <FailedView
        {...{ file, place }}
        text={isShown ? texts.cannotShow : texts.noPicture}
        onRetry={retry}
      />
    );
  const sizeOf = ({ currentTarget }: React.SyntheticEvent<HTMLImageElement>): Size => ({
    width: currentTarget.naturalWidth,
    height: currentTarget.naturalHeight,
  });
  return (
    <>
      <ZoomTools percent={picture && scale * 100} onAct={act} />
      <Box
        ref={frame}
        {...gestures}
        onDoubleClick={({ currentTarget, clientX, clientY }) =>
          act(view.zoom > 1 ? 'fit' : 'actual', fromCentre(currentTarget, clientX, clientY))
        }
        sx={{ ...frameSx, cursor: view.zoom > 1 ? 'grab' : 'default' }}
      >
        <Box
          role="img"
          aria-label={titleOfFile(file)}
          aria-busy={!picture}
          sx={pictureSx}
          style={{
            width: (picture?.width ?? 0) * scale,
            height: (picture?.height ?? 0) * scale,
            transform: `translate(-50%, -50%) translate(${view.x}px, ${view.y}px)`,
          }}
        >
          {link && hasCopy && (
            <img
              alt=""
              draggable={false}
              src={withFileOption(link, 'size', 'large')}
              onLoad={(event) => setCopy(sizeOf(event))}
              onError={() => (isShown ? setHasCopy(false) : setFailed(true))}
            />
          )}
          {link && isShown && (!hasCopy || copy) && (
            <img
              alt=""
              draggable={false}
              src={link}
              onLoad={(event) => setOwn(sizeOf(event))}
              onError={() => setFailed(copy === undefined)}
            />
          )}
        </Box>
      </Box>
    </>
  );
}

const moves: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: MOVE_PIXELS, y: 0 },
  ArrowRight: { x: -MOVE_PIXELS, y: 0 },
  ArrowUp: { x: 0, y: MOVE_PIXELS },
  ArrowDown: { x: 0, y: -MOVE_PIXELS },
};

const frameSx = {
  flex: 1,
  minHeight: 0,
  position: 'relative',
  overflow: 'hidden',
  touchAction: 'none',
  userSelect: 'none',
  bgcolor: 'background.default',
};

const pictureSx = {
  position: 'absolute',
  top: '50%',
  left: '50%',
  '& img': { position: 'absolute', inset: 0, width: '100%', height: '100%' },
};
