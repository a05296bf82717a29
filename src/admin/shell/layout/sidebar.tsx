import { Avatar, Box, ButtonBase, useMediaQuery } from '@mui/material';
import { useTheme } from '@mui/material/styles';
import { Suspense, useEffect, useState, type CSSProperties } from 'react';
import { useConfig } from '../../client/config.tsx';
import { createPreloadable } from '../../kit/loading/preloadable.ts';
import { whenIdle } from '../start/when-idle.ts';
import { sidebarColours, type SidebarColours } from '../theme/sidebar-colours.ts';
import { useSidebarLook } from '../theme/use-sidebar-look.ts';
import { preloadableComponent } from '../../kit/loading/preloadable-component.tsx';
import { MainMenu } from './menu/main-menu.tsx';
import LockIcon from '@mui/icons-material/LockOutlined';
import { Link } from 'react-router-dom';
import { keysText } from '../../kit/keys/key-names.ts';
import { lock } from '../../client/account/lock.ts';
import { initials } from './initials.ts';
import type { MenuLooks } from './menu/menu-link.tsx';
import { PROFILE_PATH } from '../../kit/screen-paths.ts';
import { useI18n } from '../../kit/use-i18n.ts';

/** Grows with the text, or long words of the menu would break, but leaves room for the page. */
const WIDE_WIDTH = 'min(14.75rem, 33vw)';
const DRAWER_WIDTH = 'min(16.25rem, 90vw)';
const MINIMISED_WIDTH = 64;

// Only narrow screens use it.
const drawer = createPreloadable(async () => (await import('./sidebar-drawer.tsx')).SidebarDrawer);
const SidebarDrawer = preloadableComponent(drawer);

type SidebarProps = { minimised: boolean; drawerOpen: boolean; onDrawerClose: () => void };

/** The menu at the side; on narrow screens a drawer over the page. */
export function Sidebar({ minimised, drawerOpen, onDrawerClose }: SidebarProps) {
  const { texts } = useI18n();
  const isNarrow = useMediaQuery(({ breakpoints }) => breakpoints.down('md'));
  const [wasOpen, setWasOpen] = useState(drawerOpen);
  useEffect(() => {
    // If this fails, opening the drawer loads it again.
    if (isNarrow) whenIdle(() => void drawer.load().catch(() => undefined));
  }, [isNarrow]);
  if (drawerOpen && !wasOpen) setWasOpen(true);
  if (isNarrow) {
    // The first page does not render what is not visible.
    if (!wasOpen) return null;
    return (
      <Suspense fallback={null}>
        <SidebarDrawer
          label={texts.layout.mainMenu}
          width={DRAWER_WIDTH}
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
      aria-label={texts.layout.sidebar}
      sx={{
        position: 'sticky',
        top: 0,
        flexShrink: 0,
        width: minimised ? MINIMISED_WIDTH : WIDE_WIDTH,
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
  const { texts } = useI18n();
  const { descriptor } = useConfig();
  const { mode } = useTheme().palette;
  const colours = sidebarColours(useSidebarLook().look, mode);
  const title = descriptor.app.title;
  return (
    <Box
      style={toVariables(colours)}
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
        className="menu"
        data-minimised={minimised || undefined}
        aria-label={texts.layout.mainMenu}
        sx={{ flex: 1, overflowX: 'hidden', overflowY: 'auto', px: 1.25, py: 0.5 }}
      >
        <MainMenu minimised={minimised} onNavigate={onNavigate} />
      </Box>
      <UserBlock colours={colours} minimised={minimised} onNavigate={onNavigate} />
    </Box>
  );
}

/** The colours for menu.css. */
function toVariables(colours: SidebarColours): CSSProperties {
  const variables: Record<`--menu-${string}`, string> = {
    '--menu-text': colours.text,
    '--menu-soft': colours.soft,
    '--menu-hover': colours.hover,
    '--menu-active': colours.active,
    '--menu-active-text': colours.activeText,
  };
  return variables;
}

type UserBlockProps = MenuLooks & { colours: SidebarColours };

/** The signed-in user with their role; links to their profile. */
function UserBlock({ colours, minimised, onNavigate }: UserBlockProps) {
  const { texts, say } = useI18n();
  const { user, descriptor, role } = useConfig();
  const label = descriptor.roles.get(role)?.label;
  const roleName = label === undefined ? role : say(label);
  return (
    <Box
      title={minimised ? `${user.name}, ${roleName}` : undefined}
      sx={{
        display: 'flex',
        flexDirection: minimised ? 'column' : 'row',
        alignItems: 'center',
        gap: minimised ? 0.75 : 1.25,
        px: minimised ? 0 : 2,
        py: 1.5,
        justifyContent: minimised ? 'center' : 'start',
        borderTop: `1px solid ${colours.hover}`,
      }}
    >
      <Avatar
        {...(minimised ? { component: Link, to: PROFILE_PATH, onClick: onNavigate } : {})}
        aria-label={minimised ? texts.layout.myProfile : undefined}
        aria-hidden={!minimised}
        sx={{
          width: 34,
          height: 34,
          backgroundColor: colours.active,
          color: colours.activeText,
          fontSize: '0.8125rem',
          fontWeight: 650,
          textDecoration: 'none',
        }}
      >
        {initials(user.name)}
      </Avatar>
      {minimised ? null : (
        <Box sx={{ flex: 1, minWidth: 0, lineHeight: 1.35, fontSize: '0.875rem' }}>
          <Box
            sx={{
              overflow: 'hidden',
              fontWeight: 600,
              textOverflow: 'ellipsis',
              whiteSpace: 'nowrap',
            }}
            title={user.email}
          >
            {user.name}
          </Box>
          <Box sx={{ color: colours.soft, fontSize: '0.78125rem' }}>{roleName}</Box>
          <Box component={Link} to={PROFILE_PATH} onClick={onNavigate} sx={linkSx(colours)}>
            {texts.layout.myProfile}
          </Box>
        </Box>
      )}
      <ButtonBase
        aria-label={texts.layout.lock}
        title={`${texts.layout.lock} (${keysText('Alt+Shift+l')})`}
        onClick={lock}
        sx={lockSx(colours)}
      >
        <LockIcon fontSize="small" />
      </ButtonBase>
    </Box>
  );
}

const lockSx = (colours: SidebarColours) => ({
  flexShrink: 0,
  width: 32,
  height: 32,
  borderRadius: '8px',
  color: colours.soft,
  '&:hover': { backgroundColor: colours.hover, color: colours.text },
  '&:focus-visible': { outline: `2px solid ${colours.text}`, outlineOffset: -2 },
});

const linkSx = (colours: SidebarColours) => ({
  display: 'inline-block',
  py: '2px',
  color: colours.text,
  fontSize: '0.8125rem',
  textUnderlineOffset: '0.2em',
  '&:focus-visible': { outline: `2px solid ${colours.text}`, outlineOffset: 2 },
});
