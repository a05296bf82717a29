import { alpha, styled, type Theme } from '@mui/material/styles';

type Colour = 'primary' | 'info' | 'success' | 'warning' | 'error';

type PillProps = {
  /** Shown as a tint and a dot, so that the text keeps its contrast; grey without one. */
  colour?: Colour | undefined;
  outlined?: boolean;
};

/**
 * A short value in a frame. It is one element where a Chip is four: a list has hundreds of them, and scrolling draws
 * more in each frame.
 */
export const Pill = styled('span', {
  shouldForwardProp: (name) => name !== 'colour' && name !== 'outlined',
})<PillProps>(({ theme, colour, outlined }) => ({
  display: 'inline-block',
  boxSizing: 'border-box',
  maxWidth: '100%',
  height: 24,
  padding: '0 7px',
  borderRadius: 6,
  border: `1px solid ${outlined ? outlineOf(theme) : 'transparent'}`,
  fontSize: '0.8125rem',
  lineHeight: '22px',
  verticalAlign: 'top',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  '@media print': { height: 'auto', overflow: 'visible' },
  // As with `dir="auto"`: each text begins at the side of its own script.
  unicodeBidi: 'plaintext',
  color: theme.palette.text.primary,
  backgroundColor: outlined ? 'transparent' : backgroundOf(theme, colour),
  ...(colour && {
    '&::before': {
      content: '""',
      display: 'inline-block',
      width: 8,
      height: 8,
      marginRight: 6,
      borderRadius: '50%',
      backgroundColor: theme.palette[colour].main,
    },
  }),
}));

function outlineOf({ palette }: Theme): string {
  return palette.mode === 'light' ? palette.grey[400] : palette.grey[700];
}

function backgroundOf({ palette }: Theme, colour: Colour | undefined): string {
  return colour ? alpha(palette[colour].main, 0.16) : palette.action.selected;
}
