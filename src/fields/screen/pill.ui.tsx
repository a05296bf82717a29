import { alpha, styled, type Theme } from '@mui/material/styles';

type Colour = 'primary' | 'info' | 'success' | 'warning' | 'error';

type PillProps = {
  /** Said by a tint and a dot, so that the text keeps its contrast; without one it is grey. */
  colour?: Colour | undefined;
  outlined?: boolean;
};

/**
 * A short value in a frame of its own. One element, where a Chip is four: a list has hundreds of them, and
 * while it is scrolled each frame draws some more.
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
  // As `dir="auto"`: each begins where its own letters do.
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
