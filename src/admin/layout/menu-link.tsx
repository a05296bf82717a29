import Box from '@mui/material/Box';
import { alpha } from '@mui/material/styles';
import type { ReactElement } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { SidebarColours } from '../theme/sidebar-colours.ts';

type MenuLinkProps = {
  to: string;
  /** Every page under this path belongs to the entry. */
  base: string;
  label: string;
  icon: ReactElement;
  colours: SidebarColours;
  minimised: boolean;
  onNavigate: (() => void) | undefined;
};

export function MenuLink({ to, base, label, icon, colours, minimised, onNavigate }: MenuLinkProps) {
  const { pathname } = useLocation();
  const isCurrent = pathname === base || pathname.startsWith(`${base}/`);
  return (
    <Box component="li" sx={{ minWidth: 0 }}>
      <Box
        component={Link}
        to={to}
        onClick={onNavigate}
        aria-current={isCurrent ? 'page' : undefined}
        aria-label={minimised ? label : undefined}
        title={minimised ? label : undefined}
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1.5,
          minHeight: 38,
          px: minimised ? 0 : 1.25,
          justifyContent: minimised ? 'center' : 'start',
          borderRadius: '8px',
          color: isCurrent ? colours.activeText : colours.text,
          backgroundColor: isCurrent ? colours.active : 'transparent',
          fontSize: '0.875rem',
          fontWeight: isCurrent ? 600 : 500,
          textDecoration: 'none',
          whiteSpace: 'nowrap',
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
          <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
            {label}
          </Box>
        )}
      </Box>
    </Box>
  );
}
