import IconButton, { type IconButtonProps } from '@mui/material/IconButton';
import { keyframes, styled } from '@mui/material/styles';

/**
 * An icon with its name, which appears below it on pointing at it and on reaching it
 * by keyboard. Drawn by the style sheet alone: MUI's Tooltip would bring 10 kB of
 * positioning into the first page.
 */
export function HintButton({ label, ...props }: IconButtonProps & { label: string }) {
  return <WithHint {...props} aria-label={label} />;
}

const appear = keyframes({ from: { opacity: 0 } });

const WithHint = styled(IconButton)(({ theme }) => ({
  position: 'relative',
  '&::after': {
    content: 'attr(aria-label)',
    // One that is only not seen would make a narrow page scroll to the side.
    display: 'none',
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
}));
