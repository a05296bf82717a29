import CloseIcon from '@mui/icons-material/Close';
import SearchIcon from '@mui/icons-material/Search';
import { Box, Dialog, IconButton, useMediaQuery } from '@mui/material';
import { useEffect, useEffectEvent, useId, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { visuallyHidden } from '../../kit/visually-hidden.ts';
import { useConfig } from '../../client/config.tsx';
import { useText } from '../../messages/use-text.ts';
import { type Command, CommandList, optionId } from './command-list.tsx';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { Status } from '../../kit/status/status.tsx';
import {
  chooseEarly,
  closePalette,
  typeInPalette,
  useChosenEarly,
  usePaletteText,
} from '../../kit/palette-state.ts';
import { BEFORE_RECORDS, useFoundRecords, type Search, useGroups } from './use-groups.tsx';
import { useTexts } from '../../messages/texts.ts';
import { useRecent } from '../../resource/kept-records.ts';
import { Keys } from '../../kit/keys/keys.tsx';

const LINES_PER_PAGE = 8;

/** Opens any page and runs any command the user may, by typing (WAI-ARIA Authoring Practices, Combobox). */
export function Palette() {
  const texts = useTexts('palette');
  const isNarrow = useMediaQuery(({ breakpoints }) => breakpoints.down('sm'));
  const list = useId();
  const title = useId();
  const typed = usePaletteText();
  const [active, setActive] = useState(0);
  const [recent, note] = useRecent();
  const finding = useFoundRecords(typed);
  const groups = useGroups(typed, finding, recent);
  const commands = groups.flatMap((group) => group.commands);
  const at = Math.min(active, commands.length - 1);
  const run = useRun(note);
  const early = useChosenEarly();
  // What comes before the records of the search is the same once they are there.
  const isSure = !finding.isSearching || at > 0 || BEFORE_RECORDS.has(groups[0]?.key ?? '');
  const runEarly = useEffectEvent(() => {
    if (commands[at]) run(commands[at], early === 'tab');
  });
  useEffect(() => {
    if (early !== undefined && isSure) runEarly();
  }, [early, isSure]);

  function press(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const command = commands[at];
    const next = moveIn(event.key, at, commands.length);
    if (next !== undefined) setActive(next);
    else if (event.key === 'Enter' && !isSure) chooseEarly(event.ctrlKey || event.metaKey);
    else if (event.key === 'Enter' && command) run(command, event.ctrlKey || event.metaKey);
    else return;
    event.preventDefault();
  }

  return (
    <Dialog
      open
      data-passing
      onClose={closePalette}
      fullScreen={isNarrow}
      fullWidth
      maxWidth="sm"
      // It opens on a key press, and users do not want to wait for an animation.
      transitionDuration={0}
      aria-labelledby={title}
      slotProps={{ paper: { sx: isNarrow ? wholeSx : paperSx } }}
    >
      <Box component="h2" id={title} sx={visuallyHidden}>
        {texts.title}
      </Box>
      <Box sx={fieldSx}>
        <SearchIcon aria-hidden sx={{ color: 'text.secondary' }} />
        <Box
          component="input"
          role="combobox"
          aria-label={texts.placeholder}
          aria-expanded={commands.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={commands[at] && optionId(list, commands[at])}
          placeholder={texts.placeholder}
          autoFocus
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            typeInPalette(event.currentTarget.value);
            setActive(0);
          }}
          onKeyDown={press}
          sx={inputSx}
        />
        {isNarrow && (
          // A phone has no Escape key, and no page visible beside the palette to tap.
          <IconButton edge="end" aria-label={texts.close} onClick={closePalette}>
            <CloseIcon />
          </IconButton>
        )}
      </Box>
      <CommandList
        id={list}
        groups={groups}
        active={commands[at]}
        onPoint={(command) => setActive(commands.indexOf(command))}
        onChoose={run}
      />
      <Trouble finding={finding} />
      <Count count={commands.length} isSearching={finding.isSearching} />
      <PaletteHints />
    </Dialog>
  );
}

/** Closes first, so that what opens next takes the focus from the page, not from the palette. */
function useRun(note: ReturnType<typeof useRecent>[1]) {
  const navigate = useNavigate();
  return (command: Command, inNewTab: boolean): void => {
    const { id, label } = command;
    if (!/^(all|file):/.test(id)) note(id.startsWith('record:') ? { id, label } : { id });
    closePalette();
    const to = 'to' in command ? command.to : undefined;
    if (inNewTab && to !== undefined) window.open(to, '_blank', 'noopener');
    else if ('run' in command) command.run();
    else if ('href' in command) window.open(command.href, '_blank', 'noopener');
    else void navigate(command.to);
  };
}

/** The number of commands, for screen readers. */
function Count({ count, isSearching }: { count: number; isSearching: boolean }) {
  const texts = useTexts('palette');
  const found = count === 0 ? texts.nothing : fillTemplate(texts.found, { count });
  return (
    <Box component={Status} sx={count === 0 ? emptySx : visuallyHidden}>
      {isSearching ? texts.searching : found}
    </Box>
  );
}

function Trouble({ finding: { found: collections, documents, failure } }: { finding: Search }) {
  const texts = useTexts('palette');
  const { descriptor } = useConfig();
  const say = useText();
  const late = collections.flatMap(({ resource, timedOut }) => {
    const { label } = descriptor.resources.get(resource) ?? {};
    return timedOut && label ? [say(label)] : [];
  });
  if (documents.timedOut) late.push(texts.documents);
  if (late.length === 0 && failure === undefined) return null;
  return (
    <Box role="alert" sx={{ px: 2, py: 1, color: 'warning.main', fontSize: '0.8125rem' }}>
      {failure === undefined
        ? texts.late.replace('{names}', late.join(', '))
        : texts.failed.replace('{reason}', failure)}
    </Box>
  );
}

const wholeSx = { border: 0, borderRadius: 0 };

const paperSx = { alignSelf: 'flex-start', mt: '8vh', maxHeight: '76vh' };

const fieldSx = {
  display: 'flex',
  flexShrink: 0,
  alignItems: 'center',
  gap: 1,
  px: 2,
  borderBottom: 1,
  borderColor: 'divider',
};

const inputSx = {
  flex: 1,
  minWidth: 0,
  height: 52,
  border: 0,
  outline: 0,
  background: 'none',
  color: 'text.primary',
  font: 'inherit',
  fontSize: '1rem',
  '&::placeholder': { color: 'text.secondary', opacity: 1 },
};

const emptySx = { px: 2, py: 3, color: 'text.secondary', textAlign: 'center' };

/** The line a key moves to; undefined for other keys. Up and down wrap around. */
function moveIn(key: string, at: number, count: number): number | undefined {
  const last = count - 1;
  if (count === 0) return undefined;
  switch (key) {
    case 'ArrowDown':
      return at === last ? 0 : at + 1;
    case 'ArrowUp':
      return at <= 0 ? last : at - 1;
    case 'PageDown':
      return Math.min(last, at + LINES_PER_PAGE);
    case 'PageUp':
      return Math.max(0, at - LINES_PER_PAGE);
    default:
      return undefined;
  }
}

/** What the keys do, for sighted users; the key list tells everyone. */
function PaletteHints() {
  const { hints } = useTexts('palette');
  return (
    <Box aria-hidden sx={hintsSx}>
      <Hint keys={['ArrowUp', 'ArrowDown']} text={hints.move} />
      <Hint keys={['Enter']} text={hints.open} />
      <Hint keys={['Ctrl+Enter']} text={hints.tab} />
      <Hint keys={['Escape']} text={hints.close} />
    </Box>
  );
}

function Hint({ keys, text }: { keys: readonly string[]; text: string }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
      <Keys of={keys} />
      {text}
    </Box>
  );
}

const hintsSx = {
  display: { xs: 'none', sm: 'flex' },
  flexShrink: 0,
  flexWrap: 'wrap',
  gap: 2,
  px: 2,
  py: 1,
  borderTop: 1,
  borderColor: 'divider',
  color: 'text.secondary',
  fontSize: '0.75rem',
};
