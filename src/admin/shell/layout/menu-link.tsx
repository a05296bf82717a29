import Box from '@mui/material/Box';
import { alpha } from '@mui/material/styles';
import type { ReactElement, ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { SidebarColours } from '../theme/sidebar-colours.ts';
import { PROFILE_PATH } from '../../kit/screen-paths.ts';

/** How the menu looks, and a callback for navigation from it. */
export type MenuLooks = {
  colours: SidebarColours;
  minimised: boolean;
  onNavigate: (() => void) | undefined;
};

type MenuLinkProps = MenuLooks & {
  to: string;
  /** Pages below this path belong to the entry; without one, the entry is never the current page. */
  base?: string;
  /** Except these, which have entries of their own. */
  except?: readonly string[];
  label: string;
  icon: ReactElement;
  /** The number of things that wait there. */
  badge?: { count: number; label: string } | undefined;
  /** A page of this server outside the app. */
  isOutside?: boolean;
  /** A button after the link. */
  end?: ReactNode;
};

export function MenuLink(props: MenuLinkProps) {
  const { to, base, label, icon, badge, end, colours, minimised, onNavigate } = props;
  const { isOutside = false } = props;
  const { pathname } = useLocation();
  const isUnder = (path: string): boolean => pathname === path || pathname.startsWith(`${path}/`);
  const isOwn = pathname === PROFILE_PATH || (props.except ?? []).some(isUnder);
  const isCurrent = base !== undefined && isUnder(base) && !isOwn;
  const spoken = badge ? `${label}, ${badge.label}` : label;
  return (
    <Box component="li" sx={{ minWidth: 0, ...(end && { display: 'flex', alignItems: 'center' }) }}>
      <Box
        {...(isOutside ? { component: 'a', href: to } : { component: Link, to })}
        onClick={onNavigate}
        aria-current={isCurrent ? 'page' : undefined}
        aria-label={minimised ? spoken : undefined}
        title={minimised ? spoken : undefined}
        sx={{
          position: 'relative',
          display: 'flex',
          flex: 1,
          minWidth: 0,
          alignItems: 'center',
          gap: 1.5,
          minHeight: 38,
          px: minimised ? 0 : 1.25,
          justifyContent: minimised ? 'center' : 'start',
          borderRadius: '8px',
          color: isCurrent ? colours.activeText : colours.text,
          backgroundColor: isCurrent ? colours.active : 'transparent',
          fontSize: '0.875rem',
          // In bold, long words of the German menu would break.
          fontWeight: 500,
          textDecoration: 'none',
          lineHeight: 1.3,
          '&:hover': { backgroundColor: isCurrent ? colours.active : colours.hover },
          '& svg': { fontSize: '1.25rem', color: isCurrent ? 'inherit' : colours.soft },
          '&:focus-visible': {
            outline: `2px solid ${alpha(colours.text, 0.9)}`,
            outlineOffset: -2,
          },
        }}
      >
        {icon}
        {minimised ? null : (
          <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            {label}
          </Box>
        )}
        {badge && (
          <Box
            component="span"
            title={badge.label}
            aria-label={badge.label}
            role="img"
            sx={badgeSx(minimised, isCurrent)}
          >
            {badge.count > 99 ? '99+' : badge.count}
          </Box>
        )}
      </Box>
      {end}
    </Box>
  );
}

/** On the current entry the colours are inverted, because the entry can be red itself. */
const badgeSx = (minimised: boolean, isCurrent: boolean) => ({
  minWidth: '1.25rem',
  px: '5px',
  borderRadius: '0.625rem',
  backgroundColor: isCurrent ? '#fff' : '#b3261e',
  color: isCurrent ? '#b3261e' : '#fff',
  fontSize: '0.75rem',
  fontWeight: 650,
  lineHeight: '1.25rem',
  textAlign: 'center',
  ...(minimised ? { position: 'absolute', top: 0, right: 2 } : { ml: 'auto' }),
});
