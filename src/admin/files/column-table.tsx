import type { Look } from '../../contract/jobs.ts';
import { Box } from '@mui/material';
import { formats } from '../../files/formats/formats.ts';
import { ColumnRow } from './column-row.tsx';
import type { ColumnChoice, JobSettings } from './job-settings.ts';

type ColumnTableProps = {
  look: Look;
  settings: JobSettings;
  onChange: (columns: JobSettings['columns']) => void;
};

/** Each column of the file, with what is in it, and the field it is. */
export function ColumnTable({ look, settings: { columns }, onChange }: ColumnTableProps) {
  const isTable = formats[look.layout.format].isTable;
  const names = look.columns.map(({ name }) => name);
  const change = (name: string, choice: ColumnChoice): void =>
    onChange(new Map(columns).set(name, choice));
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {look.columns.map((column) => {
        const choice = columns.get(column.name);
        return choice === undefined ? null : (
          <ColumnRow
            key={column.name}
            column={column}
            choice={choice}
            hasTexts={isTable}
            columns={names}
            onChange={(changed) => change(column.name, changed)}
          />
        );
      })}
    </Box>
  );
}
