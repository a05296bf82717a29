import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import DashboardIcon from '@mui/icons-material/Dashboard';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { mayConfigure } from '../../../../descriptor/access.ts';
import { useConfig } from '../../../client/config.tsx';
import { Status } from '../../../kit/status/status.tsx';
import { BuiltInLink, builtInPagesFor } from './built-in-link.tsx';
import { InboxLink } from './inbox-link.tsx';
import { MenuGroup } from './menu-group.tsx';
import { DevMenu } from './dev-menu.tsx';
import { PinnedLinks, RecentLinks } from './kept-links.tsx';
import { toMenuEntries, type MenuEntry } from '../../menu-entry.ts';
import { MenuLink, type MenuLooks } from './menu-link.tsx';
import { ResourceIcon } from '../../../resource/resource-icon.ts';
import type { App, BuiltInPage } from '../../../../descriptor/descriptor.ts';
import { useI18n } from '../../../kit/use-i18n.ts';
import './menu.css';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';

/** The number of entries from which the menu has a search. */
const MIN_ENTRIES_FOR_SEARCH = 13;

/** The dashboard, and every resource and page of an extension the user may open, in the descriptor's order and groups. */
export function MainMenu(looks: MenuLooks) {
  const { texts, say } = useI18n();
  const navigate = useNavigate();
  const { descriptor, role } = useConfig();
  const [typed, setTyped] = useState('');
  const listed = toMenuEntries(descriptor, role);
  const hasSearch = listed.length >= MIN_ENTRIES_FOR_SEARCH && !looks.minimised;
  const isSearching = hasSearch && typed.trim() !== '';
  const matches = isSearching
    ? listed.filter(({ label }) => isFound(say(label), typed.trim()))
    : listed;
  const builtIn = isSearching ? [] : builtInPagesFor(descriptor, role);
  const { alone, groups, rest } = toMenuParts(descriptor.app, matches, builtIn);
  const except = listed.map(({ base }) => base);
  const openFirst = (): void => {
    const first = alone[0] ?? groups[0]?.entries[0];
    if (!isSearching || first === undefined) return;
    setTyped('');
    looks.onNavigate?.();
    void navigate(first.to);
  };
  return (
    <>
      {hasSearch && <MenuSearch value={typed} onChange={setTyped} onEnter={openFirst} />}
      <ul className="menu-list">
        {!isSearching && <FirstLinks {...looks} />}
        <Entries {...looks} entries={alone} />
        <Groups {...looks} groups={groups} except={except} isSearching={isSearching} />
        {/* The entries below are in no group. */}
        {rest.length > 0 && groups.length > 0 && <li aria-hidden className="menu-line" />}
        {rest.map((name) => (
          <BuiltInLink key={name} {...looks} name={name} except={except} />
        ))}
        {!isSearching && (
          <>
            <DevMenu {...looks} />
            <RecentLinks {...looks} />
            <NewCollectionLink {...looks} />
          </>
        )}
      </ul>
      {isSearching && (
        <Status className="menu-found">
          {fillTemplate(texts.layout.menuFound, { count: matches.length })}
        </Status>
      )}
    </>
  );
}

/** What everybody has, and what they have put there. */
function FirstLinks(looks: MenuLooks) {
  const { texts } = useI18n();
  return (
    <>
      <MenuLink
        {...looks}
        to="/dashboard"
        base="/dashboard"
        label={texts.dashboard.title}
        icon={<DashboardIcon aria-hidden />}
      />
      <InboxLink {...looks} />
      <PinnedLinks {...looks} />
    </>
  );
}

/** For those who may change the descriptor. */
function NewCollectionLink(looks: MenuLooks) {
  const { texts } = useI18n();
  const { descriptor, role } = useConfig();
  if (!mayConfigure(descriptor, role)) return null;
  const label = texts.structure.newCollection;
  return <MenuLink {...looks} to="/structure/new" label={label} icon={<AddIcon aria-hidden />} />;
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
  except: readonly string[];
  isSearching: boolean;
};

/** Entries that match the search are shown even in a closed group. */
function Groups({ groups, except, isSearching, ...looks }: GroupsProps) {
  const { say } = useI18n();
  return groups.map(({ group, entries, pages }) => (
    <MenuGroup
      key={group.key}
      name={group.key}
      label={say(group.label)}
      icon={<ResourceIcon name={group.icon} />}
      minimised={looks.minimised}
      isFound={isSearching}
    >
      <Entries {...looks} entries={entries} />
      {pages.map((name) => (
        <BuiltInLink key={name} {...looks} name={name} except={except} />
      ))}
    </MenuGroup>
  ));
}

/**
 * The entries of the menu: first those without a group, then each group with its built-in pages, in the order of the
 * descriptor; `rest` are the built-in pages in no group.
 */
function toMenuParts(
  { groups }: App,
  listed: readonly MenuEntry[],
  builtIn: readonly BuiltInPage[],
) {
  const keys = new Set(groups.map(({ key }) => key));
  const grouped = new Set(groups.flatMap((group) => group.builtIn));
  return {
    alone: listed.filter(({ group }) => group === undefined || !keys.has(group)),
    groups: groups
      .map((group) => ({
        group,
        entries: listed.filter((entry) => entry.group === group.key),
        pages: group.builtIn.filter((name) => builtIn.includes(name)),
      }))
      .filter(({ entries, pages }) => entries.length + pages.length > 0),
    rest: builtIn.filter((name) => !grouped.has(name)),
  };
}

/** Whether the label contains every typed word. */
function isFound(label: string, typed: string): boolean {
  const words = typed.toLowerCase().split(/\s+/);
  return words.every((word) => label.toLowerCase().includes(word));
}

type MenuSearchProps = {
  value: string;
  onChange: (value: string) => void;
  /** Opens the first entry found. */
  onEnter: () => void;
};

/** Filters a long menu by what the user types. */
function MenuSearch({ value, onChange, onEnter }: MenuSearchProps) {
  const { texts } = useI18n();
  return (
    <Box
      component="input"
      type="search"
      value={value}
      aria-label={texts.layout.searchMenu}
      placeholder={texts.layout.searchMenu}
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
        color: 'var(--menu-text)',
        backgroundColor: 'var(--menu-hover)',
        border: '1px solid color-mix(in srgb, var(--menu-text) 35%, transparent)',
        borderRadius: '8px',
        '&::placeholder': { color: 'var(--menu-soft)', opacity: 1 },
        '&:focus-visible': { outline: '2px solid var(--menu-text)', outlineOffset: -1 },
      }}
    />
  );
}
