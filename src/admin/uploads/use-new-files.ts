import { useContext, useEffect, useEffectEvent, type RefObject } from 'react';
import { useResourceContext } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import type { FileSettings } from '../../fields/files/file-settings.ts';
import type { FileValue } from '../../fields/files/file-value.ts';
import {
  FilesInputContext,
  type FilesInputProps,
} from '../../fields/files/files-input-context.ui.ts';
import { checkNewFiles, filesIn, namePasted, withFile } from './new-files.ts';
import { uploadsOf } from './form-uploads.ts';
import { useDrop } from './use-drop.ts';

type Parts = { group: RefObject<HTMLElement | null>; onArrived: (file: FileValue) => void };

/** Files that somebody chooses, drops or pastes: they are checked and uploaded. */
export function useNewFiles(props: FilesInputProps, { group, onArrived }: Parts) {
  const { field, source, isMany } = props;
  const resource = useResourceContext();
  const { owner = resource } = useContext(FilesInputContext)!;
  const { control, getValues, setValue } = useFormContext();
  const settings = field.settings as FileSettings & { maxFiles?: number };

  const take = (files: readonly File[]): void => {
    const uploads = uploadsOf(control);
    if (!isMany) uploads.removeOf(source);
    const coming = uploads
      .all()
      .filter((upload) => upload.source === source && upload.state.step !== 'failed').length;
    const room = isMany
      ? (settings.maxFiles ?? Infinity) - filesIn(getValues(source)).length - coming
      : 1;
    uploads.add({
      source,
      field: `${owner}.${field.name}`,
      files: checkNewFiles(files, settings, { room, isMany }),
      insert(file, before) {
        const options = { shouldDirty: true, shouldTouch: true, shouldValidate: true };
        setValue(source, withFile(getValues(source), file, { isMany, before }), options);
        onArrived(file);
      },
    });
  };

  usePaste(group, settings, take);
  useMissedDrops();
  const drop = useDrop(
    ({ types }) => types.includes('Files'),
    ({ files }) => take([...files]),
  );
  return { take, ...drop };
}

/**
 * Takes pasted files while the focus is in the input or, if they fit, elsewhere in its section of the form, but no text
 * that is pasted into another input.
 */
function usePaste(
  group: RefObject<HTMLElement | null>,
  settings: FileSettings,
  take: (files: readonly File[]) => void,
): void {
  const paste = useEffectEvent((event: ClipboardEvent): void => {
    const files = namePasted([...(event.clipboardData?.files ?? [])]);
    const { target } = event;
    if (event.defaultPrevented || files.length === 0 || !(target instanceof Element)) return;
    const isHere = group.current?.contains(target) === true;
    const section = target.closest('[data-section], [data-line], [role="dialog"]');
    const isNear = section !== null && section.contains(group.current);
    const isText = event.clipboardData?.types.includes('text/plain') === true;
    const fits = checkNewFiles(files, settings, { room: files.length, isMany: true });
    if (!isHere && (!isNear || isText || fits.some(({ refused }) => refused))) return;
    event.preventDefault();
    take(files);
  });
  useEffect(() => {
    const listen = (event: ClipboardEvent): void => paste(event);
    window.addEventListener('paste', listen);
    return () => window.removeEventListener('paste', listen);
  }, []);
}

/** A file that misses the input must not be opened by the browser in place of the form. */
function useMissedDrops(): void {
  useEffect(() => {
    const refuse = (event: globalThis.DragEvent): void => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'none';
    };
    window.addEventListener('dragover', refuse);
    window.addEventListener('drop', refuse);
    return () => {
      window.removeEventListener('dragover', refuse);
      window.removeEventListener('drop', refuse);
    };
  }, []);
}
