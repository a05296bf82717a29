import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import { Box, ButtonBase } from '@mui/material';
import { alpha } from '@mui/material/styles';
import { useId, type ReactElement, type ReactNode, useSyncExternalStore } from 'react';
import type { SidebarColours } from '../theme/sidebar-colours.ts';
import { createSignal } from '../../client/page-state.ts';

type MenuGroupProps = {
  label: string;
  icon: ReactElement;
  colours: SidebarColours;
  minimised: boolean;
  isOpen: boolean;
  onToggle: () => void;
  children: ReactNode;
};

/** Entries under a heading that opens and closes them; in the minimised menu, between two lines. */
export function MenuGroup(props: MenuGroupProps) {
  const { label, icon, colours, minimised, isOpen, onToggle, children } = props;
  const list = useId();
  const entries = (
    <Box sx={foldSx(isOpen)}>
      <Box component="ul" id={list} aria-label={label} sx={listSx}>
        {children}
      </Box>
    </Box>
  );
  if (minimised)
    return (
      <Box component="li" sx={{ borderTop: `1px solid ${alpha(colours.text, 0.25)}`, pt: '2px' }}>
        {entries}
      </Box>
    );
  return (
    <Box component="li" sx={{ minWidth: 0, mt: 1 }}>
      <ButtonBase
        onClick={onToggle}
        aria-expanded={isOpen}
        aria-controls={list}
        sx={headingSx(colours)}
      >
        {icon}
        <Box component="span" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          {label}
        </Box>
        <ExpandMoreIcon
          aria-hidden
          sx={{
            transform: isOpen ? 'none' : 'rotate(-90deg)',
            transition: `transform ${COLLAPSE}`,
          }}
        />
      </ButtonBase>
      {entries}
    </Box>
  );
}

/** How long a group takes to open or close (specification, §9). */
const COLLAPSE = '250ms';

// Animates to the content's own height, which CSS allows only for a grid row. Hidden entries are unreachable too.
const foldSx = (isOpen: boolean) => ({
  display: 'grid',
  gridTemplateRows: isOpen ? '1fr' : '0fr',
  visibility: isOpen ? 'visible' : 'hidden',
  transition: `grid-template-rows ${COLLAPSE}, visibility ${COLLAPSE}`,
});

const listSx = {
  display: 'grid',
  minHeight: 0,
  overflow: 'hidden',
  gap: '2px',
  m: 0,
  p: 0,
  listStyle: 'none',
};

const headingSx = (colours: SidebarColours) => ({
  display: 'flex',
  gap: 1.5,
  width: '100%',
  minHeight: 32,
  px: 1.25,
  borderRadius: '8px',
  color: colours.soft,
  fontFamily: 'inherit',
  fontSize: '0.75rem',
  fontWeight: 600,
  letterSpacing: '0.02em',
  textAlign: 'left',
  '&:hover': { backgroundColor: colours.hover },
  '& svg': { fontSize: '1.125rem', color: colours.soft },
  '&:focus-visible': { outline: `2px solid ${alpha(colours.text, 0.9)}`, outlineOffset: -2 },
});

const KEY = 'closedGroups';
const changes = createSignal();

/** The closed groups of the menu, stored in this browser; at first all are open. */
export function useClosedGroups(): { closed: readonly string[]; toggle(key: string): void } {
  const text = useSyncExternalStore(changes.listen, () => localStorage.getItem(KEY) ?? '');
  const closed = text === '' ? [] : text.split(' ');
  const toggle = (key: string): void => {
    const others = closed.filter((each) => each !== key);
    localStorage.setItem(KEY, (closed.includes(key) ? others : [...others, key]).join(' '));
    changes.send();
  };
  return { closed, toggle };
}
