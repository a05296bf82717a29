import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { lazy, Suspense } from 'react';
import { useTranslate } from 'react-admin';
import { useConfig } from '../config.tsx';
import { sidebarColours } from '../theme/sidebar-colours.ts';
import { useSidebarLook } from '../theme/use-sidebar-look.ts';
import { MainMenu } from './main-menu.tsx';
import { UserBlock } from './user-block.tsx';

const WIDE = 236;
const MINIMISED = 64;

// Only narrow screens have one.
const SidebarDrawer = lazy(async () => ({
  default: (await import('./sidebar-drawer.tsx')).SidebarDrawer,
}));

type SidebarProps = { minimised: boolean; drawerOpen: boolean; onDrawerClose: () => void };

/** The menu at the side; on narrow screens a drawer over the page. */
export function Sidebar({ minimised, drawerOpen, onDrawerClose }: SidebarProps) {
  const translate = useTranslate();
  const isNarrow = useMediaQuery(({ breakpoints }) => breakpoints.down('md'));
  if (isNarrow) {
    return (
      <Suspense fallback={null}>
        <SidebarDrawer
          label={translate('layout.mainMenu')}
          width={WIDE + 24}
          isOpen={drawerOpen}
          onClose={onDrawerClose}
        >
          <SidebarContent minimised={false} onNavigate={onDrawerClose} />
        </SidebarDrawer>
      </Suspense>
    );
  }
  return (
    <Box
      component="aside"
      aria-label={translate('layout.sidebar')}
      sx={{
        position: 'sticky',
        top: 0,
        flexShrink: 0,
        width: minimised ? MINIMISED : WIDE,
        height: '100dvh',
        transition: 'width 0.2s',
        '@media (prefers-reduced-motion: reduce)': { transition: 'none' },
        '@media print': { display: 'none' },
      }}
    >
      <SidebarContent minimised={minimised} />
    </Box>
  );
}

type SidebarContentProps = { minimised: boolean; onNavigate?: () => void };

function SidebarContent({ minimised, onNavigate }: SidebarContentProps) {
  const translate = useTranslate();
  const { descriptor } = useConfig();
  const { mode } = useTheme().palette;
  const colours = sidebarColours(useSidebarLook().look, mode);
  const title = descriptor.app.title;
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: 'column',
        height: '100%',
        overflow: 'hidden',
        borderRight: `1px solid ${colours.edge}`,
        backgroundColor: colours.ground,
        color: colours.text,
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          flexShrink: 0,
          height: 56,
          px: minimised ? 0 : 2.25,
          justifyContent: minimised ? 'center' : 'start',
          overflow: 'hidden',
          fontSize: '1.0625rem',
          fontWeight: 680,
          letterSpacing: '-0.015em',
          whiteSpace: 'nowrap',
        }}
        title={title}
      >
        {minimised ? title.charAt(0) : title}
      </Box>
      <Box
        component="nav"
        aria-label={translate('layout.mainMenu')}
        sx={{ flex: 1, overflowX: 'hidden', overflowY: 'auto', px: 1.25, py: 0.5 }}
      >
        <MainMenu colours={colours} minimised={minimised} onNavigate={onNavigate} />
      </Box>
      <UserBlock colours={colours} minimised={minimised} onNavigate={onNavigate} />
    </Box>
  );
}
