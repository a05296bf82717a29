import { Box, Typography } from '@mui/material';
import { useMemo } from 'react';
import { displayTitle } from '../../../descriptor/title.ts';
import { DialogFrame } from '../../kit/dialog-frame.tsx';
import { uiOf } from '../../resource/field-value.tsx';
import { RelativeTime } from '../../kit/formats/relative-time.tsx';
import { useResource } from '../../kit/use-resource.ts';
import { wayText } from '../../kit/formats/way-text.ts';
import { useTexts } from '../../messages/texts.ts';
import { FieldView } from '../../record/form/field-slot.tsx';
import { PastTitles } from '../../record/history/past-titles.tsx';
import { PastFiles } from '../../record/past-files.tsx';
import { COLUMNS, toLayout, toSpans } from '../../record/record-layout.ts';
import { statesOfRecord, withoutHidden } from '../../record/form/use-field-states.ts';
import { Person } from './change-words.tsx';
import type { TrashedRecord } from './trash.ts';

type TrashedRecordDialogProps = {
  trashed: TrashedRecord;
  /** Undefined if the user may not restore it. */
  onRestore: (() => void) | undefined;
  onClose: () => void;
};

/** A deleted record, read-only as it was. */
export function TrashedRecordDialog({ trashed, onRestore, onClose }: TrashedRecordDialogProps) {
  const view = useResource();
  const { resource } = view;
  const texts = useTexts('changes');
  const { record, deletedAt, deletedBy, way } = trashed;
  const shown = useMemo(
    () =>
      withoutHidden(toLayout(view), statesOfRecord(resource, record))
        .flatMap(({ fields }) => fields)
        .filter(({ name }) => Object.hasOwn(record, name)),
    [view, resource, record],
  );
  const spans = useMemo(
    () => toSpans(shown, (field) => uiOf(field).width?.(field) ?? 'middle'),
    [shown],
  );
  return (
    <DialogFrame
      title={displayTitle(resource, record)}
      maxWidth="md"
      cancel={texts.close}
      action={onRestore && texts.trash.restore}
      {...(onRestore && { onAction: onRestore })}
      onClose={onClose}
    >
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 2 }}>
        {texts.trash.deleted} <RelativeTime moment={deletedAt} /> · <Person id={deletedBy} />
        {way !== null && ` · ${wayText(texts, trashed)}`}
      </Typography>
      <Box sx={gridSx}>
        <PastTitles titles={trashed.titles}>
          <PastFiles id={trashed._id}>
            {shown.map((field) => (
              <FieldView
                key={field.name}
                field={field}
                span={spans.get(field) ?? COLUMNS}
                record={record}
              />
            ))}
          </PastFiles>
        </PastTitles>
      </Box>
    </DialogFrame>
  );
}

const gridSx = {
  display: 'grid',
  containerType: 'inline-size',
  gridTemplateColumns: `repeat(${COLUMNS}, minmax(0, 1fr))`,
  columnGap: 2,
  rowGap: 1,
};
