import { styled } from '@mui/material/styles';
import { useContext, useEffect, useState } from 'react';
import { FileContext, useFileLink, type FilePlace } from '../files/file-context.tsx';
import { shortType } from '../files/file-endings.ts';
import type { FileValue } from '../files/file-value.ts';

type FilePictureProps = {
  file: Pick<FileValue, 'id' | 'type'>;
  place: FilePlace | undefined;
  /** Pixels on each side. */
  size: number;
};

/** A small picture of a file; while there is none, its type in letters. It says nothing to screen readers: the title stands beside it. */
export function FilePicture(props: FilePictureProps) {
  const { type } = props.file;
  const hasTools = useContext(FileContext) !== undefined;
  return hasTools && /^image\/|\/pdf$/.test(type) ? (
    <Loaded key={props.file.id} {...props} />
  ) : (
    <FileLetters {...props} />
  );
}

/** Milliseconds after which to ask again for a picture that the server has not made yet. */
const RETRY_PAUSES_MS = [3_000, 10_000];

function Loaded({ file, place, size }: FilePictureProps) {
  const url = useFileLink(file, place, 'small');
  const [failures, setFailures] = useState(0);
  const [state, setState] = useState<'loading' | 'shown' | 'missing'>('loading');
  const pause = RETRY_PAUSES_MS[failures - 1];
  useEffect(() => {
    if (state !== 'missing' || pause === undefined) return;
    const timer = setTimeout(() => setState('loading'), pause);
    return () => clearTimeout(timer);
  }, [state, pause]);
  return (
    <Frame style={{ width: size, height: size }}>
      {state !== 'shown' && <FileLetters file={file} size={size} />}
      {url !== undefined && state !== 'missing' && (
        <Picture
          src={url}
          alt=""
          decoding="async"
          draggable={false}
          // A picture that is missing must not flash as a broken one.
          style={{ opacity: state === 'shown' ? 1 : 0 }}
          onLoad={() => setState('shown')}
          onError={() => {
            setFailures(failures + 1);
            setState('missing');
          }}
        />
      )}
    </Frame>
  );
}

/** The type of a file in letters, of which nobody has a picture. */
export function FileLetters({ file: { type }, size }: Omit<FilePictureProps, 'place'>) {
  return (
    <Tile aria-hidden style={{ width: size, height: size, fontSize: Math.max(7, size / 4.5) }}>
      {shortType(type).slice(0, 4)}
    </Tile>
  );
}

const Frame = styled('span')({ position: 'relative', display: 'inline-flex', flexShrink: 0 });

const Picture = styled('img')(({ theme }) => ({
  position: 'absolute',
  inset: 0,
  width: '100%',
  height: '100%',
  objectFit: 'contain',
  borderRadius: 3,
  backgroundColor: theme.palette.action.hover,
  // A white page would not be seen on white.
  outline: `1px solid ${theme.palette.divider}`,
  outlineOffset: -1,
}));

const Tile = styled('span')(({ theme }) => ({
  flexShrink: 0,
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  overflow: 'hidden',
  borderRadius: 3,
  fontWeight: 700,
  lineHeight: 1,
  letterSpacing: '-0.02em',
  textTransform: 'uppercase',
  verticalAlign: 'middle',
  color: theme.palette.text.secondary,
  backgroundColor: theme.palette.action.selected,
}));
