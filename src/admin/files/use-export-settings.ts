import { useState } from 'react';
import { isFormatName, type FormatName } from '../../files/formats/formats.ts';
import { useSetting } from '../client/use-setting.ts';
import { useResource } from '../kit/use-resource.ts';
import { systemFields } from '../../descriptor/descriptor.ts';

/** How a file is written: by habit, whatever it is of. */
type FileForm = {
  format: FormatName;
  references: string;
  delimiter: string;
  decimal: string;
  bom: boolean;
};

type ExportSettings = FileForm & { fields: readonly string[] };

const usual: FileForm = {
  format: 'xlsx',
  references: 'key',
  delimiter: ',',
  decimal: '.',
  bom: false,
};

/** The settings of an export: those of the last one, to be changed, and to be kept once a file is made by them. */
export function useExportSettings() {
  const { resource } = useResource();
  const all = useExportable();
  const [form, keepForm] = useSetting<FileForm>('export');
  const [columns, keepColumns] = useSetting<readonly string[]>(`export.${resource.name}`);
  const [settings, set] = useState<ExportSettings>(() => {
    const known = form && isFormatName(form.format) ? form : usual;
    const kept = columns?.filter((name) => all.includes(name)) ?? [];
    return { ...usual, ...known, fields: kept.length > 0 ? kept : all };
  });
  const keep = (): void => {
    const { fields, ...rest } = settings;
    keepForm(rest);
    // Who takes all of them takes the next one that is declared too.
    keepColumns(fields.join() === all.join() ? undefined : fields);
  };
  const change = (changed: Partial<ExportSettings>): void => set({ ...settings, ...changed });
  return { settings, change, keep };
}

/** What only text tables can have is not said of others. */
export function toOptions({ format, references, delimiter, decimal, bom }: ExportSettings) {
  return {
    _references: references,
    ...(format === 'csv' && { _delimiter: delimiter }),
    ...(isTextTable(format) && { _decimal: decimal, _bom: String(bom) }),
  };
}

export function isTextTable(format: FormatName): boolean {
  return format === 'csv' || format === 'tsv';
}

/** The columns a file can have besides `_id` and `_version`, in the order the server has them. */
export function useExportable(): string[] {
  const { readable, find } = useResource();
  const stamps = systemFields.filter((name) => !name.startsWith('_') && find(name));
  return [...readable.map(({ name }) => name), ...stamps];
}
