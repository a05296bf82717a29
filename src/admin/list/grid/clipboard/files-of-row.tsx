import { FormHelperText, TableCell } from '@mui/material';
import { useEffect, useEffectEvent, useRef, useState, type DragEvent } from 'react';
import { isMany } from '../../../../descriptor/field-check.ts';
import type { FileSettings } from '../../../../fields/files/file-settings.ts';
import type { Field } from '../../../../fields/type/field.ts';
import { useI18n } from '../../../kit/use-i18n.ts';
import { useResource } from '../../../kit/use-resource.ts';
import { Status } from '../../../kit/status/status.tsx';
import { useTexts } from '../../../messages/texts.ts';
import { FieldValue } from '../../../resource/field-value.tsx';
import { acceptAttribute } from '../../../uploads/accepted.ts';
import { Chooser } from '../../../uploads/file-choice.tsx';
import { failedText, progressOf, startUploads } from '../editing/cell-uploads.ts';

type FilesOfRowProps = {
  field: Field;
  value: unknown;
  /** The files that opened the dialog, if they were for this cell. */
  dropped: readonly File[] | undefined;
  /** Files are on their way; the promise is the value with them. */
  onFiles: (value: Promise<unknown>) => void;
};

/** The files of a new row: chosen, or dropped on the cell. They are uploaded at once, as in the form. */
export function FilesOfRow({ field, value, dropped, onFiles }: FilesOfRowProps) {
  const { resource } = useResource();
  const { say } = useI18n();
  const texts = useTexts('uploads');
  const [progress, setProgress] = useState('');
  const [said, setSaid] = useState('');
  const upload = async (files: readonly File[]): Promise<unknown> => {
    setSaid('');
    const started = await startUploads({ resource: resource.name, field, value, files });
    const stop = started.uploads.listen(() => setProgress(progressOf(started.uploads)));
    const failed = await started.uploads.settle();
    stop();
    setProgress('');
    setSaid(failedText(failed));
    return started.valueOf();
  };
  const isBegun = useRef(false);
  const begin = useEffectEvent(() => {
    if (dropped && !isBegun.current) onFiles(upload(dropped));
    isBegun.current = true;
  });
  useEffect(() => begin(), []);
  const onDrag = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    if (event.type === 'drop' && progress === '') onFiles(upload([...event.dataTransfer.files]));
  };
  const many = isMany(field);
  return (
    <TableCell
      sx={{ minWidth: 110, verticalAlign: 'top' }}
      aria-label={say(field.label)}
      onDragOver={onDrag}
      onDrop={onDrag}
    >
      <FieldValue field={field} value={value} place="list" />
      <Chooser
        label={many ? texts.chooseMany : texts.choose}
        input={{ accept: acceptAttribute(field.settings as FileSettings), multiple: many }}
        button={{ disabled: progress !== '' }}
        onChoose={(files) => onFiles(upload(files))}
      />
      <Status>{progress}</Status>
      <FormHelperText error sx={{ mt: 0 }}>
        {said}
      </FormHelperText>
    </TableCell>
  );
}
