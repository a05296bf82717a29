import { showDateTime } from '../../fields/text/date-format.ts';
import { fillTemplate } from '../../fields/problems/fill-template.ts';
import type { FileSettings } from '../../fields/files/file-settings.ts';
import type { FileValue } from '../../fields/files/file-value.ts';
import { textsOf } from '../messages/texts.ts';
import { refusalOf } from './accepted.ts';
import type { NewFiles } from './form-uploads.ts';

/** The files of a value of either type. */
export function filesIn(value: unknown): readonly FileValue[] {
  if (Array.isArray(value)) return value as FileValue[];
  return typeof value === 'object' && value !== null ? [value as FileValue] : [];
}

type Insertion = { isMany: boolean; before: ReadonlySet<string> };

/** The value with one more file, before the first of those with the ids; or with it instead of the present one. */
export function withFile(value: unknown, file: FileValue, { isMany, before }: Insertion): unknown {
  if (!isMany) return file;
  const there = filesIn(value);
  const index = there.findIndex(({ id }) => before.has(id));
  return there.toSpliced(index < 0 ? there.length : index, 0, file);
}

type Room = { room: number; isMany: boolean };

/** Files for a field with room for so many, each with the reason why it cannot be uploaded, if there is one. */
export function checkNewFiles(
  files: readonly File[],
  settings: FileSettings,
  { room, isMany }: Room,
): NewFiles['files'] {
  const texts = textsOf('uploads');
  const full = isMany ? fillTemplate(texts.tooMany, { count: Math.max(0, room) }) : texts.onlyOne;
  let left = room;
  return files.map((file) => {
    const refused = refusalOf(file, settings) ?? (left > 0 ? undefined : full);
    if (refused === undefined) left -= 1;
    return { file, refused };
  });
}

/** Browsers call every screenshot `image.png`; its moment tells one from another. */
export function namePasted(files: readonly File[]): readonly File[] {
  return files.map((file) => {
    if (!/^image\.(png|jpe?g)$/.test(file.name)) return file;
    // File systems allow no colon in names.
    const moment = showDateTime(new Date().toISOString()).replaceAll(':', '-');
    const name = fillTemplate(textsOf('uploads').pasted, { moment });
    return new File([file], `${name}${file.name.slice(file.name.lastIndexOf('.'))}`, file);
  });
}
