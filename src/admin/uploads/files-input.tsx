import { Box, FormControl, FormHelperText, FormLabel } from '@mui/material';
import { useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { useInput, useRecordContext } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { emptyOf } from '../../descriptor/field-check.ts';
import { showBidi } from '../../fields/text/direction-signs.ts';
import { useOpenFile, type FilePlace } from '../../fields/files/file-context.tsx';
import { useFilePlaces } from '../../fields/files/file-place.ui.ts';
import type { FileSettings } from '../../fields/files/file-settings.ts';
import { titleOfFile, type FileValue } from '../../fields/files/file-value.ts';
import type { FilesInputProps } from '../../fields/files/files-input-context.ui.ts';
import { fillTemplate } from '../../fields/problems/fill-template.ts';
import { Status } from '../kit/status/status.tsx';
import { visuallyHidden } from '../kit/visually-hidden.ts';
import { useTexts } from '../messages/texts.ts';
import { acceptedText } from './accepted.ts';
import { FileChoice } from './file-choice.tsx';
import { FileRow } from './file-row.tsx';
import { uploadsOf, useFormUploads } from './form-uploads.ts';
import { filesIn } from './new-files.ts';
import { useNewFiles } from './use-new-files.ts';
import { UploadRow } from './upload-row.tsx';

/** Chooses, drops and pastes files, which are uploaded at once; the value gets each of them when it has arrived. */
export function FilesInput(props: FilesInputProps) {
  const { field: declared, source, label, helperText, validate, isMany } = props;
  const texts = useTexts('uploads');
  const id = useId();
  const group = useRef<HTMLDivElement>(null);
  const { field, fieldState } = useInput({ source, validate });
  const [announcement, announce] = useState('');
  const settings = declared.settings as FileSettings & { maxFiles?: number };
  const list = useFileList(props, field, { group, announce });
  const { take, events, isOver } = useNewFiles(props, {
    group,
    onArrived: (file) => announce(fillTemplate(texts.done, { name: nameOf(file) })),
  });
  const onKeyDown = useFileKeys({
    group,
    move: (fileId, by) => {
      const from = list.files.findIndex((file) => file.id === fileId);
      list.move(from, from + by);
    },
  });
  const problem = fieldState.invalid ? fieldState.error?.message : undefined;
  const isReplacing = !isMany && list.files.length > 0;
  return (
    <FormControl
      ref={group}
      component="div"
      role="group"
      fullWidth
      error={fieldState.invalid}
      aria-labelledby={`${id}-label`}
      data-files
      onKeyDown={onKeyDown}
      onBlur={field.onBlur}
      {...events}
      sx={{ minWidth: 0, m: 0 }}
    >
      <FormLabel id={`${id}-label`} component="div" sx={{ fontSize: 12, mb: 0.5 }}>
        {label}
        {declared.required && <span aria-hidden> *</span>}
      </FormLabel>
      <FileList {...props} {...list} announce={announce} />
      <FileChoice
        {...{ settings, isMany, isReplacing, isOver }}
        describedBy={`${id}-text`}
        isInvalid={fieldState.invalid}
        onChoose={take}
      />
      <FormHelperText id={`${id}-text`} component="div" sx={{ mx: 0 }}>
        {problem && <div>{problem}</div>}
        <Box sx={{ color: 'text.secondary' }}>
          {acceptedText(settings, settings.maxFiles)}
          {helperText && <div>{helperText}</div>}
        </Box>
      </FormHelperText>
      <Box component={Status} sx={visuallyHidden}>
        {announcement}
      </Box>
    </FormControl>
  );
}

type Announcing = { group: RefObject<HTMLElement | null>; announce: (text: string) => void };

/** The files of the value. What moves or removes one is announced, and the focus goes to what is still there. */
function useFileList(
  { field: declared, isMany }: FilesInputProps,
  field: ReturnType<typeof useInput>['field'],
  { group, announce }: Announcing,
) {
  const texts = useTexts('uploads');
  const files = filesIn(field.value);
  const set = (next: readonly FileValue[]): void => {
    const value = isMany ? next : next[0];
    field.onChange(next.length === 0 ? emptyOf(declared) : value);
  };
  return {
    files,
    set,
    move(from: number, to: number): void {
      const moved = files[from];
      if (!moved || to < 0 || to >= files.length || from === to) return;
      flushSync(() => {
        set(files.toSpliced(from, 1).toSpliced(to, 0, moved));
        const place = { position: to + 1, count: files.length };
        announce(fillTemplate(texts.moved, { name: nameOf(moved), ...place }));
      });
      moveFocus(group.current, `[data-file="${moved.id}"] [data-move]`);
    },
    /** Removes a file or an upload by `forget`. */
    leave(text: string, name: string, forget: () => void): void {
      flushSync(() => {
        forget();
        announce(fillTemplate(text, { name }));
      });
      moveFocus(group.current, '[data-choose]');
    },
  };
}

type FileListProps = FilesInputProps &
  ReturnType<typeof useFileList> &
  Pick<Announcing, 'announce'>;

/** The files of the value, and below them those on their way. */
function FileList({ files, set, move, leave, announce, ...props }: FileListProps) {
  const { source, label, isMany } = props;
  const texts = useTexts('uploads');
  const { control, clearErrors } = useFormContext();
  const uploads = useFormUploads(control).filter((upload) => upload.source === source);
  const places = usePlaces(props);
  const open = useOpenFile();
  if (files.length + uploads.length === 0) return null;
  return (
    <Box component="ul" aria-label={fillTemplate(texts.files, { field: label })} sx={listSx}>
      {files.map((file, index) => (
        <FileRow
          key={file.id}
          file={file}
          place={places(file)}
          order={isMany ? { index, count: files.length, onMove: move } : undefined}
          onOpen={() => {
            const place = places(file);
            const others = files.filter((each) => places(each) === place);
            open(others, others.indexOf(file), place);
          }}
          onRename={(renamed) => set(files.with(index, renamed))}
          onRemove={() => leave(texts.removed, nameOf(file), () => set(files.toSpliced(index, 1)))}
        />
      ))}
      {uploads.map((upload) => (
        <UploadRow
          key={upload.key}
          upload={upload}
          onSay={announce}
          onRetry={() => {
            clearErrors(source);
            uploadsOf(control).retry(upload.key);
          }}
          onRemove={() =>
            leave(texts.cancelled, showBidi(upload.file.name), () => {
              clearErrors(source);
              uploadsOf(control).remove(upload.key);
            })
          }
        />
      ))}
    </Box>
  );
}

function nameOf(file: FileValue): string {
  return showBidi(titleOfFile(file));
}

/** The record that has a file: that of the form for those it began with. Others were uploaded here. */
function usePlaces({ source }: FilesInputProps): (file: FileValue) => FilePlace | undefined {
  const places = useFilePlaces(useRecordContext());
  const { formState } = useFormContext();
  const before = filesIn(formState.defaultValues?.[source]);
  const ids = new Set(before.map(({ id }) => id));
  return (file) => {
    const place = ids.has(file.id) ? places(file) : undefined;
    return place === 'own' ? undefined : place;
  };
}

const listSx = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 0.5,
  p: 0,
  m: 0,
  mb: 0.5,
  listStyle: 'none',
};

type FileKeys = {
  group: RefObject<HTMLElement | null>;
  /** Moves a file up (-1) or down among the others. */
  move: (id: string, by: -1 | 1) => void;
};

/** The keys of an input of files. Alt with an arrow moves the file of the row that has the focus. */
function useFileKeys({ group, move }: FileKeys) {
  return (event: KeyboardEvent): void => {
    const { key, altKey, shiftKey, target } = event;
    // A cell that is edited would be left by Tab: it knows text inputs only.
    if (key === 'Tab' && hasNextStop(group.current, target as HTMLElement, shiftKey))
      event.stopPropagation();
    const row = (target as Element).closest<HTMLElement>('[data-file]');
    if (!altKey || !row || (key !== 'ArrowUp' && key !== 'ArrowDown')) return;
    event.preventDefault();
    event.stopPropagation();
    move(row.dataset['file']!, key === 'ArrowUp' ? -1 : 1);
  };
}

const STOP = 'a[href], button:not([tabindex="-1"]), input:not([tabindex="-1"])';

function hasNextStop(group: HTMLElement | null, from: HTMLElement, isBack: boolean): boolean {
  const stops = [...(group?.querySelectorAll<HTMLElement>(STOP) ?? [])];
  return stops[stops.indexOf(from) + (isBack ? -1 : 1)] !== undefined;
}

/** Focuses a part of the input; what had the focus may be gone. */
function moveFocus(group: HTMLElement | null, part: string): void {
  group?.querySelector<HTMLElement>(part)?.focus();
}
