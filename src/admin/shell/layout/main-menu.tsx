import AccountTree from '@mui/icons-material/AccountTreeOutlined';
import Admin from '@mui/icons-material/AdminPanelSettingsOutlined';
import Build from '@mui/icons-material/BuildOutlined';
import History from '@mui/icons-material/History';
import Dashboard from '@mui/icons-material/Dashboard';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { mayAdminister, maySeeStructure } from '../../../descriptor/access.ts';
import { useConfig } from '../../client/config.tsx';
import { maySeeChanges, mayUseTools } from '../core-pages.ts';
import type { SidebarColours } from '../theme/sidebar-colours.ts';
import { Status } from '../../kit/status/status.tsx';
import { useClosedGroups, MenuGroup } from './menu-group.tsx';
import { DevMenu } from './dev-menu.tsx';
import { toMenuEntries, type MenuEntry } from '../menu-entry.ts';
import { MenuLink, type MenuLooks } from './menu-link.tsx';
import { ResourceIcon } from '../../kit/resource-icon.ts';
import type { App } from '../../../descriptor/descriptor.ts';
import { alpha } from '@mui/material/styles';
import { useI18n } from '../../kit/use-i18n.ts';

/** The number of entries from which the menu has a search. */
const SEARCH_FROM = 13;

/** The dashboard, and every resource and page of an extension the user may open, in the descriptor's order and groups. */
export function MainMenu(looks: MenuLooks) {
  const { translate, say } = useI18n();
  const navigate = useNavigate();
  const { descriptor, role } = useConfig();
  const [typed, setTyped] = useState('');
  const listed = toMenuEntries(descriptor, role);
  const hasSearch = listed.length >= SEARCH_FROM && !looks.minimised;
  const isSearching = hasSearch && typed.trim() !== '';
  const found = isSearching
    ? listed.filter(({ label }) => isFound(say(label), typed.trim()))
    : listed;
  const { alone, groups } = toMenuParts(descriptor.app, found);
  const openFirst = (): void => {
    const first = alone[0] ?? groups[0]?.entries[0];
    if (!isSearching || first === undefined) return;
    setTyped('');
    looks.onNavigate?.();
    void navigate(first.to);
  };
  return (
    <>
      {hasSearch && (
        <MenuSearch colours={looks.colours} value={typed} onChange={setTyped} onEnter={openFirst} />
      )}
      <Box component="ul" sx={listSx(looks)}>
        {!isSearching && (
          <MenuLink
            {...looks}
            to="/dashboard"
            base="/dashboard"
            label={translate('dashboard.title')}
            icon={<Dashboard aria-hidden />}
          />
        )}
        <Entries {...looks} entries={alone} />
        <Groups {...looks} groups={groups} isSearching={isSearching} />
        {/* The entries below are in no group. */}
        {!isSearching && groups.length > 0 && mayUseTools(descriptor, role) && (
          <Box
            component="li"
            aria-hidden
            sx={{ mx: 1.25, my: 1, height: '1px', bgcolor: looks.colours.soft, opacity: 0.4 }}
          />
        )}
        {!isSearching && mayUseTools(descriptor, role) && (
          <MenuLink
            {...looks}
            to="/tools/overview"
            base="/tools"
            except={listed.map(({ base }) => base)}
            label={translate('layout.tools')}
            icon={<Build aria-hidden />}
          />
        )}
        {!isSearching && maySeeChanges(descriptor, role) && (
          <MenuLink
            {...looks}
            to="/changes"
            base="/changes"
            label={translate('layout.changes')}
            icon={<History aria-hidden />}
          />
        )}
        {!isSearching && mayAdminister(descriptor, role) && <AdminLink {...looks} />}
        {!isSearching && maySeeStructure(descriptor, role) && (
          <MenuLink
            {...looks}
            to="/structure/overview"
            base="/structure"
            label={translate('structure.title')}
            icon={<AccountTree aria-hidden />}
          />
        )}
        {!isSearching && <DevMenu {...looks} />}
      </Box>
      {isSearching && (
        <Box
          component={Status}
          sx={{ px: 1.25, py: 1, fontSize: '0.8125rem', color: looks.colours.soft }}
        >
          {translate('layout.menuFound', { smart_count: found.length })}
        </Box>
      )}
    </>
  );
}

const listSx = ({ minimised }: Pick<MenuLooks, 'minimised'>) => ({
  display: 'grid',
  gap: '2px',
  // Names do not break into lines while the sidebar grows.
  minWidth: minimised ? 0 : 196,
  m: 0,
  p: 0,
  listStyle: 'none',
});

/** The link to the people, with the number of users waiting for approval. */
function AdminLink(looks: MenuLooks) {
  const { translate } = useI18n();
  const count = useWaiting();
  return (
    <MenuLink
      {...looks}
      to="/admin/overview"
      base="/admin"
      label={translate('layout.administration')}
      icon={<Admin aria-hidden />}
      badge={
        count > 0
          ? { count, label: translate('layout.waiting', { smart_count: count }) }
          : undefined
      }
    />
  );
}

function Entries({ entries, ...looks }: MenuLooks & { entries: readonly MenuEntry[] }) {
  const { say } = useI18n();
  return entries.map(({ key, to, base, label, icon }) => (
    <MenuLink
      {...looks}
      key={key}
      to={to}
      base={base}
      label={say(label)}
      icon={<ResourceIcon name={icon} />}
    />
  ));
}

type GroupsProps = MenuLooks & {
  groups: ReturnType<typeof toMenuParts>['groups'];
  isSearching: boolean;
};

/** Entries that match the search are shown even in a closed group. */
function Groups({ groups, isSearching, ...looks }: GroupsProps) {
  const { closed, toggle } = useClosedGroups();
  return groups.map(({ group, entries }) => (
    <MenuGroup
      key={group.key}
      group={group}
      colours={looks.colours}
      minimised={looks.minimised}
      isOpen={isSearching || looks.minimised || !closed.includes(group.key)}
      onToggle={() => toggle(group.key)}
    >
      <Entries {...looks} entries={entries} />
    </MenuGroup>
  ));
}

/** The number of users waiting for approval; events about users make it count again. */
function useWaiting(): number {
  const { total = 0 } = useGetList('users', {
    pagination: { page: 1, perPage: 1 },
    filter: { status: 'pending' },
    meta: { fields: ['status'] },
  });
  return total;
}

/** The entries of the menu: first those without a group, then each group, in the order of the descriptor. */
function toMenuParts({ groups }: App, listed: readonly MenuEntry[]) {
  const keys = new Set(groups.map(({ key }) => key));
  return {
    alone: listed.filter(({ group }) => group === undefined || !keys.has(group)),
    groups: groups
      .map((group) => ({ group, entries: listed.filter((entry) => entry.group === group.key) }))
      .filter(({ entries }) => entries.length > 0),
  };
}

/** Whether the label contains every typed word. */
function isFound(label: string, typed: string): boolean {
  const words = typed.toLowerCase().split(/\s+/);
  return words.every((word) => label.toLowerCase().includes(word));
}

type MenuSearchProps = {
  colours: SidebarColours;
  value: string;
  onChange: (value: string) => void;
  /** Opens the first entry found. */
  onEnter: () => void;
};

/** Filters a long menu by what the user types. */
function MenuSearch({ colours, value, onChange, onEnter }: MenuSearchProps) {
  const { translate } = useI18n();
  return (
    <Box
      component="input"
      type="search"
      value={value}
      aria-label={translate('layout.searchMenu')}
      placeholder={translate('layout.searchMenu')}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onEnter();
        if (event.key === 'Escape') onChange('');
      }}
      sx={{
        width: '100%',
        height: 34,
        px: 1.25,
        mb: 0.75,
        font: 'inherit',
        fontSize: '0.875rem',
        color: colours.text,
        backgroundColor: colours.hover,
        border: `1px solid ${alpha(colours.text, 0.35)}`,
        borderRadius: '8px',
        '&::placeholder': { color: colours.soft, opacity: 1 },
        '&:focus-visible': { outline: `2px solid ${alpha(colours.text, 0.9)}`, outlineOffset: -1 },
      }}
    />
  );
}
