import DeleteIcon from '@mui/icons-material/Delete';
import DragIcon from '@mui/icons-material/DragIndicator';
import EditIcon from '@mui/icons-material/Edit';
import DownloadIcon from '@mui/icons-material/FileDownload';
import { Box, IconButton, Menu, MenuItem, TextField } from '@mui/material';
import { useState, type KeyboardEvent } from 'react';
import { showBidi } from '../../fields/text/direction-signs.ts';
import { useFileLink, withFileOption, type FilePlace } from '../../fields/files/file-context.tsx';
import { shortType } from '../../fields/files/file-endings.ts';
import { titleOfFile, type FileValue } from '../../fields/files/file-value.ts';
import { fillTemplate } from '../../fields/problems/fill-template.ts';
import { FilePicture } from '../../fields/screen/file-picture.ui.tsx';
import { toSizeText } from '../../fields/problems/size-text.ts';
import { Hint } from '../kit/hint.tsx';
import { useI18n } from '../kit/use-i18n.ts';
import { useTexts } from '../messages/texts.ts';
import { RowButton, rowSx } from './row-parts.tsx';
import { useDrop } from './use-drop.ts';
import CheckIcon from '@mui/icons-material/Check';
import CloseIcon from '@mui/icons-material/Close';
import { call } from '../client/http.ts';
import { useNotifyError } from '../client/use-notify-error.ts';

type FileRowProps = {
  file: FileValue;
  /** The record that has it; none if it was uploaded here. */
  place: FilePlace | undefined;
  /** Its place among the files, if there can be several. */
  order: { index: number; count: number; onMove: (from: number, to: number) => void } | undefined;
  onOpen: () => void;
  /** The file that it becomes: files never change, so another title makes another file. */
  onRename: (file: FileValue) => void;
  onRemove: () => void;
};

/** The place in its list of the dragged file. */
const DRAGGED = 'application/x-backoffice-file';

/** A file of the value, and what can be done with it. */
export function FileRow({ file, place, order, onOpen, onRename, onRemove }: FileRowProps) {
  const [isRenaming, setRenaming] = useState(false);
  // Another file that is dropped here takes its place.
  const { isOver, events } = useDrop(
    ({ types }) => order !== undefined && types.includes(DRAGGED),
    (data) => order?.onMove(Number(data.getData(DRAGGED)), order.index),
  );
  const name = showBidi(titleOfFile(file));
  const url = useFileLink(file, place);
  return (
    <Box
      component="li"
      data-file={file.id}
      {...events}
      sx={{ ...rowSx, ...(isOver && { borderColor: 'primary.main' }) }}
    >
      {order && order.count > 1 && <DragHandle name={name} order={order} />}
      <FilePicture file={file} place={place} size={40} />
      {isRenaming ? (
        // A phone has no room for more beside the input.
        <TitleForm
          file={file}
          place={place}
          onDone={(renamed) => {
            setRenaming(false);
            if (renamed) onRename(renamed);
          }}
        />
      ) : (
        <FileParts {...{ file, url, name, onOpen, onRemove }} onEdit={() => setRenaming(true)} />
      )}
    </Box>
  );
}

type FilePartsProps = Pick<FileRowProps, 'file' | 'onOpen' | 'onRemove'> & {
  url: string | undefined;
  name: string;
  onEdit: () => void;
};

/** The title of a file, which opens it, what it is, and the buttons for it. */
function FileParts({ file, url, name, onOpen, onEdit, onRemove }: FilePartsProps) {
  const texts = useTexts('uploads');
  const { language } = useI18n();
  const facts = [
    ...(file.title === undefined ? [] : [showBidi(file.name)]),
    shortType(file.type),
    toSizeText(file.size, language),
  ];
  return (
    <>
      <Box sx={{ flex: 1, minWidth: 0, pl: 0.5 }}>
        <Box
          component="button"
          type="button"
          onClick={onOpen}
          title={fillTemplate(texts.open, { name })}
          sx={openSx}
        >
          {name}
        </Box>
        <Hint variant="caption" component="p" sx={{ overflowWrap: 'anywhere' }}>
          {facts.join(' · ')}
        </Hint>
      </Box>
      <RowButton label={fillTemplate(texts.editTitle, { name })} onClick={onEdit}>
        <EditIcon fontSize="small" />
      </RowButton>
      {url !== undefined && (
        <RowButton
          label={fillTemplate(texts.download, { name })}
          href={withFileOption(url, 'download', 'true')}
        >
          <DownloadIcon fontSize="small" />
        </RowButton>
      )}
      <RowButton label={fillTemplate(texts.remove, { name })} onClick={onRemove}>
        <DeleteIcon fontSize="small" />
      </RowButton>
    </>
  );
}

type DragHandleProps = { name: string; order: NonNullable<FileRowProps['order']> };

/** Moves a file among the others: by dragging, and by the menu for those who cannot drag. Alt with an arrow works in the whole row. */
function DragHandle({ name, order: { index, count, onMove } }: DragHandleProps) {
  const texts = useTexts('uploads');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const move = (by: -1 | 1): void => {
    setAnchor(null);
    onMove(index, index + by);
  };
  return (
    <>
      <IconButton
        size="small"
        draggable
        data-move
        aria-label={fillTemplate(texts.move, { name })}
        title={texts.moveHint}
        aria-haspopup="menu"
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        onDragStart={({ dataTransfer }) => {
          dataTransfer.setData(DRAGGED, String(index));
          dataTransfer.effectAllowed = 'move';
        }}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        sx={{ cursor: 'grab', p: 0.25 }}
      >
        <DragIcon fontSize="small" />
      </IconButton>
      {anchor && (
        <Menu open anchorEl={anchor} onClose={() => setAnchor(null)}>
          <MenuItem disabled={index === 0} onClick={() => move(-1)}>
            {texts.moveUp}
          </MenuItem>
          <MenuItem disabled={index === count - 1} onClick={() => move(1)}>
            {texts.moveDown}
          </MenuItem>
        </Menu>
      )}
    </>
  );
}

const openSx = {
  display: 'block',
  maxWidth: '100%',
  p: 0,
  border: 0,
  bgcolor: 'transparent',
  color: 'primary.main',
  font: 'inherit',
  typography: 'body2',
  textAlign: 'start',
  cursor: 'pointer',
  overflowWrap: 'anywhere',
  unicodeBidi: 'plaintext',
  '&:hover': { textDecoration: 'underline' },
} as const;

type TitleFormProps = {
  file: FileValue;
  place: FilePlace | undefined;
  /** With the file that has the new title; without one, the old title stays. */
  onDone: (file?: FileValue) => void;
};

/** The title of a file as an input. An empty title shows the name again. */
function TitleForm({ file, place, onDone }: TitleFormProps) {
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
