import { Box, Button, Paper, Typography } from '@mui/material';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Job } from '../../contract/jobs.ts';
import { mayDo } from '../../descriptor/access.ts';
import { useConfig } from '../client/config.tsx';
import { NativeSelect } from '../kit/native-select.tsx';
import { useTexts } from '../messages/texts.ts';
import { useText } from '../messages/use-text.ts';
import { ProblemAlert } from './problem-alert.tsx';
import { addSheets, suggestSheets } from './sheets.ts';

type OtherSheetsProps = { job: Job; sheet: string; sheets: readonly string[] };

/** The other sheets of a workbook, each with its collection; they become imports of their own. */
export function OtherSheets({ job, sheet, sheets }: OtherSheetsProps) {
  const { others: texts } = useTexts('import-sheets');
  const say = useText();
  const { descriptor, role } = useConfig();
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const { data: suggested = [] } = useQuery({
    queryKey: ['job-sheet-suggestions', job.id],
    queryFn: ({ signal }) => suggestSheets(job, signal),
  });
  const add = useMutation({
    mutationFn: (all: { sheet: string; resource: string }[]) =>
      addSheets(job, { sheet, sheets: all }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['job', job.id] }),
  });
  const resources = [...descriptor.resources.values()].filter((one) =>
    mayDo(descriptor, role, one, 'import'),
  );
  const rows = sheets
    .filter((name) => name !== sheet)
    .map((name) => {
      const guess = suggested.find((one) => one.sheet === name)?.resource ?? '';
      return { sheet: name, resource: Object.hasOwn(chosen, name) ? chosen[name]! : guess };
    });
  const taken = rows.filter(({ resource }) => resource !== '');
  return (
    <Paper variant="outlined" component="section" aria-label={texts.title} sx={partSx}>
      <Typography component="h3" variant="subtitle1" sx={{ fontWeight: 600 }}>
        {texts.title}
      </Typography>
      <Typography color="text.secondary">{texts.lead}</Typography>
      <Box sx={gridSx}>
        {rows.map(({ sheet: name, resource }) => (
          <NativeSelect
            key={name}
            label={name}
            value={resource}
            none={texts.leaveOut}
            options={resources.map((one) => [one.name, say(one.label)])}
            onChange={(to) => setChosen({ ...chosen, [name]: to })}
          />
        ))}
      </Box>
      <ProblemAlert error={add.error} />
      <Box>
        <Button
          variant="outlined"
          disabled={taken.length === 0}
          loading={add.isPending}
          onClick={() => add.mutate(taken)}
        >
          {texts.add}
        </Button>
      </Box>
    </Paper>
  );
}

const partSx = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5, p: 2 };

const gridSx = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 220px), 1fr))',
  gap: 1.5,
};
