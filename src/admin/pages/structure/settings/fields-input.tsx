import SortedIcon from '@mui/icons-material/ArrowUpward';
import { Box, Button } from '@mui/material';
import { createContext, use, useId } from 'react';
import { insertAt } from '../../../../descriptor/edits/edit.ts';
import { asTexts } from '../../../../descriptor/read/draft.ts';
import type { Path } from '../../../../descriptor/read/source-text.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { useTexts } from '../../../messages/texts.ts';
import { useStructureDraft } from '../draft/use-structure-draft.ts';
import { moveEntry, removeEntry, type ListEntry, type NextPlace } from './list-edits.ts';
import { NameList } from './name-list.tsx';
import { Help, SettingLabel, type SettingInputProps } from './setting-help.tsx';
import { usePathParts, type NamedPart } from './setting-context.ts';
import { takesPaths } from './to-settings.ts';

/** Lists of fields between which fields move, such as the sections of a form. */
export type FieldGroup = {
  kind: string;
  /** The fields that are in none of the lists. */
  offered: readonly NamedPart[];
  /** The nearest place of the list that follows or comes before. */
  beside: (list: Path, way: -1 | 1) => NextPlace | undefined;
};

export const FieldGroupContext = createContext<FieldGroup | undefined>(undefined);

type FieldsInputProps = Omit<SettingInputProps, 'onChange'> & { path: Path };

/** Fields of a collection in an order. Each change is an edit of one name. */
export function FieldsInput({ path, setting, value, problem, isReadOnly }: FieldsInputProps) {
  const { edit } = useStructureDraft();
  // A name can stand alone.
  const names = typeof value === 'string' ? [value] : asTexts(value);
  const group = use(FieldGroupContext);
  const count = names.length;
  const allowsPaths = takesPaths(setting);
  const id = useId();
  const toEntry = (at: number): ListEntry => ({ list: path, at, value: names[at] });
  return (
    <Box role="group" aria-labelledby={id} {...(group ? {} : { 'data-items': '' })}>
      <SettingLabel id={id} setting={setting} />
      <Help setting={setting} problem={problem} />
      <NameList
        names={names}
        parts={usePathParts(allowsPaths)}
        {...(group && { offered: group.offered })}
        isOpen={allowsPaths}
        isReadOnly={isReadOnly}
        kind={group?.kind ?? path.join('-')}
        toDragged={(at) => JSON.stringify(toEntry(at))}
        onDrop={(dragged, at) => {
          const entry: ListEntry = JSON.parse(dragged);
          edit((files) => moveEntry(files, entry, { list: path, at, count }));
        }}
        moverOf={(at, way) => {
          const isInside = at + way >= 0 && at + way < count;
          const here = { list: path, count, at: at + (way > 0 ? 2 : -1) };
          const to = isInside ? here : group?.beside(path, way);
          return to && (() => edit((files) => moveEntry(files, toEntry(at), to)));
        }}
        onAdd={(name) => edit((files) => insertAt(files, path, { key: count, value: name }))}
        onRemove={(at) =>
          edit((files) =>
            removeEntry(files, { list: path, at }, { count, isRequired: setting.isRequired }),
          )
        }
      />
    </Box>
  );
}

/** Fields by which records are sorted, first by the first. */
export function SortInput({ setting, value, problem, isReadOnly, onChange }: SettingInputProps) {
  const parts = usePathParts(true);
  const id = useId();
  const terms = typeof value === 'string' ? value.split(',').map((term) => term.trim()) : [];
  const names = terms.map((term) => term.replace(/^-/, ''));
  const set = (next: readonly string[]): void => onChange(next.join(',') || undefined);
  const place = (from: number, to: number): void => {
    const rest = terms.filter((_, at) => at !== from);
    set(rest.toSpliced(from < to ? to - 1 : to, 0, terms[from] ?? ''));
  };
  const nameOf = (name = ''): string => parts.find(([one]) => one === name)?.[1] ?? name;
  return (
    <Box role="group" aria-labelledby={id} data-items="">
      <SettingLabel id={id} setting={setting} />
      <Help setting={setting} problem={problem} />
      <NameList
        {...{ names, parts, isReadOnly }}
        isOpen
        kind={id.replaceAll(/\W/g, '')}
        toDragged={String}
        onDrop={(dragged, at) => place(Number(dragged), at)}
        moverOf={(at, way) =>
          at + way >= 0 && at + way < terms.length
            ? () => place(at, at + (way > 0 ? 2 : -1))
            : undefined
        }
        onAdd={(name) => set([...terms, name])}
        onRemove={(at) => set(terms.filter((_, one) => one !== at))}
        besides={terms.map((term, at) => (
          <Direction
            key={names[at]}
            name={nameOf(names[at])}
            isDown={term.startsWith('-')}
            isReadOnly={isReadOnly}
            onTurn={() => set(terms.with(at, term.startsWith('-') ? term.slice(1) : `-${term}`))}
          />
        ))}
      />
    </Box>
  );
}

type DirectionProps = {
  name: string;
  isDown: boolean;
  isReadOnly: boolean | undefined;
  onTurn: () => void;
};

function Direction({ name, isDown, isReadOnly = false, onTurn }: DirectionProps) {
  const { entry } = useTexts('structure-fields');
  return (
    <Button
      size="small"
      data-cell="direction"
      disabled={isReadOnly}
      startIcon={<SortedIcon sx={isDown ? { transform: 'rotate(180deg)' } : {}} />}
      aria-label={fillTemplate(isDown ? entry.descends : entry.ascends, { name })}
      onClick={onTurn}
    >
      {isDown ? entry.descending : entry.ascending}
    </Button>
  );
}
