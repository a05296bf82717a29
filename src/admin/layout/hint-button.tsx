import IconButton, { type IconButtonProps } from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';

/**
 * An icon with its name, which appears below it on pointing at it and on reaching it
 * by keyboard. Drawn by the style sheet alone: MUI's Tooltip would bring 10 kB of
 * positioning into the first page.
 */
export function HintButton({ label, ...props }: IconButtonProps & { label: string }) {
  return <WithHint {...props} aria-label={label} />;
}

const WithHint = styled(IconButton)(({ theme }) => ({
  position: 'relative',
  '&::after': {
    content: 'attr(aria-label)',
    position: 'absolute',
    zIndex: theme.zIndex.tooltip,
    top: 'calc(100% + 4px)',
    // Buttons stand at the ends of the bar; their names must not leave the page.
    right: 0,
    padding: '4px 8px',
    borderRadius: 6,
    backgroundColor: theme.palette.mode === 'light' ? '#26313c' : '#3a4653',
    color: '#fff',
    fontSize: '0.78125rem',
    fontWeight: 500,
    lineHeight: 1.4,
    whiteSpace: 'nowrap',
    // Also one that is not shown would make a narrow page scroll to the side.
    '@media (max-width: 479.95px)': {
      width: 'max-content',
      maxWidth: '38vw',
      whiteSpace: 'normal',
    },
    opacity: 0,
    visibility: 'hidden',
    pointerEvents: 'none',
    transition: 'opacity 0.12s 0.4s, visibility 0s 0.52s',
  },
  '&[data-edge="start"]::after': { right: 'auto', left: 0 },
  '&:hover::after, &:focus-visible::after': {
    opacity: 1,
    visibility: 'visible',
    transition: 'opacity 0.12s 0.4s, visibility 0s 0.4s',
  },
  '&[aria-expanded="true"][aria-haspopup]::after': { visibility: 'hidden' },
  '@media (hover: none)': { '&:hover:not(:focus-visible)::after': { visibility: 'hidden' } },
}));
