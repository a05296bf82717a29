import useMediaQuery from '@mui/material/useMediaQuery';
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

const DRAWER_WIDTH = 'min(16.25rem, 90vw)';

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
    <aside
      aria-label={texts.layout.sidebar}
      className="sidebar"
      data-minimised={minimised || undefined}
    >
      <SidebarContent minimised={minimised} />
    </aside>
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
    <div className="sidebar-content" style={toVariables(colours)}>
      <div className="sidebar-title" title={title}>
        {minimised ? title.charAt(0) : title}
      </div>
      <nav
        className="menu"
        data-minimised={minimised || undefined}
        aria-label={texts.layout.mainMenu}
      >
        <MainMenu minimised={minimised} onNavigate={onNavigate} />
      </nav>
      <UserBlock minimised={minimised} onNavigate={onNavigate} />
    </div>
  );
}

/** The background, and the colours for menu.css and frame.css. */
function toVariables(colours: SidebarColours): CSSProperties {
  const variables: Record<`--menu-${string}`, string> = {
    '--menu-text': colours.text,
    '--menu-soft': colours.soft,
    '--menu-hover': colours.hover,
    '--menu-active': colours.active,
    '--menu-active-text': colours.activeText,
    '--menu-edge': colours.edge,
  };
  return { ...variables, backgroundColor: colours.ground };
}

/** The signed-in user with their role; links to their profile. */
function UserBlock({ minimised, onNavigate }: MenuLooks) {
  const { texts, say } = useI18n();
  const { user, descriptor, role } = useConfig();
  const label = descriptor.roles.get(role)?.label;
  const roleName = label === undefined ? role : say(label);
  return (
    <div className="user-block" title={minimised ? `${user.name}, ${roleName}` : undefined}>
      {minimised ? (
        <Link
          className="user-initials"
          to={PROFILE_PATH}
          onClick={onNavigate}
          aria-label={texts.layout.myProfile}
        >
          {initials(user.name)}
        </Link>
      ) : (
        <>
          <div className="user-initials" aria-hidden>
            {initials(user.name)}
          </div>
          <div className="user-texts">
            <div className="user-name" title={user.email}>
              {user.name}
            </div>
            <div className="user-role">{roleName}</div>
            <Link className="user-link" to={PROFILE_PATH} onClick={onNavigate}>
              {texts.layout.myProfile}
            </Link>
          </div>
        </>
      )}
      <button
        type="button"
        className="user-lock"
        aria-label={texts.layout.lock}
        title={`${texts.layout.lock} (${keysText('Alt+Shift+l')})`}
        onClick={lock}
      >
        <LockIcon fontSize="small" />
      </button>
    </div>
  );
}
