import CheckIcon from '@mui/icons-material/Check';
import CloseIcon from '@mui/icons-material/Close';
import { TextField } from '@mui/material';
import { useState, type KeyboardEvent } from 'react';
import { showBidi } from '../../fields/text/direction-signs.ts';
import type { FilePlace } from '../../fields/files/file-context.tsx';
import { titleOfFile, type FileValue } from '../../fields/files/file-value.ts';
import { fillTemplate } from '../../fields/problems/fill-template.ts';
import { call } from '../client/http.ts';
import { useNotifyError } from '../client/use-notify-error.ts';
import { useTexts } from '../messages/texts.ts';
import { RowButton } from './row-parts.tsx';

type TitleFormProps = {
  file: FileValue;
  place: FilePlace | undefined;
  /** With the file that has the new title; without one, the old title stays. */
  onDone: (file?: FileValue) => void;
};

/** The title of a file as an input. An empty title shows the name again. */
export function TitleForm({ file, place, onDone }: TitleFormProps) {
  const texts = useTexts('uploads');
  const notifyError = useNotifyError();
  const [text, setText] = useState(titleOfFile(file));
  const [isSaving, setSaving] = useState(false);
  const title = text.trim() === file.name ? '' : text.trim();
  const save = async (): Promise<void> => {
    if (title === (file.title ?? '')) return onDone();
    setSaving(true);
    try {
      onDone(await copyWithTitle(file, title, place));
    } catch (error) {
      setSaving(false);
      notifyError(error);
    }
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    // The form around it would save the record, or close.
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') void save();
    else onDone();
  };
  return (
    <>
      <TextField
        size="small"
        margin="none"
        fullWidth
        autoFocus
        value={text}
        disabled={isSaving}
        onChange={({ target }) => setText(target.value)}
        onFocus={({ target }) => target.select()}
        onKeyDown={press}
        slotProps={{
          htmlInput: {
            maxLength: 300,
            'aria-label': fillTemplate(texts.title, { name: showBidi(file.name) }),
          },
        }}
        sx={{ flex: 1, minWidth: 0 }}
      />
      <RowButton label={texts.saveTitle} onClick={() => void save()}>
        <CheckIcon fontSize="small" />
      </RowButton>
      <RowButton label={texts.keepTitle} onClick={() => onDone()}>
        <CloseIcon fontSize="small" />
      </RowButton>
    </>
  );
}

/** Files never change, so the server makes another one of the same bytes. */
async function copyWithTitle(
  { id }: FileValue,
  title: string,
  place: FilePlace | undefined,
): Promise<FileValue> {
  const body = { title, ...(place && { resource: place.resource, record: place.record }) };
  const path = `/api/files/${encodeURIComponent(id)}/copies`;
  return (await call<FileValue>(path, { method: 'POST', body })).json;
}
