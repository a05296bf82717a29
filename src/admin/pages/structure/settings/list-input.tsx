import AddIcon from '@mui/icons-material/Add';
import DragIcon from '@mui/icons-material/DragIndicator';
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import { Box, Button, FormHelperText } from '@mui/material';
import { useEffect, useId, useRef, useState, type ComponentType } from 'react';
import type { Schema } from '../../../../descriptor/read/schema-at.ts';
import type { Path } from '../../../../descriptor/read/source-text.ts';
import { useTexts } from '../../../messages/texts.ts';
import { EntryTools } from './entry-tools.tsx';
import { handleSx } from './name-list.tsx';
import { dragProps, dropProps, moveKeys } from './reorder.ts';
import { Help, SettingLabel, type SettingInputProps } from './setting-help.tsx';
import { TypedText } from './text-inputs.tsx';
import { entryOf } from './to-settings.ts';
import { entriesIn, useEntryKeys, useListEdits } from './use-entries.ts';
import { useProblems } from './use-problems.ts';

type ListInputProps = Omit<SettingInputProps, 'onChange'> & {
  path: Path;
  /** Whether entries show their settings before somebody opens them. */
  startsOpen?: boolean;
  /** Draws the settings of an entry. As a property, because they may be lists too. */
  Settings: ComponentType<{ path: Path; schema: Schema; isReadOnly: boolean }>;
};

/** Entries that each have settings: added, opened, ordered and removed here, and renamed where they have names. */
export function ListInput(props: ListInputProps) {
  const { path, setting, value, problem, isReadOnly = false, startsOpen = false } = props;
  const { entry: texts } = useTexts('structure-fields');
  const list = entriesIn(value);
  const { keys, next } = useEntryKeys(list);
  const edits = useListEdits(props, list);
  const { isOpen, toggle, open } = useOpened(startsOpen);
  const [added, setAdded] = useState<number>();
  const id = useId();
  return (
    <Box role="group" aria-labelledby={id} data-items="">
      <SettingLabel id={id} setting={setting} />
      <Help setting={setting} problem={problem} />
      <Box component="ol" sx={listSx}>
        {list.map(([step], at) => {
          const key = keys[at] ?? at;
          return (
            <Entry
              key={key}
              {...{ path, at, step, edits, isReadOnly }}
              itemKey={key}
              isOpen={isOpen(key)}
              isNew={key === added}
              onToggle={() => toggle(key)}
              schema={entryOf(setting)}
              Settings={props.Settings}
            />
          );
        })}
      </Box>
      {!isReadOnly && (
        <Button
          startIcon={<AddIcon />}
          aria-describedby={id}
          onClick={() => {
            if (!edits.add()) return;
            open(next);
            setAdded(next);
          }}
        >
          {texts.add}
        </Button>
      )}
    </Box>
  );
}

/** Which entries somebody has opened or closed. */
function useOpened(startsOpen: boolean) {
  const [states, setStates] = useState<ReadonlyMap<number, boolean>>(new Map());
  const isOpen = (key: number): boolean => states.get(key) ?? startsOpen;
  const set = (key: number, isNow: boolean) => setStates(new Map(states).set(key, isNow));
  return {
    isOpen,
    toggle: (key: number) => set(key, !isOpen(key)),
    open: (key: number) => set(key, true),
  };
}

type EntryProps = Pick<ListInputProps, 'path' | 'Settings'> & {
  schema: Schema;
  at: number;
  /** The index, or the name of an entry that has one. */
  step: string | number;
  itemKey: number;
  edits: ReturnType<typeof useListEdits>;
  isReadOnly: boolean;
  isOpen: boolean;
  /** Somebody has just added it, so its first input gets the focus. */
  isNew: boolean;
  onToggle: () => void;
};

function Entry({ at, step, itemKey, edits, isOpen, isNew, onToggle, ...props }: EntryProps) {
  const { schema, isReadOnly, Settings } = props;
  const path = [...props.path, step];
  const kind = props.path.join('-');
  const { own, all } = useProblems(path);
  const problem = isOpen ? own : all;
  const summary = edits.summaryOf(at);
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isNew) body.current?.querySelector<HTMLElement>('input, select, textarea')?.focus();
  }, [isNew]);
  return (
    <Box
      component="li"
      data-item={itemKey}
      {...dropProps(kind, (from, isBelow) => edits.place(Number(from), isBelow ? at + 1 : at))}
      onKeyDown={moveKeys((way) => (isReadOnly ? undefined : edits.mover(at, way)?.()))}
      sx={cardSx}
    >
      <Box sx={{ display: 'flex', alignItems: 'center' }}>
        {!isReadOnly && (
          <Box aria-hidden {...dragProps(kind, String(at))} sx={handleSx}>
            <DragIcon fontSize="small" />
          </Box>
        )}
        <Button
          color="inherit"
          data-cell="open"
          aria-expanded={isOpen}
          startIcon={<ExpandMoreIcon sx={isOpen ? {} : { transform: 'rotate(-90deg)' }} />}
          onClick={onToggle}
          sx={{ minWidth: 0, textAlign: 'left', overflowWrap: 'anywhere' }}
        >
          {summary}
        </Button>
        {!isReadOnly && (
          <EntryTools
            name={summary}
            onUp={edits.mover(at, -1)}
            onDown={edits.mover(at, 1)}
            onRemove={() => edits.remove(at)}
          />
        )}
      </Box>
      {problem !== undefined && (
        <FormHelperText error sx={{ m: 0, px: 1 }}>
          {problem}
        </FormHelperText>
      )}
      {isOpen && (
        <Box ref={body} role="group" aria-label={summary} sx={{ display: 'grid', gap: 2, p: 1.5 }}>
          {typeof step === 'string' && (
            <NameInput name={step} isReadOnly={isReadOnly} onRename={edits.rename} />
          )}
          <Settings path={path} schema={schema} isReadOnly={isReadOnly} />
        </Box>
      )}
    </Box>
  );
}

type NameInputProps = {
  name: string;
  isReadOnly: boolean;
  onRename: (from: string, to: string) => void;
};

function NameInput({ name, isReadOnly, onRename }: NameInputProps) {
  const { add } = useTexts('structure-fields');
  return (
    <TypedText
      label={add.name}
      value={name}
      isReadOnly={isReadOnly}
      onText={(to) => onRename(name, to)}
    />
  );
}

const listSx = { m: 0, my: 1, p: 0, listStyle: 'none', display: 'grid', gap: 1 };

const cardSx = {
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.paper',
  minWidth: 0,
  '&[data-drop="above"]': { boxShadow: 'inset 0 3px 0' },
  '&[data-drop="below"]': { boxShadow: 'inset 0 -3px 0' },
};
