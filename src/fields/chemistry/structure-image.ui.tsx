import { Skeleton } from '@mui/material';
import { styled, useTheme } from '@mui/material/styles';
import { useEffect, useState, type ReactNode } from 'react';
import { drawStructure, findDrawing, type Drawing, type Look } from './drawing.ui.ts';
import { useFieldTexts } from '../screen/texts.ui.ts';
import { fillTemplate } from '../problems/fill-template.ts';

type StructureImageProps = Pick<Look, 'width' | 'height'> & {
  smiles: string;
  /** Shown instead when it cannot be drawn; by default, a sentence that says why. */
  instead?: ReactNode;
};

/** A structure drawn from its SMILES: dark on light or light on dark, on paper always dark on light. */
export function StructureImage({ smiles, width, height, instead }: StructureImageProps) {
  const isDark = useTheme().palette.mode === 'dark';
  const size = { width, height };
  return (
    <>
      <Picture
        {...{ smiles, instead }}
        look={{ ...size, dark: isDark }}
        on={isDark ? 'screen' : 'both'}
      />
      {isDark && <Picture {...{ smiles, instead }} look={{ ...size, dark: false }} on="paper" />}
    </>
  );
}

type PictureProps = Pick<StructureImageProps, 'smiles' | 'instead'> & {
  look: Look;
  on: 'screen' | 'paper' | 'both';
};

function Picture({ smiles, instead, look, on }: PictureProps) {
  const texts = useFieldTexts();
  const drawing = useDrawing(smiles, look);
  if (drawing === undefined) {
    const size = { width: look.width / 2, height: look.height };
    return <Waiting variant="rounded" style={size} on={on} />;
  }
  if (typeof drawing === 'string') {
    return <Instead on={on}>{instead ?? texts.structure[reasons[drawing]]}</Instead>;
  }
  return (
    <Drawn
      src={drawing.url}
      alt={fillTemplate(texts.structure.of, { smiles })}
      style={{ maxWidth: look.width, maxHeight: look.height }}
      on={on}
    />
  );
}

const reasons = { failed: 'failed', 'too large': 'tooLarge', unreadable: 'unreadable' } as const;

/** The picture once it is drawn; one that was drawn before appears at once. */
function useDrawing(smiles: string, { width, height, dark }: Look): Drawing | 'failed' | undefined {
  const [late, setLate] = useState<{
    smiles: string;
    dark: boolean;
    drawing: Drawing | 'failed';
  }>();

  useEffect(() => {
    const leaving = new AbortController();
    const show = (drawing: Drawing | 'failed'): void => {
      if (!leaving.signal.aborted) setLate({ smiles, dark, drawing });
    };
    drawStructure(smiles, { width, height, dark }, leaving.signal).then(show, () => show('failed'));
    return () => leaving.abort();
  }, [smiles, width, height, dark]);

  const isCurrent = late?.smiles === smiles && late.dark === dark;
  return findDrawing(smiles, { width, height, dark }) ?? (isCurrent ? late.drawing : undefined);
}

const shownOn = {
  both: {},
  screen: { '@media print': { display: 'none' } },
  paper: { display: 'none', '@media print': { display: 'block' } },
} as const;

type On = { on: PictureProps['on'] };

const own = { shouldForwardProp: (name: string) => name !== 'on' };

const Waiting = styled(Skeleton, own)<On>(({ on }) => shownOn[on]);

const Instead = styled(
  'span',
  own,
)<On>(({ theme, on }) => ({
  ...shownOn[on],
  color: theme.palette.text.secondary,
  fontSize: '0.8125rem',
}));

const Drawn = styled(
  'img',
  own,
)<On>(({ on }) => ({
  display: 'block',
  objectFit: 'contain',
  objectPosition: 'left center',
  ...shownOn[on],
}));
