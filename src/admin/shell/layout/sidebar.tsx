import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Suspense, useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useConfig } from '../../client/config.tsx';
import { createPart } from '../../kit/part.ts';
import { whenIdle } from '../start/when-idle.ts';
import { sidebarColours } from '../theme/sidebar-colours.ts';
import { useSidebarLook } from '../theme/use-sidebar-look.ts';
import { drawPart } from '../../kit/draw-part.tsx';
import { MainMenu } from './main-menu.tsx';
import { UserBlock } from './user-block.tsx';

const WIDE = 236;
const MINIMISED = 64;

// Only narrow screens have one.
const drawer = createPart(async () => (await import('./sidebar-drawer.tsx')).SidebarDrawer);
const SidebarDrawer = drawPart(drawer);

type SidebarProps = { minimised: boolean; drawerOpen: boolean; onDrawerClose: () => void };

/** The menu at the side; on narrow screens a drawer over the page. */
export function Sidebar({ minimised, drawerOpen, onDrawerClose }: SidebarProps) {
  const translate = useTranslate();
  const isNarrow = useMediaQuery(({ breakpoints }) => breakpoints.down('md'));
  const [wasOpen, setWasOpen] = useState(drawerOpen);
  useEffect(() => {
    // Who opens it first asks for it again, should it not come.
    if (isNarrow) whenIdle(() => void drawer.load().catch(() => undefined));
  }, [isNarrow]);
  if (drawerOpen && !wasOpen) setWasOpen(true);
  if (isNarrow) {
    // A first page does not pay for what is not seen of it.
    if (!wasOpen) return null;
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
