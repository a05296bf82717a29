import AddIcon from '@mui/icons-material/Add';
import DragIcon from '@mui/icons-material/DragIndicator';
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import { Box, Button, FormHelperText } from '@mui/material';
import { useEffect, useId, useRef, useState, type ComponentType } from 'react';
import { insertAt } from '../../../../descriptor/edits/edit.ts';
import { isSameJson, type JsonObject } from '../../../../descriptor/json-object.ts';
import { nameToLabel } from '../../../../descriptor/name-to-label.ts';
import { asObject } from '../../../../descriptor/read/draft.ts';
import type { Schema } from '../../../../descriptor/read/schema-at.ts';
import type { Path } from '../../../../descriptor/read/source-text.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { announce } from '../../../kit/status/announcer.ts';
import { useTexts } from '../../../messages/texts.ts';
import { useLabelOf } from './use-label-of.ts';
import { useStructureDraft } from '../draft/use-structure-draft.ts';
import { EntryTools } from './entry-tools.tsx';
import { moveEntry, removeEntry } from './list-edits.ts';
import { handleSx } from './name-list.tsx';
import { dragProps, dropProps, moveKeys, moveWithFocus } from './reorder.ts';
import { useSettingNames, type NamedPart } from './setting-context.ts';
import { Help, SettingLabel, type SettingInputProps } from './setting-help.tsx';
import { entryOf, settingsOf, type Setting, type SettingKind } from './to-settings.ts';
import { useProblems } from './use-problems.ts';
import { useSettingWords } from './use-setting-words.ts';

type ListInputProps = Omit<SettingInputProps, 'onChange'> & {
  path: Path;
  /** Whether entries show their settings before somebody opens them. */
  startsOpen?: boolean;
  /** Draws the settings of an entry. As a property, because they may be lists too. */
  Settings: ComponentType<{ path: Path; schema: Schema; isReadOnly: boolean }>;
};

/** Entries that each have settings: added, opened, ordered and removed here. */
export function ListInput(props: ListInputProps) {
  const { path, setting, value, problem, isReadOnly = false, startsOpen = false } = props;
  const { entry: texts } = useTexts('structure-fields');
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
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
        {list.map((_, at) => {
          const key = keys[at] ?? at;
          return (
            <Entry
              key={key}
              {...{ path, at, edits, isReadOnly }}
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

function useListEdits({ path, setting }: ListInputProps, list: readonly unknown[]) {
  const { edit } = useStructureDraft();
  const { entry: texts } = useTexts('structure-fields');
  const summaryOf = useSummary(setting);
  const count = list.length;
  const { isRequired } = setting;
  const place = (at: number, to: number) =>
    edit((files) =>
      moveEntry(files, { list: path, at, value: list[at] }, { list: path, at: to, count }),
    );
  return {
    place,
    summaryOf: (at: number): string => summaryOf(list[at], at),
    mover: (at: number, way: -1 | 1) => {
      if (at + way < 0 || at + way >= count) return undefined;
      return () => {
        moveWithFocus(() => place(at, at + (way > 0 ? 2 : -1)));
        const words = { name: summaryOf(list[at], at), place: at + way + 1, count };
        announce(fillTemplate(texts.moved, words));
      };
    },
    add: () =>
      edit((files) => insertAt(files, path, { key: count, value: startOf(setting, list) })),
    remove: (at: number) =>
      edit((files) => removeEntry(files, { list: path, at }, { count, isRequired })),
  };
}

type EntryProps = Pick<ListInputProps, 'path' | 'Settings'> & {
  schema: Schema;
  at: number;
  itemKey: number;
  edits: ReturnType<typeof useListEdits>;
  isReadOnly: boolean;
  isOpen: boolean;
  /** Somebody has just added it, so its first input gets the focus. */
  isNew: boolean;
  onToggle: () => void;
};

function Entry({ at, itemKey, edits, isOpen, isNew, onToggle, ...props }: EntryProps) {
  const { schema, isReadOnly, Settings } = props;
  const path = [...props.path, at];
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
          <Settings path={path} schema={schema} isReadOnly={isReadOnly} />
        </Box>
      )}
    </Box>
  );
}

type Known = { list: readonly unknown[]; keys: readonly number[]; next: number };

/**
 * Keys for the entries of a list, which have no names. An entry keeps its key when it moves, and when it alone changes,
 * also by an undo, so that it stays open and the focus stays in it. `next` is the key of the next new one.
 */
function useEntryKeys(list: readonly unknown[]): Omit<Known, 'list'> {
  const [known, setKnown] = useState<Known>(() => follow({ list: [], keys: [], next: 0 }, list));
  if (known.list === list || isSameJson(known.list, list)) return known;
  const now = follow(known, list);
  setKnown(now);
  return now;
}

function follow({ list: before, keys, next }: Known, list: readonly unknown[]): Known {
  const free = new Map(keys.map((key, at) => [key, before[at]]));
  const take = (key: number | undefined): number | undefined => {
    if (key === undefined || !free.has(key)) return undefined;
    free.delete(key);
    return key;
  };
  const same = list.map((entry) => take([...free].find(([, one]) => isSameJson(one, entry))?.[0]));
  let fresh = next;
  const followed = same.map((key, at) => key ?? take(keys[at]) ?? fresh++);
  return { list, keys: followed, next: fresh };
}

/** An entry in one line: its label, else what it names. */
function useSummary(setting: Setting) {
  const { entry: texts } = useTexts('structure-fields');
  const { collections, fields } = useSettingNames();
  const { optionOf } = useSettingWords();
  const parts: Partial<Record<SettingKind, readonly NamedPart[]>> = {
    collection: collections,
    field: fields,
  };
  const labelOf = useLabelOf();
  const settings = settingsOf(entryOf(setting));
  const worded = settings.find(({ kind, name }) => kind === 'localized' && name !== 'help');
  return (entry: unknown, at: number): string => {
    const value = asObject(entry);
    const words = settings.flatMap(({ name, kind }) => {
      const one = value[name];
      if (typeof one !== 'string' || kind === 'localized') return [];
      if (kind === 'option') return [optionOf(one)];
      return [parts[kind]?.find(([known]) => known === one)?.[1] ?? one];
    });
    const { name = value['key'] } = value;
    const usual = typeof name === 'string' ? nameToLabel(name) : words.slice(0, 2).join(' · ');
    const label = labelOf({ label: worded && value[worded.name] }, '');
    return label || usual || fillTemplate(texts.unnamed, { place: at + 1 });
  };
}

/** A new entry: a name that no other has, and the first of a few words where one is needed. */
function startOf(setting: Setting, list: readonly unknown[]): JsonObject {
  const needed = settingsOf(entryOf(setting)).filter(({ isRequired }) => isRequired);
  const taken = list.flatMap((entry) => Object.values(asObject(entry)));
  const stem = setting.name.replace(/s$/, '');
  const numbers = Array.from({ length: list.length + 1 }, (_, at) => `${stem}${at + 1}`);
  const free = numbers.find((one) => !taken.includes(one));
  return Object.fromEntries(
    needed.flatMap(({ name, kind, options }) => {
      const isName = kind === 'text' && (name === 'name' || name === 'key');
      const start = isName ? free : options[0];
      return kind === 'option' || isName ? [[name, start]] : [];
    }),
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
