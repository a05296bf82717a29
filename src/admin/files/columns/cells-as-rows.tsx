import { Alert, Box, Button } from '@mui/material';
import { useId, useState } from 'react';
import type { Inspection, JobRequest } from '../../../contract/jobs.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { wideLayout } from '../../../files/formats/file-layout.ts';
import { NativeSelect } from '../../kit/native-select.tsx';
import { Hint } from '../../kit/hint.tsx';
import { useI18n } from '../../kit/use-i18n.ts';
import { useResource } from '../../kit/use-resource.ts';
import { useTexts } from '../../messages/texts.ts';
import { CheckField } from '../../resource/check-field.tsx';

type CellsAsRowsProps = {
  inspection: Inspection;
  /** The columns of the file, before the steps. */
  own: ReadonlySet<string>;
  onChange: (layout: JobRequest['layout']) => void;
};

/** Makes a record of each cell in columns such as one for each substance, or of each row again. */
export function CellsAsRows(props: CellsAsRowsProps) {
  const { inspection, onChange } = props;
  const { cells: texts } = useTexts('files').columns;
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { layout, unpivot: proposed } = inspection;
  if (layout.unpivot) {
    const { columns, head, cell } = layout.unpivot;
    const takeBack = (): void => onChange(wideLayout(layout));
    return (
      <Alert
        severity="info"
        // On a phone the button stands below, or the text would be a narrow column.
        sx={{ flexWrap: 'wrap', '& .MuiAlert-message': { flex: '1 1 200px' } }}
        action={
          <Button color="inherit" size="small" sx={{ whiteSpace: 'nowrap' }} onClick={takeBack}>
            {texts.takeBack}
          </Button>
        }
      >
        {fillTemplate(texts.done, { columns: columns.join(', '), head, cell })}
      </Alert>
    );
  }
  return (
    <>
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, ml: '-5px' }}
      >
        <Button
          size="small"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {texts.open}
        </Button>
        {proposed && (
          <Hint variant="caption">
            {fillTemplate(texts.proposed, { columns: proposed.join(', ') })}
          </Hint>
        )}
      </Box>
      {isOpen && <CellsForm id={id} {...props} />}
    </>
  );
}

/** Chooses the columns, and the fields that the names above their cells and the cells are for. */
function CellsForm({ id, inspection, own, onChange }: CellsAsRowsProps & { id: string }) {
  const { cells: texts } = useTexts('files').columns;
  const { say } = useI18n();
  const { find, writable } = useResource();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(inspection.unpivot));
  const [head, setHead] = useState('');
  const [cell, setCell] = useState('');
  const options = writable.map(({ name, label }) => [name, say(label)] as const);
  const fields = { none: '–', options };
  // A column with the label of a field is for this field, unless the file has one.
  const nameOf = (name: string): string => {
    const field = find(name);
    const label = field ? say(field.label) : name;
    return own.has(label) ? name : label;
  };
  const choose = (name: string, is: boolean): void =>
    setChosen(new Set([...own].filter((one) => (one === name ? is : chosen.has(one)))));
  const apply = (): void =>
    onChange({
      ...inspection.layout,
      unpivot: { columns: [...chosen], head: nameOf(head), cell: nameOf(cell) },
    });
  const isComplete = chosen.size > 0 && head !== '' && cell !== '' && head !== cell;
  return (
    <Box id={id} role="group" aria-label={texts.open} sx={openedSx}>
      <Hint>{texts.lead}</Hint>
      <Box role="group" aria-label={texts.columns} sx={columnsSx}>
        {[...own].map((name) => (
          <CheckField
            key={name}
            label={name}
            checked={chosen.has(name)}
            sx={{ m: 0, overflowWrap: 'anywhere' }}
            onChange={(is) => choose(name, is)}
          />
        ))}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, '& > *': { flex: '1 1 200px' } }}>
        <NativeSelect label={texts.head} value={head} {...fields} onChange={setHead} />
        <NativeSelect label={texts.cell} value={cell} {...fields} onChange={setCell} />
      </Box>
      <Button
        variant="outlined"
        size="small"
        disabled={!isComplete}
        onClick={apply}
        sx={{ justifySelf: 'start', backgroundColor: 'background.paper' }}
      >
        {texts.apply}
      </Button>
    </Box>
  );
}

/** Inputs that somebody has opened below a button. */
export const openedSx = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 1.5,
  p: { xs: 1, sm: 2 },
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  backgroundColor: 'action.hover',
};

const columnsSx = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 170px), 1fr))',
  maxHeight: 220,
  overflow: 'auto',
};
