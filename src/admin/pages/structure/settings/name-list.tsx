import DragIcon from '@mui/icons-material/DragIndicator';
import { Autocomplete, Box, createFilterOptions, TextField } from '@mui/material';
import { useState, type ReactNode } from 'react';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { announce } from '../../../kit/status/announcer.ts';
import { useTexts } from '../../../messages/texts.ts';
import { EntryTools } from './entry-tools.tsx';
import { dragProps, dropProps, moveKeys, moveWithFocus } from './reorder.ts';
import type { NamedPart } from './setting-context.ts';

type NameListProps = {
  /** The names in their order. */
  names: readonly string[];
  /** What can be named. */
  parts: readonly NamedPart[];
  /** Those that can be added, if not all that the list lacks. */
  offered?: readonly NamedPart[];
  /** Also names can be added that are not offered. */
  isOpen: boolean;
  isReadOnly: boolean | undefined;
  /** Names are dragged between all lists of a kind. */
  kind: string;
  /** What is dragged, for `onDrop`. */
  toDragged: (at: number) => string;
  onDrop: (dragged: string, at: number) => void;
  /** Moves a name one place; undefined where there is none. */
  moverOf: (at: number, way: -1 | 1) => (() => void) | undefined;
  onAdd: (name: string) => void;
  onRemove: (at: number) => void;
  /** Beside a name. */
  besides?: readonly ReactNode[];
};

/** Names of fields in an order that people change by dragging or by keys. */
export function NameList(props: NameListProps) {
  const { names, parts, isReadOnly = false, kind, onDrop, moverOf } = props;
  const { entry } = useTexts('structure-fields');
  const nameOf = (name: string): string => parts.find(([one]) => one === name)?.[1] ?? name;
  const move = (at: number, way: -1 | 1): void => {
    const mover = isReadOnly ? undefined : moverOf(at, way);
    if (!mover) return;
    moveWithFocus(mover);
    const place = { name: nameOf(names[at] ?? ''), place: at + way + 1, count: names.length };
    if (place.place > 0 && place.place <= names.length) announce(fillTemplate(entry.moved, place));
  };
  const mayMove = (at: number, way: -1 | 1) =>
    !isReadOnly && moverOf(at, way) ? () => move(at, way) : undefined;
  return (
    <Box
      {...dropProps(kind, (dragged) => onDrop(dragged, names.length))}
      sx={{ '&[data-drop]': { bgcolor: 'action.hover' } }}
    >
      <Box component="ul" sx={listSx}>
        {names.map((name, at) => (
          <Box
            component="li"
            // A name that stands twice is a problem; until then both are shown.
            key={names.indexOf(name) === at ? name : at}
            data-item={name}
            {...dropProps(kind, (dragged, isBelow) => onDrop(dragged, isBelow ? at + 1 : at))}
            onKeyDown={moveKeys((way) => move(at, way))}
            sx={rowSx}
          >
            {!isReadOnly && (
              <Box aria-hidden {...dragProps(kind, props.toDragged(at))} sx={handleSx}>
                <DragIcon fontSize="small" />
              </Box>
            )}
            <Box sx={{ flex: '0 1 auto', minWidth: 0, overflowWrap: 'anywhere' }}>
              {nameOf(name)} {nameOf(name) !== name && <Box component="code">{name}</Box>}
            </Box>
            {props.besides?.[at]}
            {!isReadOnly && (
              <EntryTools
                name={nameOf(name)}
                onUp={mayMove(at, -1)}
                onDown={mayMove(at, 1)}
                onRemove={() => props.onRemove(at)}
              />
            )}
          </Box>
        ))}
      </Box>
      {!isReadOnly && <AddName {...props} />}
    </Box>
  );
}

/** Chooses a field to add. */
function AddName({ names, parts, offered = parts, isOpen, onAdd }: NameListProps) {
  const { entry } = useTexts('structure-fields');
  const [typed, setTyped] = useState('');
  const options = offered.filter(([name]) => !names.includes(name));
  if (options.length === 0 && !isOpen) return null;
  return (
    <Autocomplete<NamedPart, false, false, boolean>
      size="small"
      freeSolo={isOpen}
      options={options}
      value={null}
      inputValue={typed}
      onInputChange={(_, text, reason) => {
        if (reason !== 'blur') setTyped(reason === 'input' ? text : '');
      }}
      onChange={(_, chosen) => {
        const text = typeof chosen === 'string' ? chosen.trim() : '';
        const named = options.find((one) => one.slice(0, 2).some((word) => isSameText(word, text)));
        const name = typeof chosen === 'string' ? (named?.[0] ?? text) : (chosen?.[0] ?? '');
        if (name !== '' && !names.includes(name)) onAdd(name);
      }}
      getOptionLabel={(option) => (typeof option === 'string' ? option : option[1])}
      getOptionKey={(option) => (typeof option === 'string' ? option : option[0])}
      filterOptions={find}
      renderInput={(params) => <TextField {...params} label={entry.addField} sx={{ m: 0 }} />}
      sx={{ mt: 1, maxWidth: 372 }}
    />
  );
}

function isSameText(one: string | undefined, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase();
}

/** By the label and by the name. A list of all paths would be long. */
const find = createFilterOptions<NamedPart>({
  stringify: ([name, label]) => `${label} ${name}`,
  limit: 100,
});

const listSx = { m: 0, p: 0, listStyle: 'none', display: 'grid' };

const rowSx = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  minHeight: 36,
  borderBottom: 1,
  borderColor: 'divider',
  '& code': { color: 'text.secondary' },
  '&[data-drop="above"]': { boxShadow: 'inset 0 2px 0' },
  '&[data-drop="below"]': { boxShadow: 'inset 0 -2px 0' },
};

export const handleSx = {
  display: 'flex',
  p: 0.5,
  cursor: 'grab',
  color: 'text.secondary',
};
