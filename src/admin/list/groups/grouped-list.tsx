import { Box, type Theme } from '@mui/material';
import { useState, type KeyboardEvent } from 'react';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { isCommand } from '../../kit/keys/key-press.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { useResource } from '../../kit/use-resource.ts';
import { useTexts } from '../../messages/texts.ts';
import { GroupColumns } from './group-columns.tsx';
import { GroupRows, allOpen, noneOpen, toggleGroup } from './group-rows.tsx';
import { useGroups } from './use-groups.ts';
import './groups.css';

/**
 * The groups of the list as a tree (WAI-ARIA, Treegrid): rows with `aria-level` that open and close. The records of
 * an open group are a grid of their own.
 */
export function GroupedList() {
  const texts = useTexts('groups');
  const { say } = useI18n();
  const { resource } = useResource();
  const { fields } = useGroups();
  const [open, setOpen] = useState(noneOpen);
  const [active, setActive] = useState<string>();
  const toggle = (key: string): void => {
    setOpen(toggleGroup(open, key));
    setActive(key);
  };
  const closeAll = (): void => {
    setOpen(noneOpen);
    // It may be inside a group that is closed now, and Tab must reach a row.
    setActive(undefined);
  };
  const names = fields.map(({ label }) => say(label)).join(', ');
  return (
    <Box
      role="treegrid"
      tabIndex={-1}
      sx={coloursSx}
      className="gr-tree"
      aria-label={fillTemplate(texts.title, { list: say(resource.label), fields: names })}
      onClick={({ target }) => {
        const head = (target as Element).closest<HTMLElement>('[data-group]');
        if (head) toggle(head.dataset['group']!);
      }}
      onKeyDown={(event: KeyboardEvent<HTMLElement>) => move(event, toggle)}
      onFocus={({ target }) => {
        const { group } = (target as HTMLElement).dataset;
        if (group !== undefined) setActive(group);
      }}
    >
      <GroupColumns fields={fields} onOpenAll={() => setOpen(allOpen)} onCloseAll={closeAll} />
      <GroupRows
        // Other fields are other groups.
        key={names}
        fields={fields}
        level={1}
        within={[]}
        state={{ open, active }}
      />
    </Box>
  );
}

/** The colours of the theme for groups.css. */
const coloursSx = ({ palette }: Theme) => ({
  '--gr-line': palette.divider,
  '--gr-paper': palette.background.paper,
  '--gr-hover': palette.action.hover,
  '--gr-quiet': palette.text.secondary,
  '--gr-primary': palette.primary.main,
});

/** Up and down move to the next row; right opens and goes in, left closes and goes out; Enter does both. */
function move(event: KeyboardEvent<HTMLElement>, toggle: (key: string) => void): void {
  const row = event.target as HTMLElement;
  const key = row.dataset['group'];
  if (key === undefined || isCommand(event)) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-group]')];
  const at = rows.indexOf(row);
  const isOpen = row.getAttribute('aria-expanded') === 'true';
  const parent = rows.slice(0, at).findLast((each) => levelOf(each) < levelOf(row));
  const keys: Record<string, () => void> = {
    ArrowDown: () => rows[at + 1]?.focus(),
    ArrowUp: () => rows[at - 1]?.focus(),
    Home: () => rows[0]?.focus(),
    End: () => rows.at(-1)?.focus(),
    ArrowRight: () => (isOpen ? rows[at + 1]?.focus() : toggle(key)),
    ArrowLeft: () => (isOpen ? toggle(key) : parent?.focus()),
    Enter: () => toggle(key),
    ' ': () => toggle(key),
  };
  const act = keys[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}

function levelOf(row: HTMLElement): number {
  return Number(row.getAttribute('aria-level'));
}
