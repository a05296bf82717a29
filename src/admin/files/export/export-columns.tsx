import { mayExportThrough } from '../../../descriptor/access.ts';
import { useConfig } from '../../client/config.tsx';
import MoveDownIcon from '@mui/icons-material/KeyboardArrowDown';
import MoveUpIcon from '@mui/icons-material/KeyboardArrowUp';
import { Box, Button, IconButton, Typography } from '@mui/material';
import { requestedNames } from '../../../descriptor/column-field.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { CheckField } from '../../resource/check-field.tsx';
import { useResource, useFieldLabel } from '../../kit/use-resource.ts';
import { useTexts } from '../../messages/texts.ts';
import { useState } from 'react';
import { formats, isFormatName, type FormatName } from '../../../files/formats/formats.ts';
import { useSetting } from '../../client/use-setting.ts';
import { systemFields } from '../../../descriptor/descriptor.ts';
import { Hint } from '../../kit/hint.tsx';

type ExportColumnsProps = {
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
};

/** The columns of the file in their order, and below them the columns left out. */
export function ExportColumns({ chosen, onChange }: ExportColumnsProps) {
  const { export: texts } = useTexts('files');
  const { resource } = useResource();
  const labelOf = useFieldLabel();
  const { all, behind } = useExportable();
  const offered = [...all, ...behind];
  const others = offered.filter((name) => !chosen.includes(name));
  // A file holds an object whole, in one column, so that an import of it loses no part (docs/files.md).
  const heads = new Set(resource.list.columns.flatMap((path) => requestedNames(resource, path)));
  const listed = [...heads].filter((name) => offered.includes(name));
  const choices: [text: string, names: readonly string[]][] = [
    [texts.all, all],
    [texts.none, []],
    [texts.asListed, listed],
  ];
  return (
    <Box role="group" aria-label={texts.columns}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Typography sx={{ fontWeight: 600, mr: 1 }}>{texts.columns}</Typography>
        {choices.map(([text, names]) => (
          <Button key={text} size="small" onClick={() => onChange(names)}>
            {text}
          </Button>
        ))}
      </Box>
      <Box component="ul" sx={listSx}>
        {[...chosen, ...others].map((name, at) => {
          const label = labelOf(name);
          const isChosen = at < chosen.length;
          const mover = (by: -1 | 1, isEnd: boolean, Icon: typeof MoveUpIcon) => (
            <IconButton
              size="small"
              aria-label={fillTemplate(by < 0 ? texts.up : texts.down, { name: label })}
              aria-disabled={isEnd}
              disabled={!isChosen}
              onClick={() =>
                !isEnd && onChange(chosen.toSpliced(at, 1).toSpliced(at + by, 0, name))
              }
            >
              <Icon fontSize="small" />
            </IconButton>
          );
          return (
            <li key={name}>
              <CheckField
                label={label}
                checked={isChosen}
                onChange={(is) =>
                  onChange(is ? [...chosen, name] : chosen.filter((one) => one !== name))
                }
                sx={{ flex: 1, minWidth: 0 }}
              />
              {mover(-1, at === 0, MoveUpIcon)}
              {mover(1, at === chosen.length - 1, MoveDownIcon)}
            </li>
          );
        })}
      </Box>
      <Hint>{texts.lead}</Hint>
    </Box>
  );
}

const listSx = {
  maxHeight: 220,
  overflow: 'auto',
  m: 0,
  my: 1,
  px: 1,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  listStyle: 'none',
  '& li': { display: 'flex', alignItems: 'center' },
  // At the end of the list the button is only `aria-disabled`: a disabled one would lose the keyboard focus.
  '& [aria-disabled="true"]': { color: 'action.disabled' },
};

/** How a file is written. The user's choice is remembered for all resources. */
type FileForm = {
  format: FormatName;
  references: string;
  delimiter: string;
  decimal: string;
  bom: boolean;
};

export type ExportSettings = FileForm & {
  fields: readonly string[];
  /** The child lists whose records a table has too. */
  children: readonly string[];
  /** A ZIP with the files of the records. */
  withFiles: boolean;
};

const usual: FileForm = {
  format: 'xlsx',
  references: 'key',
  delimiter: ',',
  decimal: '.',
  bom: false,
};

/** The settings of an export. They start as those of the last export; `keep` stores them for the next one. */
export function useExportSettings() {
  const { resource } = useResource();
  const { all, behind } = useExportable();
  const [form, keepForm] = useSetting<FileForm>('export');
  const [columns, keepColumns] = useSetting<readonly string[]>(`export.${resource.name}`);
  const [settings, set] = useState<ExportSettings>(() => {
    const base = form && isFormatName(form.format) ? form : usual;
    const kept = columns?.filter((name) => all.includes(name) || behind.includes(name)) ?? [];
    return {
      ...usual,
      ...base,
      fields: kept.length > 0 ? kept : all,
      children: [],
      withFiles: false,
    };
  });
  const saveSettings = (): void => {
    const { fields, children: _, withFiles: __, ...rest } = settings;
    keepForm(rest);
    // If all columns are chosen, none are stored: the next export then also has columns declared later.
    keepColumns(fields.join() === all.join() ? undefined : fields);
  };
  const change = (changed: Partial<ExportSettings>): void => set({ ...settings, ...changed });
  return { settings, change, keep: saveSettings };
}

/** The settings as query parameters, without those that other formats have. */
export function toExportQuery({
  format,
  references,
  delimiter,
  decimal,
  bom,
  children,
  withFiles,
}: ExportSettings) {
  const isListed = children.length > 0 && formats[format].isTable;
  return {
    _references: references,
    ...(withFiles && { _files: 'true' }),
    ...(isListed && { _children: children.join(',') }),
    ...(format === 'csv' && { _delimiter: delimiter }),
    ...(isTextTable(format) && { _decimal: decimal, _bom: String(bom) }),
  };
}

export function isTextTable(format: FormatName): boolean {
  return format === 'csv' || format === 'tsv';
}

/**
 * The columns a file can have besides `_id` and `_version`, in the order the server uses; and those of other records,
 * which an import ignores.
 */
function useExportable(): { all: string[]; behind: string[] } {
  const { readable, find, resource } = useResource();
  const { descriptor, role } = useConfig();
  const stamps = systemFields.filter((name) => !name.startsWith('_') && find(name));
  const all = [...readable.map(({ name }) => name), ...stamps];
  const behind = resource.list.columns.filter(
    (path) =>
      resource.through.has(path) &&
      find(path) &&
      mayExportThrough(descriptor, role, resource, path),
  );
  return { all, behind };
}
