import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  Radio,
  Typography,
} from '@mui/material';
import { useId, useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { systemFieldTable } from '../../../descriptor/system-fields.ts';
import { useText } from '../../use-text.ts';
import { FieldValue, isNothing } from '../field-value.tsx';
import { toConflicts, toMerged, type Conflict, type Side } from './conflict.ts';
import type { RecordForm } from './use-record-form.ts';
import type { Meanwhile } from './use-save.ts';

type ConflictDialogProps = {
  work: RecordForm;
  meanwhile: Meanwhile;
  isSaving: boolean;
  /** Saves the form, which by then holds what was chosen upon the newer record. */
  onSave: () => void;
  onClose: () => void;
};

/** Both versions side by side, and a choice for each field that is not the same in them. */
export function ConflictDialog({
  work,
  meanwhile,
  isSaving,
  onSave,
  onClose,
}: ConflictDialogProps) {
  const { current, changes } = meanwhile;
  const translate = useTranslate();
  const notify = useNotify();
  const title = useId();
  const [conflicts, setConflicts] = useState(() =>
    toConflicts(work.fields, { base: work.base ?? {}, current, changes }),
  );
  const open = conflicts.filter((conflict) => conflict.chosen === undefined).length;
  const choose = (chosen: Side, field?: Conflict['field']): void =>
    setConflicts(
      conflicts.map((conflict) =>
        (field === undefined || conflict.field === field) &&
        !(conflict.isTheirs && field === undefined)
          ? { ...conflict, chosen }
          : conflict,
      ),
    );

  const save = (): void => {
    const merged = toMerged(conflicts);
    work.rebase(current, merged);
    onClose();
    if (Object.keys(merged).length > 0) onSave();
    else notify('conflict.theirs_taken');
  };

  return (
    <Dialog open fullWidth maxWidth="md" aria-labelledby={title} onClose={onClose}>
      <DialogTitle id={title}>
        <ChangedBy record={current} />
      </DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 2 }}>{translate('conflict.lead')}</DialogContentText>
        <Box sx={gridSx}>
          <HeadCell />
          <HeadCell label={translate('conflict.theirs')} onChoose={() => choose('theirs')} />
          <HeadCell label={translate('conflict.mine')} onChoose={() => choose('mine')} />
          {conflicts.map((conflict) => (
            <ConflictRow
              key={conflict.field.name}
              conflict={conflict}
              onChoose={(side) => choose(side, conflict.field)}
            />
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Typography role="status" variant="body2" color="text.secondary" sx={{ mr: 'auto', pl: 2 }}>
          {open > 0 && translate('conflict.open', { smart_count: open })}
        </Typography>
        <Button color="inherit" onClick={onClose}>
          {translate('conflict.back')}
        </Button>
        <Button variant="contained" disabled={open > 0} loading={isSaving} onClick={save}>
          {translate('form.save')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function ChangedBy({ record }: { record: Meanwhile['current'] }) {
  const translate = useTranslate();
  const by = record.updatedBy as unknown;
  return (
    <>
      {translate('conflict.title')}
      <Typography component="div" variant="body2" color="text.secondary">
        {translate('conflict.changed_at')}{' '}
        <FieldValue
          field={systemFieldTable.get('updatedAt')!}
          value={record.updatedAt}
          place="list"
        />
        {!isNothing(by) && (
          <>
            {` ${translate('form.by')} `}
            <FieldValue field={systemFieldTable.get('updatedBy')!} value={by} place="list" />
          </>
        )}
      </Typography>
    </>
  );
}

function HeadCell({ label, onChoose }: { label?: string; onChoose?: () => void }) {
  const translate = useTranslate();
  return (
    <Box
      sx={{
        px: 1.5,
        py: 1,
        bgcolor: 'action.hover',
        display: 'flex',
        alignItems: 'center',
        gap: 1,
      }}
    >
      <Typography variant="subtitle2" component="span">
        {label}
      </Typography>
      {onChoose && (
        <Button
          size="small"
          onClick={onChoose}
          aria-label={`${translate('conflict.all')}: ${label}`}
        >
          {translate('conflict.all')}
        </Button>
      )}
    </Box>
  );
}

function ConflictRow({
  conflict,
  onChoose,
}: {
  conflict: Conflict;
  onChoose: (side: Side) => void;
}) {
  const say = useText();
  const { field, chosen } = conflict;
  const label = say(field.label);
  return (
    <Box role="radiogroup" aria-label={label} sx={{ display: 'contents' }}>
      <Typography variant="body2" sx={{ p: 1.5, fontWeight: 600 }}>
        {label}
      </Typography>
      {(['theirs', 'mine'] as const).map((side) => (
        <SideCell
          key={side}
          conflict={conflict}
          side={side}
          isChosen={chosen === side}
          onChoose={() => onChoose(side)}
        />
      ))}
    </Box>
  );
}

type SideCellProps = { conflict: Conflict; side: Side; isChosen: boolean; onChoose: () => void };

function SideCell({ conflict, side, isChosen, onChoose }: SideCellProps) {
  const say = useText();
  const translate = useTranslate();
  const { field } = conflict;
  return (
    <Box onClick={onChoose} sx={{ ...cellSx, bgcolor: isChosen ? 'action.selected' : undefined }}>
      <Radio
        size="small"
        name={`conflict-${field.name}`}
        checked={isChosen}
        onChange={onChoose}
        slotProps={{
          input: { 'aria-label': `${say(field.label)}: ${translate(`conflict.${side}`)}` },
        }}
        sx={{ p: 0.5, mt: -0.5 }}
      />
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <FieldValue field={field} value={conflict[side]} place="page" />
      </Box>
    </Box>
  );
}

const gridSx = {
  display: 'grid',
  gridTemplateColumns: { xs: '1fr 1fr', sm: 'minmax(120px, 1fr) 2fr 2fr' },
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  overflow: 'hidden',
  '& > :first-of-type, & > [role=radiogroup] > p': { gridColumn: { xs: '1 / -1', sm: 'auto' } },
};

const cellSx = {
  display: 'flex',
  gap: 0.5,
  alignItems: 'flex-start',
  p: 1.5,
  borderTop: 1,
  borderColor: 'divider',
  cursor: 'pointer',
};
