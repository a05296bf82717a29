import IconButton, { type IconButtonProps } from '@mui/material/IconButton';
import { keyframes, styled, type Theme } from '@mui/material/styles';

/**
 * An icon button whose label appears below it on hover and on keyboard focus. It is styled
 * with CSS alone: MUI's Tooltip would add 10 kB of positioning code to the first page.
 */
export function HintButton({ label, ...props }: IconButtonProps & { label: string }) {
  return <WithHint {...props} aria-label={label} />;
}

const appear = keyframes({ from: { opacity: 0 } });

const WithHint = styled(IconButton)(({ theme }) => ({
  position: 'relative',
  ...hintStyles(theme, 'aria-label'),
}));

/** The label of a positioned button, from one of its attributes, below it on hover and on keyboard focus. */
export function hintStyles(theme: Theme, attribute: string) {
  return {
    '&::after': {
      content: `attr(${attribute})`,
      // A label that is only invisible would make a narrow page scroll sideways.
      display: 'none',
      position: 'absolute',
      zIndex: theme.zIndex.tooltip,
      top: 'calc(100% + 4px)',
      // The buttons are at the ends of the bar; their labels must stay on the page.
      right: 0,
      padding: '4px 8px',
      borderRadius: 6,
      backgroundColor: theme.palette.mode === 'light' ? '#26313c' : '#3a4653',
      color: '#fff',
      fontSize: '0.78125rem',
      fontWeight: 500,
      lineHeight: 1.4,
      whiteSpace: 'nowrap',
      '@media (max-width: 479.95px)': {
        width: 'max-content',
        maxWidth: '30vw',
        whiteSpace: 'normal',
      },
      pointerEvents: 'none',
    },
    '&[data-edge="start"]::after': { right: 'auto', left: 0 },
    '&:hover::after, &:focus-visible::after': {
      display: 'block',
      animation: `${appear} 0.12s 0.4s backwards`,
    },
    '&[aria-expanded="true"][aria-haspopup]::after': { display: 'none' },
    '@media (hover: none)': { '&:hover:not(:focus-visible)::after': { display: 'none' } },
  } as const;
}
