import type { ElementType, ReactElement, ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { PROFILE_PATH } from '../../../kit/screen-paths.ts';

/** How the menu looks, and a callback for navigation from it. */
export type MenuLooks = {
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
  const { to, base, label, icon, badge, end, minimised, onNavigate } = props;
  const { isOutside = false } = props;
  const { pathname } = useLocation();
  const isUnder = (path: string): boolean => pathname === path || pathname.startsWith(`${path}/`);
  const isOwn = pathname === PROFILE_PATH || (props.except ?? []).some(isUnder);
  const isCurrent = base !== undefined && isUnder(base) && !isOwn;
  const spoken = badge ? `${label}, ${badge.label}` : label;
  // Typed loosely: a link of the router has `to`, and one to another page `href`.
  const Target: ElementType = isOutside ? 'a' : Link;
  return (
    <li className="menu-entry">
      <Target
        {...(isOutside ? { href: to } : { to })}
        className="menu-link"
        onClick={onNavigate}
        aria-current={isCurrent ? 'page' : undefined}
        aria-label={minimised ? spoken : undefined}
        title={minimised ? spoken : undefined}
      >
        {icon}
        {minimised ? null : <span className="menu-label">{label}</span>}
        {badge && (
          <span className="menu-badge" title={badge.label} aria-label={badge.label} role="img">
            {badge.count > 99 ? '99+' : badge.count}
          </span>
        )}
      </Target>
      {end}
    </li>
  );
}
