import Box from '@mui/material/Box';
import { Fragment, useEffect, type ReactElement } from 'react';
import { MarkedText } from '../../../fields/screen/marked.ui.tsx';
import { useTexts } from '../../messages/texts.ts';

type CommandListProps = {
  id: string;
  groups: readonly CommandGroup[];
  active: Command | undefined;
  onPoint: (command: Command) => void;
  onChoose: (command: Command, inNewTab: boolean) => void;
};

/** The commands below the input. The input keeps the focus and names the active command. */
export function CommandList({ id, groups, active, ...react }: CommandListProps) {
  const texts = useTexts('palette');

  useEffect(() => {
    const option = active && document.getElementById(optionId(id, active));
    option?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);

  return (
    <Box
      id={id}
      role="listbox"
      aria-label={texts.results}
      // A click must not take the focus from the input.
      onMouseDown={(event) => event.preventDefault()}
      sx={{ flex: 1, minHeight: 0, overflowY: 'auto', px: 1, pb: groups.length > 0 ? 1 : 0 }}
    >
      {groups.map((group) => (
        <Box key={group.key} role="group" aria-label={group.title}>
          <Box aria-hidden sx={titleSx}>
            {group.title}
          </Box>
          {group.commands.map((command) => (
            <Line
              key={command.id}
              id={optionId(id, command)}
              command={command}
              isActive={command.id === active?.id}
              {...react}
            />
          ))}
        </Box>
      ))}
    </Box>
  );
}

type LineProps = Pick<CommandListProps, 'onPoint' | 'onChoose'> & {
  id: string;
  command: Command;
  isActive: boolean;
};

function Line({ id, command, isActive, onPoint, onChoose }: LineProps) {
  return (
    <Box
      id={id}
      role="option"
      aria-selected={isActive}
      onMouseMove={() => !isActive && onPoint(command)}
      onClick={(event) => onChoose(command, event.ctrlKey || event.metaKey)}
      sx={lineSx}
    >
      {command.icon}
      <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <MarkedText text={command.label} words={command.words ?? []} />
        {command.note !== undefined && (
          <Box component="span" sx={{ ml: 1, color: 'text.secondary' }}>
            <MarkedText text={command.note} words={command.words ?? []} />
          </Box>
        )}
        {command.snippet && <SnippetLine {...command.snippet} />}
      </Box>
    </Box>
  );
}

function SnippetLine({ text, marks }: NonNullable<Command['snippet']>) {
  const ends = marks.map(({ end }) => end);
  return (
    <Box component="span" dir="auto" sx={snippetSx}>
      {marks.map(({ start, end }, at) => (
        <Fragment key={start}>
          {text.slice(ends[at - 1] ?? 0, start)}
          <mark>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(ends.at(-1) ?? 0)}
    </Box>
  );
}

const snippetSx = { display: 'block', color: 'text.secondary', fontSize: '0.8125rem' };

const titleSx = {
  px: 1,
  pt: 1.25,
  pb: 0.5,
  color: 'text.secondary',
  fontSize: '0.75rem',
  fontWeight: 600,
};

const lineSx = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.5,
  minHeight: 38,
  px: 1,
  py: 0.5,
  borderRadius: '8px',
  fontSize: '0.875rem',
  cursor: 'pointer',
  '& svg': { flexShrink: 0, color: 'text.secondary', fontSize: '1.25rem' },
  '&[aria-selected="true"]': {
    backgroundColor: 'action.selected',
    boxShadow: 'inset 3px 0 0 currentColor',
  },
};

/** The `id` of a command in the list, by which the input refers to it. */
export function optionId(list: string, { id }: Command): string {
  return `${list}-${id}`;
}

/**
 * One command of the palette. `to` is an address, which can also be opened in a new tab; what runs may have one for
 * that.
 */
export type Command = {
  /** Stable over time and in every language: recent commands are stored by it. */
  id: string;
  label: string;
  icon: ReactElement;
  /** Behind the label: why a record was found. */
  note?: string;
  /** On a line of its own: a part of the text in which it was found, and what to mark there. */
  snippet?: { text: string; marks: readonly { start: number; end: number }[] };
  /** The words to mark in both. */
  words?: readonly string[];
  /** Other text that finds it: its label in other languages. */
  also?: string;
} & ({ to: string } | { href: string } | { run: () => void; to?: string });

export type CommandGroup = { key: string; title: string; commands: readonly Command[] };

/** The commands with every typed word. First those that begin with the text, then those with a word that does. */
export function findCommands(commands: readonly Command[], typed: string): Command[] {
  const text = typed.trim().toLowerCase();
  if (text === '') return [...commands];
  const words = text.split(/\s+/);
  const wordStart = new RegExp(`(^|[^\\p{L}])${escape(words[0] ?? '')}`, 'u');
  const ranked = commands.flatMap((command) => {
    const names = [command.label, command.also ?? ''].join(' ').toLowerCase();
    if (!words.every((word) => names.includes(word))) return [];
    const label = command.label.toLowerCase();
    const later = wordStart.test(names) ? 1 : 2;
    return [{ command, rank: label.startsWith(text) ? 0 : later }];
  });
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ command }) => command);
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
